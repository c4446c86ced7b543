public import PhotoModel
public import SystemPackage

/// Whether one file could be wiped: what the library knows of its bytes.
public struct SafeFile: Sendable {
    /// The answer.
    public enum Status: String, Sendable, CaseIterable {
        /// The library's own file with these bytes was read back and is equal.
        case safe
        /// Wiping the file may lose it.
        case notSafe
        /// What an operating system left and no photo of the owner's: lost with the folder, and no reason against it.
        case ignored
    }

    /// Why a file is not safe.
    ///
    /// The raw values are stable.
    public enum Reason: String, Sendable, CaseIterable {
        case notInLibrary, onlyReference, onlyDeleted, sameFile, insideLibrary
        case libraryCopyMissing, libraryCopyChanged, libraryCopyUnreadable
        case unreadable, notAPhoto, emptyFile, notARegularFile
    }

    /// The file; for what cannot be looked into, the folder.
    public let path: FilePath
    /// The answer.
    public let status: Status
    /// Why it is not safe; `nil` if it is, or is ignored.
    public let reason: Reason?
    /// The asset that has these bytes.
    public let localIdentifier: String?
    /// SHA-256 of the file; `nil` if it was not read.
    public let sha256: Digest?
    /// The file's size in bytes; 0 if it was not read.
    public let bytes: Int
    /// Whether the library's copy is on the same file system: erasing that disk loses both.
    ///
    /// Two file systems may still share a disk.
    public let isOnLibrarysDisk: Bool
    /// What the system said, where it said something.
    public let error: PhotoLibraryError?
    /// The path to import, so that the file is stored: the root of the check, or the hidden folder or the file below it that
    /// an import of the root skips.
    ///
    /// `nil` if no import makes the file safe.
    public internal(set) var importPath: FilePath?

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
        case .onlyReference:
            "The library only refers to the photo and has no copy of its own: import it as a copy."
        case .onlyDeleted: "In the library only among the recently deleted photos."
        case .sameFile: "This is the library's own file: wiping it would lose it."
        case .insideLibrary: "This is the library itself: wiping it would lose the photos."
        case .libraryCopyMissing: "The library's copy is gone: import the file again."
        case .libraryCopyChanged: "The library's copy has other bytes than were imported: verify the library."
        case .libraryCopyUnreadable: "The library's copy cannot be read: verify the library."
        case .unreadable: "Cannot be read, so it is unknown whether it is stored."
        case .notAPhoto: "No photo or video, therefore never imported: copy it elsewhere if you need it."
        case .emptyFile: "The file is empty and was not imported."
        case .notARegularFile: "A link, pipe, socket or device: not followed."
        }
    }
}

extension SafeFile.Reason {
    /// Whether an import of the file makes it safe.
    public var isRemediedByImport: Bool {
        switch self {
        case .notInLibrary, .onlyReference, .libraryCopyMissing: true
        case .onlyDeleted, .sameFile, .insideLibrary, .libraryCopyChanged, .libraryCopyUnreadable, .unreadable,
            .notAPhoto, .emptyFile, .notARegularFile:
            false
        }
    }
}

/// The numbers of a whole check.
public struct SafeSummary: Sendable, Hashable {
    /// Files that are safe.
    public private(set) var safe: Int = 0
    /// Files and places that are not.
    public private(set) var notSafe: Int = 0
    /// What operating systems left.
    public private(set) var ignored: Int = 0
    /// Bytes of the files that are safe.
    public private(set) var safeBytes: Int = 0
    /// How many of the files that are safe lie on the library's own file system.
    public private(set) var onLibrarysDisk: Int = 0
    /// How many are not safe for which reason.
    public private(set) var reasons: [SafeFile.Reason: Int] = [:]

    /// Nothing yet.
    public init() {}

    /// Whether everything may be wiped; false if there was no file at all: nothing is then proven.
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
        }
    }
}
