#if Network
    import Foundation
    import PhotoModel
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// Signatures that Amazon published, and those of Amazon's client.
    @Suite struct S3SignatureTests {
        private static let published = S3Credentials(
            accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
        private static let manual = S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")

        private static func signature(in headers: [(name: String, value: String)]) -> String? {
            headers.first { $0.name == "Authorization" }?.value.components(separatedBy: "Signature=").last
        }

        /// The test suite of Signature Version 4 (aws-sig-v4-test-suite).
        @Test(arguments: [
            ("GET", "/", "", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            (
                "GET", "/", "Param1=value1&Param2=value2",
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
            ),
            (
                "GET", "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "",
                "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"
            ),
            ("GET", "/%E1%88%B4", "", "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
            ("POST", "/", "", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        ])
        func theTestSuite(_ method: String, _ path: String, _ query: String, _ expected: String) throws {
            let signature = S3Signature(credentials: Self.published, region: "us-east-1", service: "service")
            let date = try #require(ISO8601DateFormatter().date(from: "2015-08-30T12:36:00Z"))
            let headers = try signature.headers(
                method: method, host: "example.amazonaws.com", path: path, query: query, headers: [],
                payload: S3Signature.emptyPayload, date: date)
            #expect(Self.signature(in: headers) == expected)
        }

        /// The examples of the Amazon S3 API Reference.
        @Test(
            arguments: [
                (
                    "/test.txt", "", [("Range", "bytes=0-9")],
                    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
                ),
                ("/", "lifecycle=", [], "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
                (
                    "/", S3Encoding.query([("prefix", "J"), ("max-keys", "2")]), [],
                    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
                ),
            ] as [(String, String, [(String, String)], String)])
        func theManual(_ path: String, _ query: String, _ headers: [(String, String)], _ expected: String) throws {
            let signature = S3Signature(credentials: Self.manual, region: "us-east-1")
            let date = try #require(ISO8601DateFormatter().date(from: "2013-05-24T00:00:00Z"))
            let added = try signature.headers(
                method: "GET", host: "examplebucket.s3.amazonaws.com", path: path, query: query,
                headers: headers.map { (name: $0.0, value: $0.1) }, payload: S3Signature.emptyPayload, date: date)
            #expect(Self.signature(in: added) == expected)
        }

        /// Keys with blanks and UTF-8, queries, ranges, conditions and a session.
        @Test(.enabled(if: StoreServer.hasBotocore, "botocore is not installed: .ci/prepare --tests installs it"))
        func equalsAmazonsClient() throws {
            let credentials = S3Credentials(accessKey: "AKID", secretKey: "a+b/c d", sessionToken: "token/with+signs==")
            let signature = S3Signature(credentials: credentials, region: "eu-central-1")
            let date = try #require(ISO8601DateFormatter().date(from: "2026-02-03T04:05:06Z"))
            let cases:
                [(
                    method: String, path: String, query: [(name: String, value: String)],
                    headers: [(name: String, value: String)]
                )] = [
                    (
                        "GET", "my photos/Übung & more/日本 (1)+~.jpg", [],
                        [("Range", "bytes=5-99"), ("If-Match", "\"abc\"")]
                    ),
                    ("PUT", "a/b", [], [("If-None-Match", "*")]),
                    ("POST", "a/b", [("uploads", "")], []),
                    ("PUT", "a/b", [("uploadId", "x/y+z= ä"), ("partNumber", "12")], []),
                    (
                        "GET", "",
                        [
                            ("prefix", "Über all/x"), ("list-type", "2"), ("continuation-token", "1/2+3=="),
                            ("encoding-type", "url"),
                        ],
                        []
                    ),
                    ("DELETE", "a//b/./c", [], []),
                ]
            for (method, key, query, headers) in cases {
                let path = "/" + S3Encoding.percent(key, keepsSlashes: true)
                let query = S3Encoding.query(query)
                let added = try signature.headers(
                    method: method, host: "bucket.example.org", path: path, query: query, headers: headers,
                    payload: S3Signature.emptyPayload, date: date)
                let lines = headers.flatMap { [$0.name, $0.value] }
                let theirs = try StoreServer.botocoreSignature(
                    [method, "https://bucket.example.org\(path)?\(query)", "AKID", "a+b/c d", "token/with+signs=="]
                        + lines)
                #expect(Self.signature(in: added) == theirs, "\(method) \(key)")
            }
        }

        @Test func locations() throws {
            let own = try HTTPEndpoint("https://storage.example.org:9000/s3/")
            #expect(try S3Location(bucket: "b", endpoint: own).endpoint.url("") == "https://storage.example.org:9000")
            #expect(try S3Location(bucket: "b", endpoint: own).endpoint.path == "/s3/b")
            #expect(
                try S3Location(bucket: "b", endpoint: own, isInPath: false).endpoint.host == "b.storage.example.org")
            #expect(try S3Location(bucket: "b", region: "eu-west-1").endpoint.host == "b.s3.eu-west-1.amazonaws.com")
            #expect(try S3Location(bucket: "a.b").endpoint.host == "s3.us-east-1.amazonaws.com")
            for wrong in ["", "a/b", "a b", "..", "ä"] {
                #expect(throws: PhotoLibraryError.self) { try S3Location(bucket: wrong) }
            }
        }
    }
#endif
