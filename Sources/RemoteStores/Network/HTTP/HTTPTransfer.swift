#if Network
    internal import CLibCurl
    internal import Originals
    internal import PhotoModel
    internal import SystemPackage
    internal import SystemSupport

    /// One request and its answer, sent and read by the thread that calls the functions.
    ///
    /// Memory: what libcurl received at once and the reader did not take, about 512 KiB at most. A transfer that is
    /// released before its end closes its connection.
    final class HTTPTransfer {
        private let transport: HTTPTransport
        private let connection: HTTPConnection
        private let cancellation: Cancellation
        private let exchange: HTTPExchange
        private let failures: HTTPFailures
        private let isAnsweredLate: Bool
        private var headers: UnsafeMutablePointer<curl_slist>?
        private var errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        /// The result of the transfer; `nil` until its end.
        private var result: CURLcode?
        private var isAttached = false

        /// Bytes that libcurl takes from a socket, or from the source of an upload, at once.
        private static let bufferSize = 1 << 18

        init(
            _ request: HTTPRequest, on connection: HTTPConnection, of transport: HTTPTransport,
            _ cancellation: Cancellation
        ) throws {
            (self.connection, self.transport, self.cancellation) = (connection, transport, cancellation)
            exchange = HTTPExchange(request.body, cancellation)
            failures = HTTPFailures(request)
            isAnsweredLate = request.isAnsweredLate
            errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
            curl_easy_reset(connection.easy)
            try setTransport()
            try setRequest(request)
            try setCallbacks()
            guard curl_multi_add_handle(connection.multi, connection.easy) == CURLM_OK else {
                throw HTTPConnection.noMemory
            }
            isAttached = true
        }

        deinit {
            if isAttached { curl_multi_remove_handle(connection.multi, connection.easy) }
            // Resets the pointers to this object.
            curl_easy_reset(connection.easy)
            curl_slist_free_all(headers)
            errorText.deallocate()
            if result == CURLE_OK, exchange.isInStep { transport.keep(connection) }
        }

        // MARK: Options

        private func setTransport() throws {
            let settings = transport.settings
            try connection.set(CURLOPT_NOSIGNAL, 1)
            // A thread that asks for the address of a host does not delay a cancelled transfer.
            try connection.set(CURLOPT_QUICK_EXIT, 1)
            try connection.set(CURLOPT_PROTOCOLS_STR, "http,https")
            try connection.set(CURLOPT_FOLLOWLOCATION, 0)
            try connection.set(CURLOPT_PATH_AS_IS, 1)
            // The flow control of HTTP/2 keeps 32 MiB for each connection.
            try connection.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            try connection.set(CURLOPT_BUFFERSIZE, Self.bufferSize)
            try connection.set(CURLOPT_UPLOAD_BUFFERSIZE, Self.bufferSize)
            try connection.set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTime.milliseconds)
            try connection.set(CURLOPT_SSL_VERIFYPEER, 1)
            try connection.set(CURLOPT_SSL_VERIFYHOST, 2)
            try connection.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            if let authorities = settings.authorities {
                try connection.set(CURLOPT_CAINFO, authorities.string)
                // Without it, the certificates of the system's folder would be trusted too.
                try connection.set(CURLOPT_CAPATH, nil)
            }
            if let user = settings.user {
                try connection.set(CURLOPT_USERNAME, user.name)
                try connection.set(CURLOPT_PASSWORD, user.password)
            }
            try connection.limitUnsentBytes()
        }

        private func setRequest(_ request: HTTPRequest) throws {
            try connection.set(CURLOPT_URL, request.url)
            if failures.isThisHost { try connection.set(CURLOPT_PROXY, "") }
            if request.method == "HEAD" {
                try connection.set(CURLOPT_NOBODY, 1)
            } else {
                if let body = request.body {
                    try connection.set(CURLOPT_UPLOAD, 1)
                    try connection.set(CURLOPT_INFILESIZE_LARGE, size: body.length)
                }
                try connection.set(CURLOPT_CUSTOMREQUEST, request.method)
            }
            let all = [("Accept-Encoding", "identity"), ("User-Agent", "OpenPhotoKit")] + request.headers
            for (name, value) in all {
                guard let longer = curl_slist_append(headers, "\(name): \(value)") else {
                    throw HTTPConnection.noMemory
                }
                headers = longer
            }
            try connection.set(CURLOPT_HTTPHEADER, headers)
        }

        private func setCallbacks() throws {
            let context = Unmanaged.passUnretained(exchange).toOpaque()
            try connection.set(CURLOPT_ERRORBUFFER, errorText)
            try connection.set(CURLOPT_HEADERDATA, context)
            try connection.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                HTTPExchange.of(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            try connection.set(CURLOPT_WRITEDATA, context)
            try connection.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                HTTPExchange.of(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            try connection.set(CURLOPT_READDATA, context)
            try connection.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
                HTTPExchange.of(context).send(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            try connection.set(CURLOPT_SEEKDATA, context)
            clibcurl_set_seek_function(connection.easy) { context, offset, origin in
                HTTPExchange.of(context).rewind(to: Int64(offset), from: origin)
            }
        }

        // MARK: Reading

        /// The status and the headers.
        ///
        /// Sends the request if it was not sent.
        ///
        /// - Throws: `networkError` if no answer comes, `cancelled`, and the errors of the source of an upload.
        func answer() throws -> HTTPAnswer {
            try run { exchange.hasAnswer }
            guard exchange.hasAnswer else { throw failures.noAnswer }
            return exchange.answer
        }

        /// Reads the next bytes of the body; 0 at its end.
        ///
        /// - Throws: As ``answer()``.
        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            guard !buffer.isEmpty else { return 0 }
            guard !cancellation.isCancelled else { throw HTTPFailures.cancelled }
            if let count = exchange.takeReceived(into: buffer) { return count }
            return try exchange.receiving(into: buffer) { try run { exchange.filled > 0 } }
        }

        /// Reads the body until its end, or until `onBytes` returns false.
        func readBody(_ onBytes: (UnsafeRawBufferPointer) throws -> Bool) throws {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = try buffer.withUnsafeMutableBytes({ try read(into: $0) }), count > 0 {
                let goesOn = try buffer.withUnsafeBytes {
                    try onBytes(UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
                }
                if !goesOn { return }
            }
        }

        /// Reads a body that nobody needs, so that the connection can be used again; not more than 64 KiB of it.
        func skipBody() throws {
            var count = 0
            try readBody {
                count += $0.count
                return count < 1 << 16
            }
        }

        /// The error for a service that keeps other bytes than it was sent.
        var keptOtherBytes: PhotoLibraryError { failures.keptOtherBytes }

        /// The error for a body that ends before the bytes that the headers announce.
        var isShort: PhotoLibraryError { failures.isShort }

        /// The error for an answer that is no success.
        func failure(_ answer: HTTPAnswer, detail: String? = nil, as meaning: Int? = nil) -> PhotoLibraryError {
            failures.error(for: answer, detail: detail, as: meaning)
        }

        /// Lets libcurl send and receive until the condition is true or the transfer ends.
        private func run(until isMet: () -> Bool) throws {
            let clock = ContinuousClock()
            var (moved, lastMove) = (Int64(-1), clock.now)
            while !isMet(), result == nil {
                guard !cancellation.isCancelled else { throw HTTPFailures.cancelled }
                try perform()
                if isMet() || result != nil { break }
                let now = clock.now
                if case let count = movedBytes, count != moved { (moved, lastMove) = (count, now) }
                let limit =
                    isAnsweredLate && exchange.isSent ? transport.settings.answerTime : transport.settings.stallTime
                guard now - lastMove < limit else { throw failures.stalled(for: limit) }
                let wait = min(1000, (limit - (now - lastMove)).milliseconds + 1)
                _ = cancellation.run(ending: { [connection] in connection.wakeUp() }) {
                    curl_multi_poll(connection.multi, nil, 0, Int32(wait), nil)
                }
            }
            if let result, result != CURLE_OK, !isMet() {
                if let failure = exchange.failure { throw failure }
                throw failures.error(for: result, String(cString: errorText))
            }
        }

        private func perform() throws {
            if exchange.isPaused {
                exchange.isPaused = false
                curl_easy_pause(connection.easy, CURLPAUSE_CONT)
            }
            var running: Int32 = 0
            guard curl_multi_perform(connection.multi, &running) == CURLM_OK else { throw HTTPConnection.noMemory }
            var rest: Int32 = 0
            while let message = curl_multi_info_read(connection.multi, &rest) {
                if message.pointee.msg == CURLMSG_DONE { result = message.pointee.data.result }
            }
        }

        /// The number of bytes that were sent and received.
        private var movedBytes: Int64 {
            Int64(clibcurl_size(connection.easy, CURLINFO_SIZE_DOWNLOAD_T))
                + Int64(clibcurl_size(connection.easy, CURLINFO_SIZE_UPLOAD_T)) + exchange.headerBytes
        }
    }

    extension Duration {
        /// Whole milliseconds.
        var milliseconds: Int {
            Int(clamping: components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
        }
    }
#endif
