public import PhotoModel
public import SystemPackage

/// The result of checking whether one file can be erased because the library has its bytes.
///
/// Of another photo library or an export, there is a result for each file that an import takes, and for each photo that
/// it leaves out. The files that a photo library makes itself, such as thumbnails, have none.
public struct SafeFile: Sendable {
    /// Whether the file can be erased.
    public enum Status: String, Sendable, CaseIterable {
        /// The library's own file with these bytes was read back and is equal.
        case safe
        /// The photo may be lost if the file is erased.
        case notSafe
        /// A file that an operating system or an export wrote for itself, and that is not a photo. The file is lost
        /// with its folder, but does not make the folder unsafe to erase.
        case ignored
        /// A file that a camera wrote for itself. It does not make the folder unsafe to erase, and was not read.
        case housekeeping
        /// A file of an export that describes photos or albums, and has no picture. Of this library's own exports, a
        /// sidecar that has not changed since the export.
        case metadata
        /// A photo that the owner deleted in the other photo library, and that an import leaves out. It was not
        /// checked.
        case deletedInSource
        /// A photo of a shared album of iCloud, which is no original of the other photo library. It was not checked.
        case inSharedAlbum
        /// The filter excludes the file or folder, so it was not checked.
        case excluded
    }

    /// Why a file is not safe.
    ///
    /// The raw values are stable.
    public enum Reason: String, Sendable, CaseIterable {
        /// The library does not have the bytes.
        case notInLibrary
        /// The library does not have the bytes, and an import skips the file because it is in an archive: in a hidden
        /// folder of it, in a phone's trash, or not completed by an app of the phone.
        case skippedInArchive
        /// The library has only a reference to a file with these bytes.
        case onlyReference
        /// Only a recently deleted photo has the bytes.
        case onlyDeleted
        /// The library had the bytes, and the owner removed the photo permanently.
        case deletedBefore
        /// The file is the library's own file.
        case sameFile
        /// The folder is the library itself.
        case insideLibrary
        /// The folder is a store of originals, or the file or folder is in one.
        case insideStore
        /// The library's file with these bytes is missing.
        case libraryCopyMissing
        /// The library's file has other bytes now.
        case libraryCopyChanged
        /// The library's file cannot be read.
        case libraryCopyUnreadable
        /// The library's copy is in a remote store, and no store shows it now.
        case onlyElsewhere
        /// The checked file or folder cannot be read.
        case unreadable
        /// The file is not a photo or video, so an import does not store it.
        case notAPhoto
        /// The other photo library does not have the original, which may be in iCloud only.
        case inCloudOnly
        /// The other photo library refers to an original that is elsewhere.
        case outsideSource
        /// The file has no bytes.
        case emptyFile
        /// The path is not a regular file, or is a link that is not followed.
        case notARegularFile
    }

    /// The file, or a folder that cannot be read.
    public let path: FilePath
    /// Whether the file can be erased.
    public let status: Status
    /// Why the file is not safe; `nil` for any other status.
    public let reason: Reason?
    /// The asset that has these bytes, or had them before it was deleted; `nil` if no asset was found.
    public let localIdentifier: String?
    /// SHA-256 of the file; `nil` if it was not read.
    public let sha256: Digest?
    /// The file's size in bytes; 0 if it was not read.
    public let bytes: Int
    /// Whether the library's copy is on the same file system, so that erasing the file system loses both files.
    ///
    /// Two file systems may share a disk, so the value can be false for two files on one disk.
    public let isOnLibrarysDisk: Bool
    /// The system's error, if there was an error.
    public let error: PhotoLibraryError?
    /// The name that the owner knows, of a file of another photo library or export that states one.
    public package(set) var originalFilename: FilePath.Component?
    /// The path to import so that the file is stored; `nil` if no import makes the file safe.
    ///
    /// The path is the root of the check, or the hidden folder or the file below the root that an import of the root
    /// skips. For ``Reason/deletedBefore`` the import must restore deleted photos.
    public package(set) var importPath: FilePath?

    init(
        _ path: FilePath, _ status: Status, _ reason: Reason? = nil, localIdentifier: String? = nil,
        sha256: Digest? = nil, bytes: Int = 0, isOnLibrarysDisk: Bool = false, error: PhotoLibraryError? = nil
    ) {
        self.path = path
        self.status = status
        self.reason = reason
        self.localIdentifier = localIdentifier
        self.sha256 = sha256
        self.bytes = bytes
        self.isOnLibrarysDisk = isOnLibrarysDisk
        self.error = error
    }
}

extension SafeFile.Reason {
    /// One sentence for a person.
    public var sentence: String {
        switch self {
        case .notInLibrary: "Not in the library: import it first."
        case .skippedInArchive:
            "Not in the library, and an import skips it in its archive: unpack the archive, and import the file itself."
        case .onlyReference:
            "The library only refers to the photo and has no copy of its own: import it as a copy."
        case .onlyDeleted: "In the library only among the recently deleted photos."
        case .deletedBefore: "You deleted this photo from the library permanently."
        case .sameFile: "This is the library's own file: wiping it would lose it."
        case .insideLibrary: "This is the library itself: wiping it would lose the photos."
        case .insideStore: "This is a store of originals: wiping it would lose copies of the photos."
        case .libraryCopyMissing: "The library's copy is gone: import the file again."
        case .libraryCopyChanged: "The library's copy has other bytes than were imported: verify the library."
        case .libraryCopyUnreadable: "The library's copy cannot be read: verify the library."
        case .onlyElsewhere:
            "The library's copy is in a remote store, and no store shows it now: connect the store, and check again."
        case .unreadable: "Cannot be read, so it is unknown whether it is stored."
        case .notAPhoto:
            "No photo or video. An import stores such a file only with its photo: import the folder, or copy the file elsewhere."
        case .inCloudOnly:
            "The original is missing in its Photos library. If you use iCloud Photos, let Photos download it."
        case .outsideSource: "The original is outside of its Photos library: check that file too."
        case .emptyFile: "The file is empty and was not imported."
        case .notARegularFile: "A link, pipe, socket or device: not followed."
        }
    }
}

extension SafeFile.Reason {
    /// Whether an import of the file makes it safe.
    ///
    /// Of ``deletedBefore`` it is false, because an import skips the file unless it restores deleted photos.
    public var isRemediedByImport: Bool {
        switch self {
        case .notInLibrary, .onlyReference, .libraryCopyMissing: true
        case .skippedInArchive, .onlyDeleted, .deletedBefore, .sameFile, .insideLibrary, .insideStore,
            .libraryCopyChanged, .libraryCopyUnreadable, .onlyElsewhere, .unreadable, .notAPhoto, .inCloudOnly,
            .outsideSource, .emptyFile,
            .notARegularFile:
            false
        }
    }
}

/// The counts of a whole check.
public struct SafeSummary: Sendable, Hashable {
    /// Files that are safe.
    public private(set) var safe: Int = 0
    /// Files and folders that are not safe.
    public private(set) var notSafe: Int = 0
    /// Ignored files that operating systems and exports wrote for themselves.
    public private(set) var ignored: Int = 0
    /// Files that cameras wrote for themselves.
    public private(set) var housekeeping: Int = 0
    /// Files of exports that describe photos or albums.
    public private(set) var metadata: Int = 0
    /// Photos that the owner deleted in other photo libraries.
    public private(set) var deletedInSource: Int = 0
    /// Photos of shared albums that are no originals of other photo libraries.
    public private(set) var inSharedAlbums: Int = 0
    /// Files and folders that the filter excludes.
    public private(set) var excluded: Int = 0
    /// Bytes of the files that are safe.
    public private(set) var safeBytes: Int = 0
    /// The number of safe files that are on the library's own file system.
    public private(set) var onLibrarysDisk: Int = 0
    /// The number of files that are not safe, by reason.
    public private(set) var reasons: [SafeFile.Reason: Int] = [:]

    /// Makes an empty summary.
    public init() {}

    /// Whether every file can be erased; false if there was no safe file, because then nothing is proven.
    public var isSafe: Bool { notSafe == 0 && safe > 0 }

    /// Adds one file.
    public mutating func count(_ file: SafeFile) {
        switch file.status {
        case .safe:
            safe += 1
            if file.isOnLibrarysDisk { onLibrarysDisk += 1 }
            let (sum, overflow) = safeBytes.addingReportingOverflow(file.bytes)
            safeBytes = overflow ? .max : sum
        case .notSafe:
            notSafe += 1
            if let reason = file.reason { reasons[reason, default: 0] += 1 }
        case .ignored: ignored += 1
        case .housekeeping: housekeeping += 1
        case .metadata: metadata += 1
        case .deletedInSource: deletedInSource += 1
        case .inSharedAlbum: inSharedAlbums += 1
        case .excluded: excluded += 1
        }
    }
}
