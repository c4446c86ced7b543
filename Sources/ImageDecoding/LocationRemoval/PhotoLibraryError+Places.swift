package import PhotoModel

extension PhotoLibraryError {
    /// The error for a file whose places cannot be removed.
    package static func placesNotRemovable(_ reason: String) -> PhotoLibraryError {
        PhotoLibraryError(
            .unsupportedFile,
            "\(reason) Its places cannot be removed, so it is not given to apps without places. Give the app access to "
                + "places to share it.")
    }
}
