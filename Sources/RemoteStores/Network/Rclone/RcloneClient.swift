#if Network
    package import Originals
    package import SystemSupport

    /// The objects of a store in a remote of rclone, which rclone serves by WebDAV to this process.
    package final class RcloneClient: StoreClient {
        private let server: RcloneServer
        private let client: WebDAVClient

        /// Starts rclone, and waits until it serves.
        ///
        /// - Parameter remote: `REMOTE:PATH`, as rclone names it, without a credential.
        /// - Throws: `invalidResource` if rclone is not installed or does not know the remote; `cancelled`.
        package init(_ remote: String, _ cancellation: Cancellation) throws {
            server = try RcloneServer(remote, cancellation)
            var settings = HTTPTransport.Settings()
            settings.user = server.user
            client = WebDAVClient(server.endpoint, settings)
        }

        package func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
            try client.object(of: key, cancellation)
        }

        package func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
            client.open(key, range, version: version)
        }

        package func list(
            _ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void
        ) throws {
            try client.list(prefix, cancellation, body)
        }

        package func write(
            _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
        ) throws -> Bool {
            try client.write(key, upload, existing: existing, cancellation)
        }

        package func remove(_ key: StoreKey, _ cancellation: Cancellation) throws {
            try client.remove(key, cancellation)
        }

        package func removeAbandonedParts(_ cancellation: Cancellation) throws {
            try client.removeAbandonedParts(cancellation)
        }
    }
#endif
