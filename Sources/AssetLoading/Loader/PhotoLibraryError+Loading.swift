internal import PhotoModel
internal import SystemPackage

extension PhotoLibraryError {
    static func cancelled(_ path: FilePath?) -> PhotoLibraryError {
        PhotoLibraryError(.cancelled, "Loading was cancelled.", path: path?.string)
    }

    static func sourceChanged(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .sourceChanged, "The file changed while it was read: load it again when nothing writes to it.",
            path: path.string)
    }
}
