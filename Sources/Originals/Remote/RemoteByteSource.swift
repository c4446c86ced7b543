internal import PhotoModel

/// Bytes that one of several remote stores sends: the first one that sends any.
///
/// The errors of the stores become `networkError`. So does an end before the last byte, because the connection may have
/// ended. A store that sends more bytes than the file has does not have the file.
final class RemoteByteSource: ByteSource {
    let length: Int64
    /// The bytes as each store sends them; at least one.
    private let sources: [any ByteSource]
    private let failures: ResourceFailures
    private var current = 0
    private var count: Int64 = 0

    /// - Parameter sources: At least one.
    init(_ sources: [any ByteSource], length: Int64, _ failures: ResourceFailures) {
        self.sources = sources
        self.length = length
        self.failures = failures
    }

    var cancel: @Sendable () -> Void {
        let cancellations = sources.map(\.cancel)
        return { for cancel in cancellations { cancel() } }
    }

    func version() throws -> ByteVersion { try failures.mappingNetwork { try sources[current].version() } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            do { return try readFromCurrent(into: buffer) } catch {
                let isOfNetwork = (error as? PhotoLibraryError)?.code == .networkError
                guard count == 0, isOfNetwork, current + 1 < sources.count else { throw error }
                current += 1
            }
        }
    }

    private func readFromCurrent(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let read = try failures.mappingNetwork { try sources[current].read(into: buffer) }
        count += Int64(read)
        guard count <= length else { throw failures.changed }
        guard read > 0 || count == length || buffer.isEmpty else { throw failures.endedEarly }
        return read
    }
}
