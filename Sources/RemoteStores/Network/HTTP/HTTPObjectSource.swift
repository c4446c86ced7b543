#if Network
    internal import Originals
    internal import PhotoModel
    internal import SystemSupport

    /// A range of the bytes of an object of a service.
    ///
    /// The first read sends the request.
    final class HTTPObjectSource: ByteSource {
        let length: Int64
        private let transport: HTTPTransport
        private let request: ([(name: String, value: String)]) throws -> HTTPRequest
        private let failure: (HTTPTransfer, HTTPAnswer) -> PhotoLibraryError
        private let range: Range<Int64>
        private let expected: ByteVersion?
        private let cancellation = Cancellation()
        private var started: (transfer: HTTPTransfer, version: ByteVersion)?
        private var unread: Int64

        /// - Parameters:
        ///   - version: The version of an earlier part; `nil` for the first part.
        ///   - request: Makes the GET with these headers. It is called when the first byte is read.
        ///   - failure: Makes the error for an answer that is no success.
        init(
            _ range: Range<Int64>, version: ByteVersion?, over transport: HTTPTransport,
            failure: @escaping (HTTPTransfer, HTTPAnswer) -> PhotoLibraryError = { $0.failure($1) },
            _ request: @escaping ([(name: String, value: String)]) throws -> HTTPRequest
        ) {
            (self.range, self.transport, self.request, self.failure) = (range, transport, request, failure)
            expected = version
            length = Int64(range.count)
            unread = length
        }

        var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }

        func version() throws -> ByteVersion { try start().version }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let transfer = try start().transfer
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: unread)))
            let count = try transfer.read(into: part)
            if count == 0, !part.isEmpty { throw transfer.isShort }
            unread -= Int64(count)
            if unread == 0 { try finish(transfer) }
            return count
        }

        private func start() throws -> (transfer: HTTPTransfer, version: ByteVersion) {
            if let started { return started }
            let range = ("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")
            let transfer = try transport.start(try request([range]), cancellation)
            let answer = try transfer.answer()
            try check(answer, of: transfer)
            let started = (transfer, answer.version)
            self.started = started
            return started
        }

        private func check(_ answer: HTTPAnswer, of transfer: HTTPTransfer) throws {
            switch answer.status {
            case 206:
                // RFC 9110, section 14.4.
                let stated = answer.headers["content-range"] ?? ""
                guard stated.hasPrefix("bytes \(range.lowerBound)-\(range.upperBound - 1)/") else {
                    throw Self.changed("The service sent another part of the object.")
                }
            case 200 where range.lowerBound == 0:
                guard answer.contentLength.map({ $0 >= range.upperBound }) != false else {
                    throw Self.changed("The object is shorter.")
                }
            case 200: throw Self.changed("The service sent the whole object instead of a part of it.")
            case 412, 416: throw Self.changed("The service has other bytes than before.")
            default: throw failure(transfer, answer)
            }
            guard expected == nil || expected == .unknown || expected == answer.version else {
                throw Self.changed("The service has other bytes than before.")
            }
        }

        private static func changed(_ reason: String) -> PhotoLibraryError {
            PhotoLibraryError(.sourceChanged, "\(reason) Load the object again from its beginning.")
        }

        /// Reads the end of the answer, after which the connection can be used again.
        ///
        /// A service that answers with the whole object may have more bytes, which are not read.
        private func finish(_ transfer: HTTPTransfer) throws {
            guard try transfer.answer().contentLength.map({ $0 == length }) != false else { return }
            var byte: UInt8 = 0
            _ = try? withUnsafeMutableBytes(of: &byte) { try transfer.read(into: $0) }
        }
    }
#endif
