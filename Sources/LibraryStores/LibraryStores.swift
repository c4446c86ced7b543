internal import Foundation
package import LibraryMaintenance
package import LibraryStorage
internal import Originals
internal import PhotoCatalog
package import PhotoModel
internal import RemoteStores
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The stores of a library: which it has, and those that this process has reached.
package final class LibraryStores: Sendable {
    package let library: LibraryContext
    let connections: StoreConnections
    let copier: CatalogCopier
    /// Renders the preview of a photo's displayed picture; `nil` if the picture cannot be decoded.
    private let render: @Sendable (String) throws -> Preview?
    private let reached = Mutex<[UUID: ConnectedStore]>([:])

    package init(
        _ library: LibraryContext, _ copier: CatalogCopier, render: @escaping @Sendable (String) throws -> Preview?
    ) {
        self.library = library
        self.copier = copier
        self.render = render
        connections = StoreConnections(in: library.folder)
    }

    // MARK: Reaching

    /// The stores of these names, or all, that answer now.
    ///
    /// - Parameter failures: Gets the stores that do not answer.
    /// - Throws: `changeNotSupported` if the library has no store, or none of a name.
    func reachable(
        named names: [String]?, limit bytesPerSecond: Int? = nil, _ failures: inout [String: PhotoLibraryError],
        until cancellation: Cancellation
    ) throws -> [ConnectedStore] {
        let all = try connections.all()
        guard !all.isEmpty else {
            throw PhotoLibraryError(
                .changeNotSupported, "The library has no store. Add one first.", remedy: .addStore)
        }
        for name in names ?? [] where !all.contains(where: { $0.name == name }) {
            throw PhotoLibraryError(
                .changeNotSupported,
                "The library has no store “\(name)”. Its stores are: \(all.map(\.name).joined(separator: ", ")).")
        }
        // A process may have the library open for months.
        countUse()
        var stores: [ConnectedStore] = []
        for connection in all where names?.contains(connection.name) ?? true {
            do { stores.append(try store(connection, limit: bytesPerSecond, until: cancellation)) } catch {
                failures[connection.name] = try noted(error, of: connection)
            }
        }
        return stores
    }

    /// The store of a connection, which is asked for its description the first time.
    func store(
        _ connection: StoreConnection, limit bytesPerSecond: Int? = nil, until cancellation: Cancellation
    ) throws -> ConnectedStore {
        // The address or the password may have been changed.
        if bytesPerSecond == nil, let known = reached.withLock({ $0[connection.id] }), known.connection == connection {
            // Its disk may have been taken away, or exchanged.
            try known.store.checkIdentity(cancellation)
            return known
        }
        guard let record = try library.catalog.stores().first(where: { $0.id == connection.id }) else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "The catalogue does not know the store “\(connection.name)”. Remove the store and add it again.")
        }
        let store = ConnectedStore(
            record: record, connection: connection,
            store: try connection.open(limit: bytesPerSecond, until: cancellation))
        if bytesPerSecond == nil { reached.withLock { $0[connection.id] = store } }
        return store
    }

    /// Records that a store failed, and returns the error with the store's name.
    ///
    /// A library that may not be changed records nothing.
    ///
    /// - Throws: `cancelled` if this is the error; the error itself if no ``StoreClient`` throws such errors, or if it
    ///   names a file of the library: the library's disk or catalogue failed, not the store.
    func noted(_ error: any Error, of connection: StoreConnection) throws -> PhotoLibraryError {
        guard let ofStore = error as? PhotoLibraryError, ofStore.code != .cancelled,
            ofStore.path.map({ !FilePath($0).starts(with: library.folder.path) }) ?? true
        else { throw PhotoLibraryError(converting: error) }
        let failure = ofStore.naming(store: connection.name)
        if library.catalog.isWritable { try library.catalog.record(.store(.failed(connection.id, failure.message))) }
        return failure
    }

    // MARK: Previews

    /// The preview of a photo; `nil` if it has no picture that can be decoded.
    func preview(of asset: String) throws -> Preview? { try render(asset) }
}

/// A small picture of a photo, which is shown while its originals are in stores only.
package struct Preview: Sendable {
    /// The SHA-256 of the file whose picture it is: the original, or the edited picture.
    package let sha256: Digest
    /// At most ``PreviewPicture/side`` pixels long.
    package let jpeg: [UInt8]

    package init(sha256: Digest, jpeg: [UInt8]) { (self.sha256, self.jpeg) = (sha256, jpeg) }

    /// Writes the preview into the library's folder, durably.
    func write(in library: LibraryFolder) throws {
        try library.makeFolder(sha256.previewPath.removingLastComponent())
        let file = try ReplacementFile(at: library.path.pushing(sha256.previewPath))
        try jpeg.withUnsafeBytes { try file.append($0) }
        try file.finish()
    }
}

/// A store that answered.
struct ConnectedStore: Sendable {
    let record: StoreRecord
    let connection: StoreConnection
    let store: OriginalStore
}

extension PhotoLibraryError {
    /// Whether the error is one of a whole store, after which other requests to it fail too.
    var isOfStore: Bool { [.networkError, .accessUserDenied, .notEnoughSpace, .libraryVolumeOffline].contains(code) }
}

extension StoredResource {
    /// The name for messages.
    var name: String { originalFilename?.string ?? asset }

    /// The file, as far as its bytes need it.
    var resource: AssetResource {
        AssetResource(
            kind: kind, location: content.location, originalFilename: originalFilename,
            bytes: Int(clamping: content.size),
            sha256: content.sha256, imageDataDigest: nil, format: .unknown, orientation: .up, colorProfile: .none)
    }
}

extension LibraryContext {
    /// Opens the bytes of a file, also from a store, which sends first what a person waits for.
    func open(_ file: StoredResource) throws -> any ByteSource {
        try originals.openCompared(file.resource, .background)
    }
}
