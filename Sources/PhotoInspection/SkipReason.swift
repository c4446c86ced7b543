/// Why an import leaves out a file or folder.
///
/// The raw values are the words of `--json`, and are stable.
package enum SkipReason: String, Sendable, CaseIterable, Codable {
    /// The content is not that of a photo or video.
    case notAPhoto
    /// The owner deleted the photo from the library.
    case deletedBefore
    /// The owner deleted the photo in the photo library that the import reads.
    case deletedInSource
    /// The photo library that the import reads does not have the original, which may be in iCloud only.
    case inCloudOnly
    /// The photo is in a shared album, and no original of the photo library that the import reads.
    case inSharedAlbum
    /// The photo library that the import reads refers to a file elsewhere.
    case outsideSource
    /// The database of the photo library that the import reads does not name the file.
    case unknownToSource
    /// The file states albums or other metadata, which the import read.
    case metadataOnly
    /// The photo that the file belongs to is neither in the import nor in the library.
    case photoNotFound
    case emptyFile
    /// A file that a camera wrote for itself.
    case housekeeping
    /// A file in the trash of a phone.
    case deletedOnDevice
    /// A file that an app of a phone has not completed.
    case incomplete
    /// A file that an operating system or a network disk makes, or the record of an export.
    case systemFile
    /// A folder that an operating system or a network disk makes.
    case systemFolder
    case hiddenFolder
    /// A file in a hidden folder of an archive.
    case inHiddenFolder
    /// A link to a folder, pipe, socket or device, or to a file that the import has moved.
    case link
    /// A pipe, socket or device.
    case specialFile
    /// The folder of the library.
    case library
    /// A store of originals, or a file or folder in one.
    case store
    /// A folder in which the folder itself is mounted again.
    case repeatedFolder
    /// A filter excludes the file or folder.
    case excluded

    /// Whether the skipped object is a folder.
    package var isFolder: Bool {
        switch self {
        case .systemFolder, .hiddenFolder, .library, .store, .repeatedFolder: true
        case .notAPhoto, .deletedBefore, .deletedInSource, .inCloudOnly, .inSharedAlbum, .outsideSource,
            .unknownToSource, .metadataOnly, .photoNotFound, .emptyFile, .housekeeping, .deletedOnDevice, .incomplete,
            .systemFile, .inHiddenFolder, .link, .specialFile, .excluded:
            false
        }
    }

    /// Whether a person should look at the file, because a photo may be missing.
    package var needsAttention: Bool {
        switch self {
        case .emptyFile, .hiddenFolder, .link, .specialFile, .store, .repeatedFolder, .outsideSource, .unknownToSource:
            true
        case .notAPhoto, .deletedBefore, .deletedInSource, .inCloudOnly, .inSharedAlbum, .metadataOnly, .photoNotFound,
            .housekeeping, .deletedOnDevice, .incomplete, .systemFile, .systemFolder, .inHiddenFolder, .library,
            .excluded:
            false
        }
    }
}
