#if Network
    internal import CLibCurl
    internal import Glibc
    internal import Originals
    internal import PhotoModel
    internal import SystemSupport

    /// What libcurl received and sends: the callbacks of one transfer.
    final class HTTPExchange {
        /// The latest headers; complete if ``hasAnswer``.
        private(set) var answer = HTTPAnswer()
        private(set) var hasAnswer = false
        private(set) var headerBytes: Int64 = 0
        /// Why a callback ended the transfer.
        private(set) var failure: (any Error)?

        /// Whether libcurl keeps bytes until it may go on.
        var isPaused = false
        /// The buffer of the reader, and how much of it is filled.
        private var target = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        private(set) var filled = 0
        /// Bytes that did not fit into the reader's buffer, from ``taken``.
        private var received: [UInt8] = []
        private var taken = 0

        private let upload: Upload?
        private var source: (any ByteSource)?
        private var sent: Int64 = 0
        private let cancellation: Cancellation

        private static let headerLimit: Int64 = 1 << 18
        private static let receivedLimit = 1 << 18

        init(_ upload: Upload?, _ cancellation: Cancellation) {
            (self.upload, self.cancellation) = (upload, cancellation)
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> HTTPExchange {
            guard let context else { preconditionFailure("libcurl lost the context of a callback.") }
            return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
        }

        // MARK: Receiving

        /// Takes one line of the headers, with its line end.
        func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
            headerBytes += Int64(bytes.count)
            guard headerBytes <= Self.headerLimit else {
                failure = PhotoLibraryError(.networkError, "The service sent headers of more than 256 KiB.")
                return 0
            }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix("HTTP/") {
                // 1xx answers come before the answer.
                let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0.prefix(3)) }
                answer = HTTPAnswer(status: status ?? 0)
            } else if let colon = line.firstIndex(of: ":") {
                answer.headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].trimmed)
            } else if line.allSatisfy(\.isWhitespace), answer.status >= 200 {
                hasAnswer = true
            }
            return bytes.count
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard received.count - taken < Self.receivedLimit else {
                isPaused = true
                return Int(CURL_WRITEFUNC_PAUSE)
            }
            let count = min(bytes.count, target.count - filled)
            UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyBytes(from: bytes.prefix(count))
            filled += count
            received += bytes.dropFirst(count)
            return bytes.count
        }

        /// Copies bytes that were received before; `nil` if there are none.
        func takeReceived(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
            guard taken < received.count else { return nil }
            let part = received[taken...].prefix(buffer.count)
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            taken += part.count
            if taken == received.count {
                received.removeAll(keepingCapacity: true)
                taken = 0
            }
            return part.count
        }

        /// Receives into a buffer while `body` runs, and returns the number of bytes.
        func receiving(into buffer: UnsafeMutableRawBufferPointer, _ body: () throws -> Void) rethrows -> Int {
            (target, filled) = (buffer, 0)
            defer { target = UnsafeMutableRawBufferPointer(start: nil, count: 0) }
            try body()
            defer { filled = 0 }
            return filled
        }

        // MARK: Sending

        /// Whether the next request on the connection gets its own answer.
        ///
        /// Some services refuse a request before they read its body, and then read the body as the next request.
        /// WsgiDAV sends a body when it refuses HEAD.
        var isInStep: Bool { answer.isSuccess || upload == nil && answer.status == 404 }

        /// Whether the whole request was given to libcurl.
        var isSent: Bool { upload.map { sent == $0.length } ?? true }

        func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let upload, !cancellation.isCancelled else { return Int(CURL_READFUNC_ABORT) }
            do {
                let source = try self.source ?? upload.open()
                self.source = source
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: upload.length - sent)))
                guard !part.isEmpty else { return 0 }
                let count = try cancellation.run(ending: source.cancel) { try source.read(into: part) }
                guard count > 0 else { throw HTTPFailures.changedWhileSent }
                try upload.willSend(count)
                sent += Int64(count)
                // Before the last bytes are sent, so that the service never has a whole object of wrong bytes: a source
                // that knows its digest compares it at its end.
                if sent == upload.length {
                    try cancellation.run(ending: source.cancel) { try Self.expectEnd(of: source) }
                }
                return count
            } catch {
                failure = error
                return Int(CURL_READFUNC_ABORT)
            }
        }

        private static func expectEnd(of source: any ByteSource) throws {
            var byte: UInt8 = 0
            guard try withUnsafeMutableBytes(of: &byte, { try source.read(into: $0) }) == 0 else {
                throw HTTPFailures.changedWhileSent
            }
        }

        /// Begins again with the first byte: libcurl sends a request again if a kept connection was closed meanwhile.
        func rewind(to offset: Int64, from origin: Int32) -> Int32 {
            guard offset == 0, origin == SEEK_SET else { return Int32(CURL_SEEKFUNC_CANTSEEK) }
            (source, sent) = (nil, 0)
            return Int32(CURL_SEEKFUNC_OK)
        }
    }

    extension Substring {
        /// Without the white space at both ends.
        fileprivate var trimmed: Substring {
            let start = drop(while: \.isWhitespace)
            return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
        }
    }
#endif
