internal import Foundation
package import OpenPhotoKit

extension PHPhotosError {
    /// The error with PhotoKit's domain and code.
    package init(_ error: PhotoLibraryError) {
        // An app does not name the folder of the shared library, so it may not know which one is missing.
        let text = error.code == .libraryNotFound ? error.description : error.message
        // Foundation on Linux prints the reason where Apple's prints the description.
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: text, NSLocalizedFailureReasonErrorKey: text,
            NSUnderlyingErrorKey: error,
        ]
        userInfo[NSFilePathErrorKey] = error.path
        if error.code == .multipleIdentifiersFound { userInfo[PHLocalIdentifiersErrorKey] = error.localIdentifiers }
        if let deletedDate = error.deletedDate {
            userInfo[PHDeletedDateErrorKey] = deletedDate
            userInfo[PHDeletedLocalIdentifierErrorKey] = error.identifier
        }
        if let undecoded = error.undecoded {
            userInfo[PHUndecidableReasonErrorKey] = undecoded.sentence
            userInfo[PHUndecodedLocalIdentifiersErrorKey] = undecoded.localIdentifiers
        }
        self.init(Code(error.code), userInfo: userInfo)
    }

    /// The error with PhotoKit's code if it is a `PhotoLibraryError`; other errors do not change.
    static func of(_ error: any Error) -> any Error {
        switch error {
        case let error as PhotoLibraryError: PHPhotosError(error)
        case is CancellationError: PHPhotosError(PhotoLibraryError(.cancelled, "The request was cancelled."))
        default: error
        }
    }

    /// The error of identifiers if the library with this error cannot be opened.
    static func ofMapping(_ error: any Error) -> any Error {
        of((error as? PhotoLibraryError)?.ofMapping ?? error)
    }

    /// Calls `body` and throws its errors with PhotoKit's codes.
    static func mapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw of(error) }
    }
}

extension PHPhotosError.Code {
    /// PhotoKit's code with the same or the nearest meaning.
    package init(_ code: PhotoLibraryError.Code) {
        self = Self.same[code] ?? .internalError
    }

    private static let same: [PhotoLibraryError.Code: PHPhotosError.Code] = [
        // PhotoKit has the same code.
        .identifierNotFound: .identifierNotFound, .multipleIdentifiersFound: .multipleIdentifiersFound,
        .persistentChangeTokenExpired: .persistentChangeTokenExpired,
        .persistentChangeDetailsUnavailable: .persistentChangeDetailsUnavailable,
        .changeNotSupported: .changeNotSupported, .libraryReadOnly: .changeNotSupported,
        .operationInterrupted: .operationInterrupted,
        .invalidResource: .invalidResource, .missingResource: .missingResource, .notEnoughSpace: .notEnoughSpace,
        .requestNotSupportedForAsset: .requestNotSupportedForAsset, .limitExceeded: .limitExceeded,
        .accessRestricted: .accessRestricted, .accessUserDenied: .accessUserDenied, .userCancelled: .userCancelled,
        .networkAccessRequired: .networkAccessRequired, .inSharedAlbum: .networkAccessRequired,
        .networkError: .networkError,
        .libraryVolumeOffline: .libraryVolumeOffline, .libraryInFileProviderSyncRoot: .libraryInFileProviderSyncRoot,
        // An invalid identifier, and that of a deleted photo, identify no object.
        .invalidIdentifier: .identifierNotFound, .deletedByOwner: .identifierNotFound,
        .deletedInSource: .identifierNotFound,
        // The library does not exist, or no longer exists.
        .libraryUnavailable: .relinquishingLibraryBundleToWriter, .libraryNotFound: .relinquishingLibraryBundleToWriter,
        // The library exists but may not be opened.
        .networkFileSystem: .accessRestricted, .libraryFormatTooNew: .accessRestricted,
        // Files that cannot become resources.
        .notAPhoto: .invalidResource, .emptyFile: .invalidResource, .notARegularFile: .invalidResource,
        .metadataOnly: .invalidResource, .photoNotFound: .invalidResource,
        .unreadable: .invalidResource, .sourceChanged: .invalidResource, .unsupportedFile: .invalidResource,
        .fileTooLarge: .limitExceeded, .candidateLimitExceeded: .limitExceeded,
        // Operations that may be tried again.
        .libraryBusy: .operationInterrupted, .fileBusy: .operationInterrupted, .tooManyFailures: .operationInterrupted,
        .cancelled: .userCancelled,
    ]
}
