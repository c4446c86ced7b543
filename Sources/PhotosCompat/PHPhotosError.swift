public import Foundation

/// The domain of ``PHPhotosError``.
public let PHPhotosErrorDomain: String = "PHPhotosErrorDomain"

/// In the `userInfo` of ``PHPhotosError/multipleIdentifiersFound``: the local identifiers that match, as `[String]`.
public let PHLocalIdentifiersErrorKey: String = "PHLocalIdentifiersErrorKey"

/// In the `userInfo` of ``PHPhotosError/identifierNotFound`` for a recently deleted photo: its local identifier, a
/// `String`.
///
/// This library's own key.
public let PHDeletedLocalIdentifierErrorKey: String = "PHDeletedLocalIdentifierErrorKey"

/// In the `userInfo` of ``PHPhotosError/identifierNotFound`` for a recently deleted photo: when it was deleted, a
/// `Date`.
///
/// This library's own key.
public let PHDeletedDateErrorKey: String = "PHDeletedDateErrorKey"

/// In the `userInfo` of ``PHPhotosError/identifierNotFound`` if the library cannot tell whether it has the photo: the
/// reason, a `String`.
///
/// Pictures that could show the photo are not decoded, so they were not compared. This library's own key.
public let PHUndecidableReasonErrorKey: String = "PHUndecidableReasonErrorKey"

/// In the `userInfo` of ``PHPhotosError/identifierNotFound`` with ``PHUndecidableReasonErrorKey``: the local
/// identifiers of at most three pictures of the library that were not compared, as `[String]`.
///
/// It is empty if the requested picture itself is not decoded. This library's own key.
public let PHUndecodedLocalIdentifiersErrorKey: String = "PHUndecodedLocalIdentifiersErrorKey"

/// An error of the photo library.
///
/// `NSUnderlyingErrorKey` in ``userInfo`` is the original `PhotoLibraryError`, which has more details.
public struct PHPhotosError: _BridgedStoredNSError {
    /// The domain of all these errors.
    public static var _nsErrorDomain: String { PHPhotosErrorDomain }
    /// The error as an `NSError`.
    public let _nsError: NSError

    /// The underlying `NSError`.
    public init(_nsError error: NSError) { _nsError = error }

    /// The error codes; the raw values are Apple's.
    public enum Code: Int, _ErrorCodeProtocol, Sendable, CaseIterable {
        /// An error with this code.
        public typealias _ErrorType = PHPhotosError

        /// An error without a more specific code.
        case internalError = -1
        /// The request was cancelled.
        case userCancelled = 3072
        /// The history does not reach back to the token, or the token is of another catalogue.
        case persistentChangeTokenExpired = 3105
        /// The volume that holds the library is not mounted.
        case libraryVolumeOffline = 3114
        /// The library is no longer at its path: it was moved, renamed or removed.
        case relinquishingLibraryBundleToWriter = 3142
        /// The owner's library was changed for another.
        case switchingSystemPhotoLibrary = 3143
        /// The bytes are not on this machine, and the request does not allow the network.
        case networkAccessRequired = 3164
        /// The network failed.
        case networkError = 3169
        /// No object certainly matches the identifier.
        ///
        /// For a recently deleted photo see ``PHDeletedLocalIdentifierErrorKey``. If the library cannot tell, see
        /// ``PHUndecidableReasonErrorKey``.
        case identifierNotFound = 3201
        /// Several objects match the identifier; see ``PHLocalIdentifiersErrorKey``.
        case multipleIdentifiersFound = 3202
        /// The details of the change are no longer in the history.
        case persistentChangeDetailsUnavailable = 3210
        /// The change contradicts the library's state, or was requested in the wrong context.
        case changeNotSupported = 3300
        /// The operation was interrupted.
        case operationInterrupted = 3301
        /// A file has wrong contents or the wrong type.
        case invalidResource = 3302
        /// A required file is missing.
        case missingResource = 3303
        /// The volume has too little free space.
        case notEnoughSpace = 3305
        /// This asset does not allow the request.
        case requestNotSupportedForAsset = 3306
        /// The request is larger than a limit.
        case limitExceeded = 3307
        /// The system's configuration forbids access.
        case accessRestricted = 3310
        /// The owner denied access.
        case accessUserDenied = 3311
        /// The library is in a folder that another program synchronises: it is not changed.
        case libraryInFileProviderSyncRoot = 5423
    }

    /// See ``Code/internalError``.
    public static var internalError: Code { .internalError }
    /// See ``Code/userCancelled``.
    public static var userCancelled: Code { .userCancelled }
    /// See ``Code/persistentChangeTokenExpired``.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
    /// See ``Code/libraryVolumeOffline``.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
    /// See ``Code/relinquishingLibraryBundleToWriter``.
    public static var relinquishingLibraryBundleToWriter: Code { .relinquishingLibraryBundleToWriter }
    /// See ``Code/switchingSystemPhotoLibrary``.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
    /// See ``Code/networkAccessRequired``.
    public static var networkAccessRequired: Code { .networkAccessRequired }
    /// See ``Code/networkError``.
    public static var networkError: Code { .networkError }
    /// See ``Code/identifierNotFound``.
    public static var identifierNotFound: Code { .identifierNotFound }
    /// See ``Code/multipleIdentifiersFound``.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
    /// See ``Code/persistentChangeDetailsUnavailable``.
    public static var persistentChangeDetailsUnavailable: Code { .persistentChangeDetailsUnavailable }
    /// See ``Code/changeNotSupported``.
    public static var changeNotSupported: Code { .changeNotSupported }
    /// See ``Code/operationInterrupted``.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// See ``Code/invalidResource``.
    public static var invalidResource: Code { .invalidResource }
    /// See ``Code/missingResource``.
    public static var missingResource: Code { .missingResource }
    /// See ``Code/notEnoughSpace``.
    public static var notEnoughSpace: Code { .notEnoughSpace }
    /// See ``Code/requestNotSupportedForAsset``.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
    /// See ``Code/limitExceeded``.
    public static var limitExceeded: Code { .limitExceeded }
    /// See ``Code/accessRestricted``.
    public static var accessRestricted: Code { .accessRestricted }
    /// See ``Code/accessUserDenied``.
    public static var accessUserDenied: Code { .accessUserDenied }
    /// See ``Code/libraryInFileProviderSyncRoot``.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
}
