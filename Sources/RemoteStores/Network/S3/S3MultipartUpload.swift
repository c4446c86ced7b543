#if Network
    internal import Originals
    internal import PhotoModel
    internal import SystemSupport

    /// An upload of a large object in parts.
    ///
    /// Each part is read twice, to compute its digest and to send it.
    struct S3MultipartUpload {
        private let key: StoreKey
        private let upload: Upload
        private let existing: ExistingObject
        private let client: S3Client
        private let cancellation: Cancellation

        private static let smallestPart: Int64 = 16 << 20
        /// "Amazon S3 multipart upload limits".
        private static let partLimit: Int64 = 10_000

        init(
            _ key: StoreKey, _ upload: Upload, _ existing: ExistingObject, _ client: S3Client,
            _ cancellation: Cancellation
        ) {
            self.key = key
            self.upload = upload
            self.existing = existing
            self.client = client
            self.cancellation = cancellation
        }

        /// - Returns: Whether the object was written; false if another one is kept.
        func run() throws -> Bool {
            let identifier = try begin()
            do {
                let isWritten = try complete(identifier, tags: try sendParts(identifier))
                if !isWritten { abort(identifier) }
                return isWritten
            } catch {
                abort(identifier)
                throw error
            }
        }

        private func begin() throws -> String {
            let transfer = try client.transport.start(
                try client.request("POST", key.text, query: [("uploads", "")]), cancellation)
            let answer = try transfer.answer()
            guard answer.isSuccess else { throw transfer.s3Failure(answer) }
            guard let identifier = try transfer.readElement("UploadId"), !identifier.isEmpty else {
                throw XMLReader.malformed("It has no identifier of the upload.")
            }
            return identifier
        }

        /// Sends the parts, and returns their entity tags.
        private func sendParts(_ identifier: String) throws -> [String] {
            let length = max(Self.smallestPart, (upload.length + Self.partLimit - 1) / Self.partLimit)
            let (hashed, sent) = (SequentialUpload(upload), SequentialUpload(upload))
            var tags: [String] = []
            for start in stride(from: 0, to: upload.length, by: Int64.Stride(length)) {
                let range = start..<min(start + length, upload.length)
                let sha256 = try hashed.sha256(of: range, cancellation)
                let request = try client.request(
                    "PUT", key.text, query: [("partNumber", "\(tags.count + 1)"), ("uploadId", identifier)],
                    body: (sent.part(range), sha256.hex))
                let transfer = try client.transport.start(request, cancellation)
                let answer = try transfer.answer()
                guard answer.isSuccess else { throw transfer.s3Failure(answer) }
                guard let tag = answer.headers["etag"] else { throw XMLReader.malformed("It has no entity tag.") }
                try transfer.skipBody()
                tags.append(tag)
            }
            return tags
        }

        private func complete(_ identifier: String, tags: [String]) throws -> Bool {
            let (transfer, answer) = try requestCompletion(identifier, tags, S3Client.condition(existing))
            if answer.isSuccess { return try checkCompletion(transfer, answer) }
            if existing == .kept, try client.isTaken(key, answer, cancellation) { return false }
            // Not every service knows the condition here.
            guard existing == .kept, answer.status == 501 else { throw transfer.s3Failure(answer) }
            if try client.object(of: key, cancellation) != nil { return false }
            let (second, secondAnswer) = try requestCompletion(identifier, tags, [])
            guard secondAnswer.isSuccess else { throw second.s3Failure(secondAnswer) }
            return try checkCompletion(second, secondAnswer)
        }

        private func requestCompletion(
            _ identifier: String, _ tags: [String], _ headers: [(name: String, value: String)]
        ) throws -> (HTTPTransfer, HTTPAnswer) {
            let parts = tags.enumerated().map { index, tag in
                "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(Self.escaped(tag))</ETag></Part>"
            }
            let text = "<CompleteMultipartUpload>\(parts.joined())</CompleteMultipartUpload>"
            let body = Upload(Array(text.utf8))
            let sha256 = try SequentialUpload(body).sha256(of: 0..<body.length, cancellation)
            let request = try client.request(
                "POST", key.text, query: [("uploadId", identifier)], headers,
                body: (body, sha256.hex))
            let transfer = try client.transport.start(request, cancellation)
            return (transfer, try transfer.answer())
        }

        /// A service sends 200 before it completes the upload, and says in the body whether it did
        /// (CompleteMultipartUpload of the S3 API).
        private func checkCompletion(_ transfer: HTTPTransfer, _ answer: HTTPAnswer) throws -> Bool {
            var (isComplete, code) = (false, String?.none)
            try transfer.readXML { event in
                switch event {
                case .end("ETag", _): isComplete = true
                case .end("Code", let text): code = text
                default: break
                }
            }
            if existing == .kept, code == "PreconditionFailed" { return false }
            guard isComplete, code == nil else { throw transfer.s3Failure(answer, code: code) }
            return true
        }

        /// Removes the parts.
        ///
        /// A cancelled upload does not wait for the service.
        private func abort(_ identifier: String) {
            ThreadPool.shared.run { [client, key] in try? client.abort(identifier, of: key, Cancellation()) }
        }

        private static func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
    }
#endif
