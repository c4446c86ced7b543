package import Originals
internal import PhotoModel
internal import SystemSupport

/// Where the bytes of an encrypted file come from.
package struct EncryptedFile: Sendable {
    /// What is known of the file before it is read.
    package enum Length: Sendable {
        /// The size of the file, found by a function that may wait and is called once.
        case encrypted(@Sendable () throws -> Int64)
        /// The number of bytes that were encrypted.
        case plain(Int64)
    }

    let length: Length
    /// Opens a range of the file's bytes, not empty.
    let open: @Sendable (Range<Int64>) throws -> any ByteSource

    package init(_ length: Length, open: @escaping @Sendable (Range<Int64>) throws -> any ByteSource) {
        self.length = length
        self.open = open
    }
}

/// Reads an encrypted file at positions that mostly rise, with few requests.
final class EncryptedFileReader {
    /// The size of the file; larger than any file until it is known.
    private(set) var size = Int64.max
    private let file: EncryptedFile
    private let cancellation: Cancellation
    private var source: (any ByteSource)?
    /// The position of the next byte of ``source``.
    private var position: Int64 = 0

    init(_ file: EncryptedFile, _ cancellation: Cancellation) throws {
        self.file = file
        self.cancellation = cancellation
        if case .encrypted(let size) = file.length { self.size = try size() }
    }

    /// The version of the bytes that are being read.
    func version() throws -> ByteVersion { try source?.version() ?? .unknown }

    /// Fills the buffer with the bytes at a position.
    ///
    /// - Parameter end: The end of what will be read from there on: more is not asked for.
    /// - Throws: The error of ``AgeFailure/truncated`` if the file ends before; `cancelled`; the errors of the source.
    func read(into buffer: UnsafeMutableRawBufferPointer, at start: Int64, until end: Int64) throws {
        if start != position { source = nil }
        position = start
        var missing = buffer
        while !missing.isEmpty {
            try cancellation.check()
            let isFresh = source == nil
            guard position < min(end, size) else { throw AgeFailure.truncated.error }
            let current = try source ?? file.open(position..<min(end, size))
            source = current
            let count = try cancellation.run(ending: current.cancel) { try current.read(into: missing) }
            if count == 0 {
                // The part that was asked for has ended, and the next part is asked for.
                guard !isFresh else { throw AgeFailure.truncated.error }
                source = nil
            }
            position += Int64(count)
            missing = UnsafeMutableRawBufferPointer(rebasing: missing.dropFirst(count))
        }
    }

    /// Reads the header and the nonce of the payload.
    ///
    /// - Parameter end: The end of what will be read after them, if the header is of the smallest size.
    /// - Throws: The errors of ``AgeFailure`` for headers; those of ``read(into:at:until:)``.
    func header(until end: Int64) throws -> (header: AgeHeader, nonce: [UInt8], payload: Int64) {
        // A header that this module can read is not shorter.
        let usual = AgeHeader.smallestSize
        guard size > 0 else { throw AgeFailure.notAge.error }
        var bytes = try read(Int(min(Int64(usual), size)), at: 0, until: end)
        if let line = bytes.firstRange(of: [AgeHeader.newline] + Array("---".utf8)),
            let end = bytes[line.upperBound...].firstIndex(of: AgeHeader.newline)
        {
            bytes.removeSubrange((end + 1)...)
        }
        while !AgeHeader.isWhole(bytes) {
            guard bytes.count < AgeHeader.maximumSize else { throw AgeFailure.headerTooLong.error }
            guard Int64(bytes.count) < size else { throw AgeFailure.malformedHeader("it does not end").error }
            let start = Int64(bytes.count)
            bytes += try read(1, at: start, until: max(end, start + Int64(usual)))
        }
        let header = try AgeHeader(parsing: bytes)
        let start = Int64(bytes.count)
        guard start + Int64(AgePayload.nonceSize) <= size else {
            throw AgeFailure.malformedHeader("it has no nonce").error
        }
        let nonce = try read(AgePayload.nonceSize, at: start, until: max(end, start + Int64(AgePayload.nonceSize)))
        let payload = start + Int64(AgePayload.nonceSize)
        if case .plain(let length) = file.length { size = payload + AgePayload.encryptedSize(of: length) }
        return (header, nonce, payload)
    }

    private func read(_ count: Int, at start: Int64, until end: Int64) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { try read(into: $0, at: start, until: end) }
        return bytes
    }
}
