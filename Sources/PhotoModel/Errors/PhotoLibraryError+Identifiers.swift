extension PhotoLibraryError {
    /// The error for a local identifier that no asset of the library has.
    package static func noAsset(withLocalIdentifier localIdentifier: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
    }

    /// The error for a local identifier that no asset, album or folder of the library has.
    package static func noObject(withLocalIdentifier localIdentifier: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .identifierNotFound, "No photo, album or folder of this library has this identifier.",
            identifier: localIdentifier)
    }
}
