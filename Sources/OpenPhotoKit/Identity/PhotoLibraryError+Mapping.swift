package import PhotoModel

extension PhotoLibraryError {
    /// The error of an identifier's mapping whose reading failed with this error.
    ///
    /// For an app that sees no photos, and without a library, no object has the identifier, as PhotoKit answers.
    package var ofMapping: PhotoLibraryError {
        switch code {
        case .accessUserDenied, .accessRestricted, .libraryUnavailable:
            PhotoLibraryError(
                .identifierNotFound, "Nothing was found for this identifier. \(message)", identifier: identifier,
                cause: self)
        default: self
        }
    }
}

extension Result where Failure == any Error {
    /// The answer as the mapping of an identifier gives it.
    func asMapping() -> Self { mapError { ($0 as? PhotoLibraryError)?.ofMapping ?? $0 } }
}
