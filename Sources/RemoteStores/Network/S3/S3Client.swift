#if Network
    internal import ContentDigests
    internal import Foundation
    package import Originals
    internal import PhotoModel
    package import SystemSupport

    /// The objects of a store in a bucket of Amazon S3 or of a service with its interface.
    package final class S3Client: StoreClient {
        let location: S3Location
        private let signature: S3Signature
        let transport: HTTPTransport

        /// Uploads of this many bytes have several parts.
        private static let multipartStart: Int64 = 64 << 20

        package init(_ location: S3Location, _ credentials: S3Credentials, _ settings: HTTPTransport.Settings) {
            self.location = location
            signature = S3Signature(credentials: credentials, region: location.region)
            transport = HTTPTransport(settings)
        }

        // MARK: Requests

        /// A signed request.
        ///
        /// - Parameters:
        ///   - name: The key in the store; `nil` for the bucket.
        ///   - body: The body, and its SHA-256 in hexadecimal.
        func request(
            _ method: String, _ name: String?, query: [(name: String, value: String)] = [],
            _ headers: [(name: String, value: String)] = [], body: (upload: Upload, sha256: String)? = nil
        ) throws -> HTTPRequest {
            let endpoint = location.endpoint
            let path =
                endpoint.path + "/" + S3Encoding.percent(name.map { location.prefix + $0 } ?? "", keepsSlashes: true)
            let query = S3Encoding.query(query)
            let signed = try signature.headers(
                method: method, host: endpoint.authority, path: path, query: query, headers: headers,
                payload: body?.sha256 ?? S3Signature.emptyPayload, date: Date())
            return HTTPRequest(
                method: method, url: endpoint.url(path, query: query), headers: headers + signed, body: body?.upload,
                subject: name)
        }

        // MARK: Reading

        package func object(of key: StoreKey, _ cancellation: Cancellation) throws -> StoreObject? {
            let transfer = try transport.start(try request("HEAD", key.text), cancellation)
            let answer = try transfer.answer()
            if answer.status == 404 {
                try transfer.skipBody()
                return nil
            }
            guard answer.isSuccess else { throw transfer.s3Failure(answer) }
            guard let size = answer.contentLength else { throw HTTPFailures.noSize(of: key.text) }
            try transfer.skipBody()
            return StoreObject(key: key, size: size, version: answer.version)
        }

        package func open(_ key: StoreKey, _ range: Range<Int64>, version: ByteVersion?) -> any ByteSource {
            let condition: [(name: String, value: String)] =
                if case .tag(let tag) = version { [("If-Match", tag)] } else { [] }
            return HTTPObjectSource(range, version: version, over: transport, failure: { $0.s3Failure($1) }) {
                [self] in try request("GET", key.text, condition + $0)
            }
        }

        package func list(
            _ prefix: StoreKey, _ cancellation: Cancellation, _ body: (StoreObject) throws -> Void
        ) throws {
            var token: String?
            repeat {
                var query = [
                    (name: "list-type", value: "2"), ("encoding-type", "url"),
                    ("prefix", location.prefix + prefix.text),
                ]
                if let token { query.append(("continuation-token", token)) }
                let transfer = try transport.start(try request("GET", nil, query: query), cancellation)
                let answer = try transfer.answer()
                guard answer.isSuccess else { throw transfer.s3Failure(answer) }
                let next = try withoutActuallyEscaping(body) { body in
                    try S3Page(transfer) { [location] key, size, version in
                        // Other programs may have objects in the bucket that are no objects of a store.
                        guard key.hasPrefix(location.prefix),
                            let key = StoreKey(String(key.dropFirst(location.prefix.count)))
                        else { return }
                        try body(StoreObject(key: key, size: size, version: version))
                    }.next
                }
                guard next == nil || next != token else { throw XMLReader.malformed("It names the same page again.") }
                token = next
            } while token != nil
        }

        // MARK: Writing

        package func write(
            _ key: StoreKey, _ upload: Upload, existing: ExistingObject, _ cancellation: Cancellation
        ) throws -> Bool {
            guard upload.length < Self.multipartStart else {
                return try S3MultipartUpload(key, upload, existing, self, cancellation).run()
            }
            let sha256 = try SequentialUpload(upload).sha256(of: 0..<upload.length, cancellation)
            let request = try request(
                "PUT", key.text, Self.condition(existing), body: (upload, sha256.hex))
            let transfer = try transport.start(request, cancellation)
            let answer = try transfer.answer()
            if answer.isSuccess {
                try transfer.skipBody()
                return true
            }
            if existing == .kept, try isTaken(key, answer, cancellation) { return false }
            throw transfer.s3Failure(answer)
        }

        static func condition(_ existing: ExistingObject) -> [(name: String, value: String)] {
            existing == .kept ? [("If-None-Match", "*")] : []
        }

        /// Whether a conditional write failed because there is an object that has the key.
        ///
        /// 409 is the answer while another write of the key is under way, whose end is unknown.
        func isTaken(_ key: StoreKey, _ answer: HTTPAnswer, _ cancellation: Cancellation) throws -> Bool {
            if answer.status == 412 { return true }
            return try answer.status == 409 && object(of: key, cancellation) != nil
        }

        package func remove(_ key: StoreKey, _ cancellation: Cancellation) throws {
            let transfer = try transport.start(try request("DELETE", key.text), cancellation)
            let answer = try transfer.answer()
            if answer.isSuccess { return try transfer.skipBody() }
            let failure = transfer.s3Failure(answer)
            guard failure.code == .missingResource else { throw failure }
        }
    }
#endif
