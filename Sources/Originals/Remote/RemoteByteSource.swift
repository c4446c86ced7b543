internal import PhotoModel

/// Bytes that a remote store sends.
///
/// The errors of the store become `networkError`, unless they are errors of the library. A store that sends more bytes
/// than the file has does not have the file.
final class RemoteByteSource: ByteSource {
    let length: Int64
    private let source: any ByteSource
    private let failures: ResourceFailures
    private var count: Int64 = 0

    init(_ source: any ByteSource, length: Int64, _ failures: ResourceFailures) {
        self.source = source
        self.length = length
        self.failures = failures
    }

    var cancel: @Sendable () -> Void { source.cancel }

    func version() throws -> ByteVersion { try failures.mappingNetwork { try source.version() } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try failures.mappingNetwork { try source.read(into: buffer) }
        count += Int64(read)
        guard count <= length else { throw failures.changed }
        return read
    }
}
