import Originals
import RemoteStores
import SystemSupport
import TestSupport

/// A client of a service that gets all bytes before it says that it has the object.
struct SendingClient: StoreClient {
    let client: UnreliableClient

    func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
        try client.object(of: key, cancellation)
    }

    func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
        client.open(key, range, version: version)
    }

    func list(_ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void) throws {
        try client.list(prefix, cancellation, body)
    }

    func write(
        _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
    ) throws -> Bool {
        let bytes = try upload.open().all()
        try upload.willSend(bytes.count)
        return try client.write(
            key, Upload(length: upload.length) { BytesInMemory(bytes) }, existing: existing, cancellation)
    }

    func remove(_ key: StoreKey, _ cancellation: Cancellation) throws { try client.remove(key, cancellation) }

    func removeAbandonedParts(_ cancellation: Cancellation) throws { try client.removeAbandonedParts(cancellation) }
}
