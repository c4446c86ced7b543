public import Foundation

/// A failure: its code, a message for the user, and the file or identifier that it is about.
///
/// Two errors are equal when their codes are equal.
public struct PhotoLibraryError: Error, Sendable, Hashable {
    /// The kind of a failure.
    ///
    /// New versions may add codes. The meaning of a code never changes.
    public struct Code: Hashable, Sendable, Codable, CustomStringConvertible {
        private enum Name: String, CaseIterable, Codable {
            case identifierNotFound, multipleIdentifiersFound, invalidIdentifier
            case notEnoughSpace, networkFileSystem, libraryNotFound, libraryFormatTooNew, libraryDamaged, libraryBusy
            case notAPhoto, emptyFile, notARegularFile, unreadable, sourceChanged, fileTooLarge, missingResource
            case cancelled, ioFailure, internalError, candidateLimitExceeded, deletedByOwner, tooManyFailures
            case excluded, fileBusy, unsupportedFile
            case changeNotSupported, operationInterrupted, invalidResource, requestNotSupportedForAsset, limitExceeded
            case accessRestricted, accessUserDenied, userCancelled, networkAccessRequired, networkError
            case libraryVolumeOffline, libraryInFileProviderSyncRoot
            case persistentChangeTokenExpired, persistentChangeDetailsUnavailable, libraryUnavailable
            case indexOutOfRange, libraryReadOnly
            case housekeeping, deletedOnDevice, deletedInSource, inSharedAlbum, metadataOnly, photoNotFound
        }
        private let name: Name
        private init(_ name: Name) { self.name = name }

        /// The code in camel case, as machine-readable output prints it.
        public var description: String { name.rawValue }

        /// No object that the caller may see matches the identifier.
        public static let identifierNotFound = Code(.identifierNotFound)
        /// One or more objects may match the identifier, and the user must decide.
        public static let multipleIdentifiersFound = Code(.multipleIdentifiersFound)
        /// The text is not an identifier, is damaged, or has the format of a newer version.
        public static let invalidIdentifier = Code(.invalidIdentifier)
        /// The volume has too little free space.
        public static let notEnoughSpace = Code(.notEnoughSpace)
        /// The library is on a file system whose locks are not reliable.
        public static let networkFileSystem = Code(.networkFileSystem)
        /// There is no library at the path.
        public static let libraryNotFound = Code(.libraryNotFound)
        /// A newer version of this program made the library.
        public static let libraryFormatTooNew = Code(.libraryFormatTooNew)
        /// The library's catalogue, manifest or search index is damaged, or these files do not match each other.
        public static let libraryDamaged = Code(.libraryDamaged)
        /// Another process is using the library; try again.
        public static let libraryBusy = Code(.libraryBusy)
        /// The file is not a photo or video.
        public static let notAPhoto = Code(.notAPhoto)
        /// The file has no bytes.
        public static let emptyFile = Code(.emptyFile)
        /// The path is that of a folder, pipe, socket or device, not of a regular file.
        public static let notARegularFile = Code(.notARegularFile)
        /// The file cannot be opened or read.
        public static let unreadable = Code(.unreadable)
        /// The file was changed while it was read or edited.
        public static let sourceChanged = Code(.sourceChanged)
        /// The file is larger than the limit.
        public static let fileTooLarge = Code(.fileTooLarge)
        /// A required file is missing, such as the original of an asset.
        public static let missingResource = Code(.missingResource)
        /// The caller cancelled.
        public static let cancelled = Code(.cancelled)
        /// The operating system reported a failure.
        public static let ioFailure = Code(.ioFailure)
        /// This library has a defect.
        public static let internalError = Code(.internalError)
        /// More photos look similar to the requested picture than the limit for comparisons allows.
        public static let candidateLimitExceeded = Code(.candidateLimitExceeded)
        /// The owner deleted this photo from the library.
        public static let deletedByOwner = Code(.deletedByOwner)
        /// The owner deleted this photo in the photo library that an import reads.
        public static let deletedInSource = Code(.deletedInSource)
        /// The photo is in a shared album of iCloud, and no original of the photo library that an import reads.
        public static let inSharedAlbum = Code(.inSharedAlbum)
        /// The import stopped because the number of failed files reached the caller's limit.
        public static let tooManyFailures = Code(.tooManyFailures)
        /// A filter excludes the file or folder.
        public static let excluded = Code(.excluded)
        /// Another program is writing to the file; try again.
        public static let fileBusy = Code(.fileBusy)
        /// This operation does not support the format or the content of the file.
        public static let unsupportedFile = Code(.unsupportedFile)
        /// The change is impossible in the library's present state, is invalid, or was requested outside a change
        /// block.
        public static let changeNotSupported = Code(.changeNotSupported)
        /// The operation was interrupted before it was complete, and changed nothing.
        public static let operationInterrupted = Code(.operationInterrupted)
        /// A file is not valid for the request.
        ///
        /// The file cannot become part of an asset, its bytes differ from the imported ones, or the destination of a
        /// copy exists or is not writable.
        public static let invalidResource = Code(.invalidResource)
        /// This kind of asset does not allow the request.
        public static let requestNotSupportedForAsset = Code(.requestNotSupportedForAsset)
        /// The request is larger than a limit.
        public static let limitExceeded = Code(.limitExceeded)
        /// The system does not permit this process to open the library's files, for example on a read-only volume.
        public static let accessRestricted = Code(.accessRestricted)
        /// This user or app has no permission for the operation on the library or one of its files.
        ///
        /// The owner and the mode of a file decide for a user. The owner of the library decides for an app.
        public static let accessUserDenied = Code(.accessUserDenied)
        /// The owner of the library did not allow an app's change.
        ///
        /// An operation that the caller cancels throws ``cancelled``.
        public static let userCancelled = Code(.userCancelled)
        /// The bytes are not on this machine, and the request does not allow the network.
        public static let networkAccessRequired = Code(.networkAccessRequired)
        /// The network failed during a transfer from a remote store.
        ///
        /// For a network file system the error is ``unreadable`` or ``ioFailure``.
        public static let networkError = Code(.networkError)
        /// The disk that holds the library was unmounted while the library was observed.
        ///
        /// A library whose disk is not mounted cannot be opened: the error is ``libraryNotFound``, because an empty
        /// mount point does not show that a disk is missing.
        public static let libraryVolumeOffline = Code(.libraryVolumeOffline)
        /// Another program synchronises the folder of the library, so the library was not changed.
        ///
        /// Changes by both programs could damage it.
        public static let libraryInFileProviderSyncRoot = Code(.libraryInFileProviderSyncRoot)
        /// The change history no longer has the changes after the token, or the token belongs to another catalogue.
        public static let persistentChangeTokenExpired = Code(.persistentChangeTokenExpired)
        /// The details of a change were removed from the history after the change was fetched.
        public static let persistentChangeDetailsUnavailable = Code(.persistentChangeDetailsUnavailable)
        /// The library's folder or catalogue was removed or renamed while the library was open.
        ///
        /// If its disk was unmounted, the error is ``libraryVolumeOffline``. If the library did not exist when it was
        /// opened, the error is ``libraryNotFound``.
        public static let libraryUnavailable = Code(.libraryUnavailable)
        /// The library is read-only: it was opened for reading only, or its files are not writable.
        public static let libraryReadOnly = Code(.libraryReadOnly)
        /// A camera wrote the file for itself: it is an index, a small copy of a video, or the like.
        public static let housekeeping = Code(.housekeeping)
        /// The file is in the trash of the phone that the folder belongs to.
        public static let deletedOnDevice = Code(.deletedOnDevice)
        /// The file states albums or other metadata of the photo library that an import reads, so it is read and not
        /// stored.
        public static let metadataOnly = Code(.metadataOnly)
        /// The file belongs to a photo that is neither in the import nor in the library.
        public static let photoNotFound = Code(.photoNotFound)
        /// The index is not less than the number of fetched objects, or is negative.
        public static let indexOutOfRange = Code(.indexOutOfRange)
    }

    /// The kind of failure.
    public let code: Code
    /// One or more sentences for the user: the failure and its remedy.
    public let message: String
    /// The file the error is about.
    public let path: String?
    /// The local or cloud identifier the error is about.
    public let identifier: String?
    /// The local identifiers of the objects that may match, best first, for ``Code/multipleIdentifiersFound``.
    public let localIdentifiers: [String]
    /// The date when the owner deleted the photo that the error is about; `nil` unless the photo can be restored.
    public let deletedDate: Date?
    /// For ``Code/identifierNotFound``: the pictures because of which the library cannot tell whether it has the photo;
    /// `nil` if all pictures were compared.
    public let undecoded: Resolution.Undecoded?
    /// For ``Code/identifierNotFound``: whether another device of the library's registry has the photo.
    public let mayComeLater: Bool
    /// The error that caused this error.
    public let cause: (any Error)?
    /// The remedy, for programs that describe it in their own terms.
    ///
    /// ``message`` describes it in general terms.
    package let remedy: Remedy?

    /// Creates an error.
    public init(
        _ code: Code, _ message: String, path: String? = nil, identifier: String? = nil,
        localIdentifiers: [String] = [], cause: (any Error)? = nil
    ) {
        self.init(
            code, message, remedy: nil, path: path, identifier: identifier, localIdentifiers: localIdentifiers,
            cause: cause)
    }

    /// Creates an error.
    package init(
        _ code: Code, _ message: String, remedy: Remedy?, path: String? = nil, identifier: String? = nil,
        localIdentifiers: [String] = [], deletedDate: Date? = nil, undecoded: Resolution.Undecoded? = nil,
        mayComeLater: Bool = false, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.identifier = identifier
        self.localIdentifiers = localIdentifiers
        self.deletedDate = deletedDate
        self.undecoded = undecoded
        self.mayComeLater = mayComeLater
        self.cause = cause
        self.remedy = remedy
    }

    /// Whether the codes are equal.
    public static func == (left: PhotoLibraryError, right: PhotoLibraryError) -> Bool { left.code == right.code }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension PhotoLibraryError: CustomStringConvertible {
    /// The message, after the path or the identifier that the error is about.
    public var description: String {
        describing(message)
    }

    /// Another text for the message, after the path or the identifier that the error is about.
    package func describing(_ message: String) -> String {
        [path ?? identifier, message].compactMap { $0 }.joined(separator: ": ")
    }
}

extension PhotoLibraryError: Codable {
    private enum Key: CodingKey {
        case code, message, path, identifier, localIdentifiers, deletedDate, undecoded, mayComeLater
    }

    /// Reads an error; its ``cause`` is `nil`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(Code.self, forKey: .code), try container.decode(String.self, forKey: .message),
            remedy: nil, path: try container.decodeIfPresent(String.self, forKey: .path),
            identifier: try container.decodeIfPresent(String.self, forKey: .identifier),
            localIdentifiers: try container.decode([String].self, forKey: .localIdentifiers),
            deletedDate: try container.decodeIfPresent(Date.self, forKey: .deletedDate),
            undecoded: try container.decodeIfPresent(Resolution.Undecoded.self, forKey: .undecoded),
            mayComeLater: try container.decodeIfPresent(Bool.self, forKey: .mayComeLater) ?? false)
    }

    /// Writes all properties except ``cause`` and `remedy`, which only the process that created the error uses.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encodeIfPresent(identifier, forKey: .identifier)
        try container.encode(localIdentifiers, forKey: .localIdentifiers)
        try container.encodeIfPresent(deletedDate, forKey: .deletedDate)
        try container.encodeIfPresent(undecoded, forKey: .undecoded)
        if mayComeLater { try container.encode(mayComeLater, forKey: .mayComeLater) }
    }
}
