public import Foundation

/// What went wrong, with what the reader of the message can do about it.
///
/// Two errors are equal when their codes are equal.
public struct PhotoLibraryError: Error, Sendable, Hashable {
    /// What kind of failure this is.
    ///
    /// New codes may be added; none changes its meaning.
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
        }
        private let name: Name
        private init(_ name: Name) { self.name = name }

        /// The code in camel case, as machine-readable output prints it.
        public var description: String { name.rawValue }

        /// No asset (that may be seen) fits the identifier.
        public static let identifierNotFound = Code(.identifierNotFound)
        /// Several assets may be meant: a person decides.
        public static let multipleIdentifiersFound = Code(.multipleIdentifiersFound)
        /// The text is no identifier, was damaged on its way, or is of a newer version.
        public static let invalidIdentifier = Code(.invalidIdentifier)
        /// The volume has too little free space.
        public static let notEnoughSpace = Code(.notEnoughSpace)
        /// The library lies on a file system whose locks cannot be relied on.
        public static let networkFileSystem = Code(.networkFileSystem)
        /// There is no library at the path.
        public static let libraryNotFound = Code(.libraryNotFound)
        /// A newer version of this program made the library.
        public static let libraryFormatTooNew = Code(.libraryFormatTooNew)
        /// The library's own catalogue, manifest or search index is damaged, or they do not fit together.
        public static let libraryDamaged = Code(.libraryDamaged)
        /// Another process holds the library closed for a moment.
        public static let libraryBusy = Code(.libraryBusy)
        /// The file is not a photo or video.
        public static let notAPhoto = Code(.notAPhoto)
        /// The file has no bytes.
        public static let emptyFile = Code(.emptyFile)
        /// A folder, pipe, socket or device where a file was expected.
        public static let notARegularFile = Code(.notARegularFile)
        /// The file cannot be opened or read.
        public static let unreadable = Code(.unreadable)
        /// The file changed each time it was read.
        public static let sourceChanged = Code(.sourceChanged)
        /// The file is larger than the limit.
        public static let fileTooLarge = Code(.fileTooLarge)
        /// The original of an asset is not where it should be.
        public static let missingResource = Code(.missingResource)
        /// The caller cancelled.
        public static let cancelled = Code(.cancelled)
        /// The operating system reported a failure.
        public static let ioFailure = Code(.ioFailure)
        /// A mistake of this library's own.
        public static let internalError = Code(.internalError)
        /// Too many pictures look like the one asked for.
        public static let candidateLimitExceeded = Code(.candidateLimitExceeded)
        /// The owner deleted this photo from the library.
        public static let deletedByOwner = Code(.deletedByOwner)
        /// So many files failed that the whole was ended, as asked.
        public static let tooManyFailures = Code(.tooManyFailures)
        /// A filter leaves the file or folder out.
        public static let excluded = Code(.excluded)
        /// Another program holds the file closed for a moment.
        public static let fileBusy = Code(.fileBusy)
        /// The file is of a kind, or has something in it, that this operation does not handle.
        public static let unsupportedFile = Code(.unsupportedFile)
        /// The change cannot be made: it contradicts the library's state, or was asked for outside its block.
        public static let changeNotSupported = Code(.changeNotSupported)
        /// The operation ended before it was done, and changed nothing.
        public static let operationInterrupted = Code(.operationInterrupted)
        /// A file is not what it should be: one that was to become part of an asset, one of an asset whose bytes are not those
        /// that were imported, or a destination that no file can be written to.
        public static let invalidResource = Code(.invalidResource)
        /// This kind of asset does not allow the request.
        public static let requestNotSupportedForAsset = Code(.requestNotSupportedForAsset)
        /// The request is larger than a limit.
        public static let limitExceeded = Code(.limitExceeded)
        /// The system's configuration forbids this process to open the library's files.
        public static let accessRestricted = Code(.accessRestricted)
        /// The library, or one of its files, is not open to this user or app.
        ///
        /// A file's owner and mode decide for a user, the library's owner decides for an app.
        public static let accessUserDenied = Code(.accessUserDenied)
        /// The user refused a request.
        ///
        /// Not thrown yet, because no operation asks the user. An operation that the caller cancels throws ``cancelled``.
        public static let userCancelled = Code(.userCancelled)
        /// The bytes are not on this machine, and the request does not allow the network.
        public static let networkAccessRequired = Code(.networkAccessRequired)
        /// The network failed while bytes came from a remote store.
        ///
        /// A network file system fails with ``unreadable`` or ``ioFailure``.
        public static let networkError = Code(.networkError)
        /// The disk that holds the library was unmounted while the library was observed.
        ///
        /// To open a library whose disk is not mounted is ``libraryNotFound``: an empty folder does not tell.
        public static let libraryVolumeOffline = Code(.libraryVolumeOffline)
        /// The library lies in a folder that another program synchronises, which may damage it: it is not changed.
        public static let libraryInFileProviderSyncRoot = Code(.libraryInFileProviderSyncRoot)
        /// The change history does not reach back to the token, or the token is of another catalogue.
        public static let persistentChangeTokenExpired = Code(.persistentChangeTokenExpired)
        /// What changed then was known when it was asked for, and is no more.
        public static let persistentChangeDetailsUnavailable = Code(.persistentChangeDetailsUnavailable)
        /// The library's folder or catalogue was removed or renamed while the library was open.
        ///
        /// If its disk was unmounted that is ``libraryVolumeOffline``; what was not there to be opened is
        /// ``libraryNotFound``.
        public static let libraryUnavailable = Code(.libraryUnavailable)
        /// The library can only be read: it was opened so, or lies where it cannot be written.
        public static let libraryReadOnly = Code(.libraryReadOnly)
        /// A fetch did not find so many objects.
        public static let indexOutOfRange = Code(.indexOutOfRange)
    }

    /// What kind of failure this is.
    public let code: Code
    /// One sentence for a person: what went wrong and how it may be remedied.
    public let message: String
    /// The file the error is about.
    public let path: String?
    /// The local or cloud identifier the error is about.
    public let identifier: String?
    /// The local identifiers that may be meant, best first, for ``Code/multipleIdentifiersFound``.
    public let localIdentifiers: [String]
    /// When the owner deleted the photo that the error is about, if it can be brought back.
    public let deletedDate: Date?
    /// The error underneath.
    public let cause: (any Error)?
    /// What helps, for those who do it in words of their own; ``message`` says it in general ones.
    package let remedy: Remedy?

    /// An error of these parts.
    public init(
        _ code: Code, _ message: String, path: String? = nil, identifier: String? = nil,
        localIdentifiers: [String] = [], cause: (any Error)? = nil
    ) {
        self.init(
            code, message, remedy: nil, path: path, identifier: identifier, localIdentifiers: localIdentifiers,
            cause: cause)
    }

    /// An error of these parts.
    package init(
        _ code: Code, _ message: String, remedy: Remedy?, path: String? = nil, identifier: String? = nil,
        localIdentifiers: [String] = [], deletedDate: Date? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.identifier = identifier
        self.localIdentifiers = localIdentifiers
        self.deletedDate = deletedDate
        self.cause = cause
        self.remedy = remedy
    }

    /// Whether the codes are equal.
    public static func == (left: PhotoLibraryError, right: PhotoLibraryError) -> Bool { left.code == right.code }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension PhotoLibraryError: CustomStringConvertible {
    /// The message with the path or identifier it is about.
    public var description: String {
        describing(message)
    }

    /// Other words for the message, with the path or identifier that it is about.
    package func describing(_ message: String) -> String {
        [path ?? identifier, message].compactMap { $0 }.joined(separator: ": ")
    }
}

extension PhotoLibraryError: Codable {
    private enum Key: CodingKey { case code, message, path, identifier, localIdentifiers, deletedDate }

    /// Reads an error; its ``cause`` is `nil`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(Code.self, forKey: .code), try container.decode(String.self, forKey: .message),
            remedy: nil, path: try container.decodeIfPresent(String.self, forKey: .path),
            identifier: try container.decodeIfPresent(String.self, forKey: .identifier),
            localIdentifiers: try container.decode([String].self, forKey: .localIdentifiers),
            deletedDate: try container.decodeIfPresent(Date.self, forKey: .deletedDate))
    }

    /// Writes all properties but ``cause``, which is for the process that made it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encodeIfPresent(identifier, forKey: .identifier)
        try container.encode(localIdentifiers, forKey: .localIdentifiers)
        try container.encodeIfPresent(deletedDate, forKey: .deletedDate)
    }
}
