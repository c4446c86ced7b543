#if Network
    internal import Foundation
    internal import PhotoModel
    package import SystemSupport

    extension S3Client {
        /// Aborts the uploads in parts that writers left behind: those that began more than a day ago.
        ///
        /// The service lists at most 1,000. Further ones are for the next call.
        package func removeAbandonedParts(_ cancellation: Cancellation) throws {
            for upload in try abandonedUploads(cancellation) {
                try abort(upload.identifier, of: upload.key, cancellation)
            }
        }

        /// Their ages are by the service's own clock (ListMultipartUploads of the S3 API).
        func abandonedUploads(_ cancellation: Cancellation) throws -> [(key: StoreKey, identifier: String)] {
            let query = [(name: "uploads", value: ""), ("encoding-type", "url"), ("prefix", location.prefix)]
            let transfer = try transport.start(try request("GET", nil, query: query), cancellation)
            let answer = try transfer.answer()
            guard answer.isSuccess else { throw transfer.s3Failure(answer) }
            var uploads: [(key: StoreKey, identifier: String)] = []
            var (key, identifier, beginning) = (StoreKey?.none, "", Date?.none)
            try transfer.readXML { event in
                switch event {
                case .start("Upload"): (key, identifier, beginning) = (nil, "", nil)
                case .end("Key", let text): key = self.storeKey(text)
                case .end("UploadId", let text): identifier = text
                case .end("Initiated", let text): beginning = Self.date(text)
                case .end("Upload", _):
                    guard let key, let beginning, let now = answer.date, now.timeIntervalSince(beginning) > 86_400
                    else { return }
                    uploads.append((key, identifier))
                default: break
                }
            }
            return uploads
        }

        /// The key of a listed upload; `nil` for an upload of another program that uses the bucket.
        private func storeKey(_ text: String) -> StoreKey? {
            guard let name = S3Encoding.listedKey(text), name.hasPrefix(location.prefix),
                let key = StoreKey(String(name.dropFirst(location.prefix.count)))
            else { return nil }
            let folders = [StoreNames.Kind.originals.folder, StoreNames.Kind.previews.folder, StoreNames.catalogs]
            return folders.contains { key.text.hasPrefix($0.text) } ? key : nil
        }

        /// Some services state fractions of seconds.
        private static func date(_ text: String) -> Date? { try? Date("\(text.prefix(19))Z", strategy: .iso8601) }

        /// Removes the parts of an upload.
        func abort(_ identifier: String, of key: StoreKey, _ cancellation: Cancellation) throws {
            let request = try request("DELETE", key.text, query: [("uploadId", identifier)])
            let transfer = try transport.start(request, cancellation)
            let answer = try transfer.answer()
            guard answer.isSuccess || answer.status == 404 else { throw transfer.s3Failure(answer) }
            try transfer.skipBody()
        }
    }
#endif
