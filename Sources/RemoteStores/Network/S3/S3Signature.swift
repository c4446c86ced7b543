#if Network
    internal import AgeEncryption
    internal import ContentDigests
    internal import Foundation
    internal import PhotoModel

    /// Signs requests with Signature Version 4 (Amazon S3 API Reference, "Signature Calculations for the Authorization
    /// Header: Transferring Payload in a Single Chunk").
    struct S3Signature {
        let credentials: S3Credentials
        let region: String
        var service = "s3"

        /// The digest of no bytes.
        static let emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

        /// The headers to add to a request so that the service accepts it; all `headers` are signed.
        ///
        /// - Parameters:
        ///   - path: Percent-encoded.
        ///   - query: Percent-encoded and sorted, as ``S3Encoding/query(_:)`` makes it.
        ///   - payload: The SHA-256 of the body in hexadecimal.
        func headers(
            method: String, host: String, path: String, query: String, headers: [(name: String, value: String)],
            payload: String, date: Date
        ) throws(PhotoLibraryError) -> [(name: String, value: String)] {
            let time = Self.text(date)
            var added = [(name: "x-amz-date", value: time)]
            // Amazon's examples for other services have no such header.
            if service == "s3" { added.append(("x-amz-content-sha256", payload)) }
            if let token = credentials.sessionToken { added.append(("x-amz-security-token", token)) }
            let signed = ([("host", host)] + headers + added)
                .map { ($0.0.lowercased(), $0.1.trimmingCharacters(in: .whitespaces)) }.sorted { $0.0 < $1.0 }
            let names = signed.map(\.0).joined(separator: ";")
            let lines = signed.map { "\($0):\($1)\n" }.joined()
            let request = [method, path.isEmpty ? "/" : path, query, lines, names, payload].joined(separator: "\n")
            let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
            let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(try Self.sha256(request))"
            let signature = try sign(text, day: String(time.prefix(8)))
            added.append(
                (
                    "Authorization",
                    "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), "
                        + "Signature=\(signature)"
                ))
            return added
        }

        private func sign(_ text: String, day: String) throws(PhotoLibraryError) -> String {
            var key = SecretBytes(Array("AWS4\(credentials.secretKey)".utf8))
            for part in [day, region, service, "aws4_request"] {
                key = SecretBytes(try KeyDerivation.hmac(key, part.utf8))
            }
            return try KeyDerivation.hmac(key, text.utf8).hexadecimal
        }

        private static func sha256(_ text: String) throws(PhotoLibraryError) -> String {
            let hasher = try ContentHasher(.sha256)
            Array(text.utf8).withUnsafeBytes { hasher.update($0) }
            return try hasher.finish().hex
        }

        /// A time as `20130524T000000Z`.
        private static func text(_ date: Date) -> String {
            var time = time_t(date.timeIntervalSince1970)
            var parts = tm()
            gmtime_r(&time, &parts)
            var text = [CChar](repeating: 0, count: 32)
            strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The encodings of a signed request.
    enum S3Encoding {
        private static let digits = Array("0123456789ABCDEF".utf8)

        static func isUnreserved(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                true
            default: false
            }
        }

        /// Percent-encodes all bytes except the unreserved ones (RFC 3986, section 2.3), and slashes if they are kept.
        static func percent(_ text: String, keepsSlashes: Bool = false) -> String {
            var bytes: [UInt8] = []
            for byte in text.utf8 {
                if isUnreserved(byte) || keepsSlashes && byte == UInt8(ascii: "/") {
                    bytes.append(byte)
                } else {
                    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// A key in a list, which the service encodes as values of a form: a plus sign is a blank.
        static func listedKey(_ text: String) -> String? { text.replacing("+", with: " ").removingPercentEncoding }

        /// A query: percent-encoded and sorted by the encoded names.
        static func query(_ items: [(name: String, value: String)]) -> String {
            items.map { (percent($0.name), percent($0.value)) }.sorted { $0 < $1 }.map { "\($0)=\($1)" }
                .joined(separator: "&")
        }
    }
#endif
