internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// A file of an asset that a client reads.
final class OpenFile: Sendable {
    let identity: FileIdentity
    private let source: Mutex<DigestingByteSource>

    /// The maximum number of bytes in an answer.
    private static let maximumBytes = 1 << 20

    init(_ source: sending DigestingByteSource) {
        identity = source.identity
        self.source = Mutex(source)
    }

    func currentIdentity() throws -> FileIdentity { try source.withLock { try $0.currentIdentity() } }

    /// The next bytes; none at the end.
    func read(upTo count: Int) throws -> Data {
        var bytes = Data(count: min(max(0, count), Self.maximumBytes))
        let size = try source.withLock { source in try bytes.withUnsafeMutableBytes { try source.read(into: $0) } }
        return bytes.prefix(size)
    }
}
