internal import Foundation
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Why an import skipped a file or folder.
package enum SkipReason: String, Sendable, CaseIterable {
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
    /// A link to a folder, pipe, socket or device.
    case link
    /// A pipe, socket or device.
    case specialFile
    /// The folder of the library.
    case library
    /// A folder in which the folder itself is mounted again.
    case repeatedFolder

    /// Whether the skipped object is a folder.
    package var isFolder: Bool {
        switch self {
        case .systemFolder, .hiddenFolder, .library, .repeatedFolder: true
        case .notAPhoto, .deletedBefore, .deletedInSource, .inCloudOnly, .inSharedAlbum, .outsideSource,
            .unknownToSource, .metadataOnly, .photoNotFound, .emptyFile, .housekeeping, .deletedOnDevice, .incomplete,
            .systemFile, .inHiddenFolder, .link, .specialFile:
            false
        }
    }
}

extension ImportItem {
    /// Why the file was skipped; `nil` if it was not skipped, or if a filter excludes it.
    package var skipReason: SkipReason? {
        guard status == .skipped, let error, error.code != .excluded else { return nil }
        switch error.code {
        case .deletedByOwner: return .deletedBefore
        case .deletedInSource: return .deletedInSource
        case .networkAccessRequired: return .inCloudOnly
        case .inSharedAlbum: return .inSharedAlbum
        case .missingResource: return .outsideSource
        case .invalidResource: return .unknownToSource
        case .metadataOnly: return .metadataOnly
        case .photoNotFound: return .photoNotFound
        case .emptyFile: return .emptyFile
        case .housekeeping: return .housekeeping
        case .deletedOnDevice: return .deletedOnDevice
        case .fileBusy: return .incomplete
        case .unsupportedFile: return .inHiddenFolder
        default: break
        }
        let type = fileType(of: path)
        let isFolder = type == S_IFDIR
        let isOfSystem = path.lastComponent.map { FileKinds.isSystemFile($0, isFolder: isFolder) } ?? false
        let isHidden = path.lastComponent?.string.hasPrefix(".") ?? false
        switch (error.code, isFolder) {
        case (.notARegularFile, true): return isHidden ? .hiddenFolder : .repeatedFolder
        case (.notARegularFile, false): return type == S_IFLNK ? .link : .specialFile
        // Other hidden folders are not regular files.
        case (_, true): return isOfSystem && !isHidden ? .systemFolder : .library
        case (_, false): return isOfSystem ? .systemFile : .notAPhoto
        }
    }
}

/// The file type of a path; `nil` if nothing exists there.
///
/// Links are not followed.
private func fileType(of path: FilePath) -> mode_t? {
    var status = stat()
    return lstat(path.platform, &status) == 0 ? status.st_mode & S_IFMT : nil
}
