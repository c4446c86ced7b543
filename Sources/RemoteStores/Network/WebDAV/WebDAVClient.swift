#if Network
    internal import ContentDigests
    internal import Foundation
    package import Originals
    internal import PhotoModel
    package import SystemSupport

    /// The objects of a store on a WebDAV service (RFC 4918).
    package final class WebDAVClient: StoreClient {
        private let endpoint: HTTPEndpoint
        private let transport: HTTPTransport

        /// - Parameter endpoint: The address of the store's folder.
        package init(_ endpoint: HTTPEndpoint, _ settings: HTTPTransport.Settings) {
            self.endpoint = endpoint
            transport = HTTPTransport(settings)
        }

        private func request(_ method: String, _ path: String, _ headers: [(String, String)] = []) -> HTTPRequest {
            HTTPRequest(
                method: method, url: endpoint.url("\(endpoint.path)/\(path)"), headers: headers, subject: path)
        }

        /// Sends a request whose answer has no needed body; the statuses are no failures.
        private func send(
            _ request: HTTPRequest, accepting statuses: Set<Int> = [], _ cancellation: Cancellation
        ) throws -> HTTPAnswer {
            let transfer = try transport.start(request, cancellation)
            let answer = try transfer.answer()
            guard answer.isSuccess || statuses.contains(answer.status) else { throw transfer.failure(answer) }
            try transfer.skipBody()
            return answer
        }

        // MARK: Reading

        package func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
            let answer = try send(request("HEAD", key.text), accepting: [404, 410], cancellation)
            guard answer.isSuccess else { return nil }
            // Apache does not state the size of an empty object.
            guard let size = try answer.contentLength ?? listedSize(of: key, cancellation) else {
                throw HTTPFailures.noSize(of: key.text)
            }
            return StoreObject(key: key, size: size, version: answer.version)
        }

        private func listedSize(of key: StoreKey, _ cancellation: Cancellation) throws -> Int64? {
            var size: Int64?
            try readEntries(of: key.text, depth: "0", cancellation) { size = $0.size }
            return size
        }

        /// Calls `body` with the entries of a folder and the folder itself, or of an object; with none if it is
        /// missing.
        private func readEntries(
            of path: String, depth: String, _ cancellation: Cancellation, _ body: @escaping (WebDAVEntry) throws -> Void
        ) throws {
            var request = request("PROPFIND", path, [("Depth", depth), ("Content-Type", "application/xml")])
            request.body = Upload(Array(WebDAVEntry.request.utf8))
            let transfer = try transport.start(request, cancellation)
            let answer = try transfer.answer()
            if [404, 410].contains(answer.status) { return try transfer.skipBody() }
            guard answer.isSuccess else { throw transfer.failure(answer) }
            try transfer.readEntries(body)
        }

        package func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
            // Without If-Match, which weak entity tags never match: the tag of the answer is compared.
            let request = request("GET", key.text)
            return HTTPObjectSource(range, version: version, over: transport) { headers in
                var request = request
                request.headers += headers
                return request
            }
        }

        package func list(
            _ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void
        ) throws {
            let folder = prefix.text.lastIndex(of: "/").map { String(prefix.text[...$0]) } ?? ""
            try list(folder: folder, prefix.text, cancellation, body)
        }

        /// - Parameter folder: Empty, or with a slash at its end.
        private func list(
            folder: String, _ prefix: String, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void
        ) throws {
            let path = "\(endpoint.path)/\(folder)".removingPercentEncoding ?? ""
            var folders: [String] = []
            try withoutActuallyEscaping(body) { body in
                try readEntries(of: folder, depth: "1", cancellation) { entry in
                    guard let name = entry.name(in: path), let key = StoreKey(folder + name) else { return }
                    if entry.isFolder {
                        let inner = key.text + "/"
                        if inner.hasPrefix(prefix) || prefix.hasPrefix(inner) { folders.append(inner) }
                    } else if key.text.hasPrefix(prefix), !key.text.hasSuffix(WebDAVPart.suffix), let size = entry.size
                    {
                        try body(StoreObject(key: key, size: size, version: entry.version))
                    }
                }
            }
            for folder in folders { try list(folder: folder, prefix, cancellation, body) }
        }

        // MARK: Writing

        package func write(
            _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
        ) throws -> Bool {
            let part = WebDAVPart.name(for: key)
            do {
                let sent = DigestOfUpload()
                try put(part, sent.recording(upload), cancellation)
                try compare(part, length: upload.length, with: try sent.sha256(length: upload.length), cancellation)
                let isMoved = try move(part, to: key, existing, cancellation)
                if !isMoved { try remove(part, cancellation) }
                return isMoved
            } catch {
                // A cancelled write does not wait for the service.
                ThreadPool.shared.run { [self] in try? remove(part, Cancellation()) }
                throw error
            }
        }

        private func put(_ part: String, _ upload: Upload, _ cancellation: Cancellation) throws {
            var request = request("PUT", part, [("Content-Type", "application/octet-stream")])
            request.body = upload
            let answer = try send(request, accepting: [404, 409], cancellation)
            guard !answer.isSuccess else { return }
            try makeFolders(of: part, cancellation)
            _ = try send(request, cancellation)
        }

        /// Makes the folders of an object that are missing.
        ///
        /// What the service answers is not compared: it has many answers for folders that it has. The request that
        /// needs the folders shows a failure.
        private func makeFolders(of name: String, _ cancellation: Cancellation) throws {
            var folder = ""
            for component in [""] + name.split(separator: "/").dropLast().map({ $0 + "/" }) {
                folder += component
                _ = try transport.send(request("MKCOL", folder), cancellation)
            }
        }

        /// Reads back what was sent, because services accept requests that were cut, and keep the bytes that came.
        private func compare(_ part: String, length: Int64, with sha256: Digest, _ cancellation: Cancellation) throws {
            let transfer = try transport.start(request("GET", part), cancellation)
            let answer = try transfer.answer()
            guard answer.isSuccess else { throw transfer.failure(answer) }
            let hasher = try ContentHasher(.sha256)
            var count: Int64 = 0
            try transfer.readBody { bytes in
                hasher.update(bytes)
                count += Int64(bytes.count)
                return count <= length
            }
            guard count == length, try hasher.finish() == sha256 else { throw transfer.keptOtherBytes }
        }

        /// - Returns: Whether the object has the key now; false if another object has it.
        private func move(
            _ part: String, to key: StoreKey, _ existing: ExistingObject, _ cancellation: Cancellation
        ) throws -> Bool {
            let target = endpoint.url("\(endpoint.path)/\(key.text)")
            let request = request(
                "MOVE", part, [("Destination", target), ("Overwrite", existing == .kept ? "F" : "T")])
            return try send(request, accepting: existing == .kept ? [412] : [], cancellation).isSuccess
        }

        package func remove(_ key: StoreKey, _ cancellation: Cancellation) throws {
            try remove(key.text, cancellation)
        }

        private func remove(_ name: String, _ cancellation: Cancellation) throws {
            _ = try send(request("DELETE", name), accepting: [404, 410], cancellation)
        }
    }

    /// The name of an object while it is written.
    enum WebDAVPart {
        static let suffix = ".part"

        /// A name that no other write has.
        static func name(for key: StoreKey) -> String {
            let random = (0..<2).map { _ in
                let digits = String(UInt64.random(in: .min ... .max), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }
            return "\(key.text).\(random.joined())\(suffix)"
        }
    }
#endif
