#if Network
    internal import Foundation
    internal import Originals
    internal import PhotoModel

    /// A page of the list of a bucket's objects (ListObjectsV2).
    struct S3Page {
        /// The token of the next page; `nil` after the last one.
        private(set) var next: String?

        /// Reads a page while it arrives.
        ///
        /// - Parameter body: Called with the key, the size and the version of each object.
        init(_ transfer: HTTPTransfer, _ body: @escaping (String, Int64, ByteVersion) throws -> Void) throws {
            var (key, size, version) = (String?.none, Int64?.none, ByteVersion.unknown)
            var (token, isTruncated) = (String?.none, false)
            try transfer.readXML { event in
                switch event {
                case .start("Contents"): (key, size, version) = (nil, nil, .unknown)
                case .end("Key", let text): key = S3Encoding.listedKey(text)
                case .end("Size", let text): size = Int64(text)
                case .end("ETag", let text): version = ByteVersion(entityTag: text)
                case .end("Contents", _): if let key, let size, size >= 0 { try body(key, size, version) }
                case .end("NextContinuationToken", let text): token = text
                case .end("IsTruncated", let text): isTruncated = text == "true"
                default: break
                }
            }
            guard !isTruncated || token != nil else { throw XMLReader.malformed("It does not name the next page.") }
            next = isTruncated ? token : nil
        }
    }

    extension HTTPTransfer {
        /// The text of one element of the answer's body; `nil` if it has none.
        func readElement(_ name: String) throws -> String? {
            var found: String?
            try readXML { if case .end(name, let text) = $0 { found = found ?? text } }
            return found
        }

        /// The error for an answer that is no success, with the code in its body ("Error Responses" of the S3 API).
        func s3Failure(_ answer: HTTPAnswer) -> PhotoLibraryError {
            // An answer to HEAD has no body, and that of a proxy is no XML.
            s3Failure(answer, code: (try? readElement("Code")) ?? nil)
        }

        func s3Failure(_ answer: HTTPAnswer, code: String?) -> PhotoLibraryError {
            let status: Int? =
                switch code {
                case "RequestTimeout", "InternalError", "SlowDown", "OperationAborted", "ConditionalRequestConflict":
                    503
                case "QuotaExceeded", "XMinioStorageFull", "StorageFull": 507
                case "NoSuchBucket", "NoSuchUpload": 400
                case nil where answer.isSuccess: 502
                case .some where answer.isSuccess: 400
                default: nil
                }
            return failure(answer, detail: code.map { String($0.prefix(100)) }, as: status)
        }
    }
#endif
