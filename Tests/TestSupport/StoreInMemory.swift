public import AssetLoading
internal import PhotoModel
public import SystemPackage

/// A simulated remote store in memory, which gives the same bytes for every key, in pieces.
public struct StoreInMemory: AssetStore {
    /// The error of a store that fails.
    public struct Disconnected: Error {}

    let bytes: [UInt8]
    let failingAt: Int

    /// Creates a store that fails after `failingAt` bytes.
    public init(bytes: [UInt8], failingAt: Int = .max) {
        self.bytes = bytes
        self.failingAt = failingAt
    }

    /// The bytes, for every path.
    public func open(_ path: FilePath) throws -> any AssetByteSource { Source(self) }

    private final class Source: AssetByteSource {
        let store: StoreInMemory
        var count = 0

        init(_ store: StoreInMemory) { self.store = store }

        var identity: FileIdentity {
            FileIdentity(
                device: 0, inode: 0, size: Int64(store.bytes.count), modifiedNanoseconds: 0, changedNanoseconds: 0)
        }
        func currentIdentity() throws -> FileIdentity { identity }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            if count >= store.failingAt { throw Disconnected() }
            let piece = store.bytes[count...].prefix(min(buffer.count, 100_000))
            buffer.copyBytes(from: piece)
            count += piece.count
            return piece.count
        }
    }
}
