internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// A file of an asset that a client reads.
final class OpenFile: Sendable {
    let resource: AssetResource
    let identity: FileIdentity
    let isImported: Bool
    private let source: Mutex<DigestingByteSource>
    private let isEnded = Mutex(false)

    /// The maximum number of bytes in an answer.
    private static let maximumBytes = 1 << 20

    init(_ resource: AssetResource, _ source: sending DigestingByteSource) {
        self.resource = resource
        identity = source.identity
        isImported = source.isImported
        self.source = Mutex(source)
    }

    /// Ends reading: the owner has taken the access to the asset back.
    func end() { isEnded.withLock { $0 = true } }

    func currentIdentity() throws -> FileIdentity {
        try checkIsOpen()
        return try source.withLock { try $0.currentIdentity() }
    }

    /// The next bytes; none at the end.
    func read(upTo count: Int) throws -> Data {
        try checkIsOpen()
        var bytes = Data(count: min(max(0, count), Self.maximumBytes))
        let size = try source.withLock { source in try bytes.withUnsafeMutableBytes { try source.read(into: $0) } }
        return bytes.prefix(size)
    }

    private func checkIsOpen() throws {
        guard !isEnded.withLock({ $0 }) else {
            throw PhotoLibraryError(
                .accessUserDenied, "The owner of the library has taken back the access to this photo.")
        }
    }
}
