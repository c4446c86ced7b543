internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Connects to the socket of a broker.
///
/// - Throws: `libraryUnavailable`.
func connectedSocket(_ path: FilePath) throws(PhotoLibraryError) -> Int32 {
    do { return try UnixSocket.connect(to: path).rawValue } catch let error as UnixSocket.PathTooLong {
        throw PhotoLibraryError(.libraryUnavailable, "\(error)", path: path.string)
    } catch { throw .noBroker(at: path, error) }
}

extension PhotoLibraryError {
    static func noBroker(at path: FilePath, _ cause: any Error) -> PhotoLibraryError {
        PhotoLibraryError(
            .libraryUnavailable, "No broker answers at this socket. The owner of the library starts it.",
            path: path.string, cause: cause)
    }
}
