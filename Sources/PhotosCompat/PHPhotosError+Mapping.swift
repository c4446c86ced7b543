internal import Foundation
package import OpenPhotoKit

extension PHPhotosError {
    /// The error as PhotoKit would have said it.
    package init(_ error: PhotoLibraryError) {
        // Foundation on Linux prints the reason where Apple's prints the description.
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: error.message, NSLocalizedFailureReasonErrorKey: error.message,
            NSUnderlyingErrorKey: error,
        ]
        userInfo[NSFilePathErrorKey] = error.path
        if error.code == .multipleIdentifiersFound { userInfo[PHLocalIdentifiersErrorKey] = error.localIdentifiers }
        if let deletedDate = error.deletedDate {
            userInfo[PHDeletedDateErrorKey] = deletedDate
            userInfo[PHDeletedLocalIdentifierErrorKey] = error.identifier
        }
        self.init(Code(error.code), userInfo: userInfo)
    }

    /// The error in PhotoKit's words if it is one of this library's; others stay what they are.
    static func of(_ error: any Error) -> any Error {
        switch error {
        case let error as PhotoLibraryError: PHPhotosError(error)
        case is CancellationError: PHPhotosError(PhotoLibraryError(.cancelled, "The request was cancelled."))
        default: error
        }
    }

    /// Calls `body` and throws its errors in PhotoKit's words.
    static func mapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw of(error) }
    }
}

extension PHPhotosError.Code {
    /// The code of PhotoKit that says the same, or is nearest to it.
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
        .networkAccessRequired: .networkAccessRequired, .networkError: .networkError,
        .libraryVolumeOffline: .libraryVolumeOffline, .libraryInFileProviderSyncRoot: .libraryInFileProviderSyncRoot,
        // An identifier that cannot be read names nothing here; nor does one of a photo that was deleted.
        .invalidIdentifier: .identifierNotFound, .deletedByOwner: .identifierNotFound,
        // There is no library any more, or not yet.
        .libraryUnavailable: .relinquishingLibraryBundleToWriter, .libraryNotFound: .relinquishingLibraryBundleToWriter,
        // The library is there and may not be opened.
        .networkFileSystem: .accessRestricted, .libraryFormatTooNew: .accessRestricted,
        // Files that do not become resources.
        .notAPhoto: .invalidResource, .emptyFile: .invalidResource, .notARegularFile: .invalidResource,
        .unreadable: .invalidResource, .sourceChanged: .invalidResource, .unsupportedFile: .invalidResource,
        .fileTooLarge: .limitExceeded, .candidateLimitExceeded: .limitExceeded,
        // What may be tried again.
        .libraryBusy: .operationInterrupted, .fileBusy: .operationInterrupted, .tooManyFailures: .operationInterrupted,
        .cancelled: .userCancelled,
    ]
}
