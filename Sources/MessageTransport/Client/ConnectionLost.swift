package import PhotoModel

/// The cause of errors of a connection that ended: the broker may have carried out the request or not.
struct ConnectionLost: Error {}

extension PhotoLibraryError {
    /// Whether the connection to the broker ended before the answer came.
    ///
    /// A request that only reads can be sent again over a new connection.
    package var isConnectionLost: Bool { cause is ConnectionLost }

    package static var connectionLost: PhotoLibraryError {
        PhotoLibraryError(
            .libraryUnavailable, "The connection to the broker ended. Try again.",
            cause: ConnectionLost())
    }
}
