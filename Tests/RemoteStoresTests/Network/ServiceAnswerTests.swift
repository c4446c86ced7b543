#if Network
    import Foundation
    import Originals
    import PhotoModel
    import SystemSupport
    import TestSupport
    import Testing

    @testable import RemoteStores

    /// Addresses, and answers of services that are wrong or hostile.
    @Suite struct ServiceAnswerTests {
        @Test func addresses() throws {
            let endpoint = try HTTPEndpoint("https://Cloud.example.org/remote.php/dav//files/me/")
            #expect(endpoint.url(endpoint.path) == "https://cloud.example.org/remote.php/dav/files/me")
            #expect(try HTTPEndpoint("https://example.org:443").authority == "example.org")
            for loopback in ["http://127.0.0.1:80/a", "http://localhost:1", "http://[::1]:8/"] {
                #expect(try HTTPEndpoint(loopback).isThisHost)
            }
            for other in ["http://127.0.0.1.example.org", "http://127.example.org", "http://127.0.0.256"] {
                #expect(try !HTTPEndpoint(other, permitsPlainText: true).isThisHost)
                #expect(!HTTPFailures(HTTPRequest(method: "GET", url: other)).isThisHost)
            }
            let wrong = [
                "http://example.org", "http://127.0.0.1.example.org", "file:///etc/passwd", "ftp://example.org",
                "example.org",
                "https://", "https://me:secret@example.org", "https://example.org/?token=secret",
                "https://example.org/#a",
                "https://example.org:0", "https://example.org:70000",
            ]
            for text in wrong {
                do {
                    _ = try HTTPEndpoint(text)
                    Issue.record("\(text) is accepted.")
                } catch {
                    #expect(error.code == .invalidResource)
                    #expect(!"\(error)".contains("secret"))
                }
            }
        }

        @Test(arguments: [
            ("/dav/a%20b/x.jpg", "x.jpg"), ("https://other.example/dav/a%20b/x.jpg", "x.jpg"), ("x.jpg", "x.jpg"),
            ("/dav/a b/inner/", "inner"), ("/dav/%61%20b/%78.jpg", "x.jpg"), ("/dav/a%20b/", nil), ("/dav/a%20b", nil),
            ("/dav/other/x.jpg", nil), ("/dav/a%20b/inner/x.jpg", nil), ("/dav/a%20b/in%2Fner", nil), ("%FF", nil),
            ("", nil),
        ])
        func names(_ href: String, _ name: String?) {
            #expect(WebDAVEntry(href: href).name(in: "/dav/a b/") == name)
        }

        /// A listing that names files outside of its folder, and more.
        @Test func aHostileListingGivesNoOtherKeys() throws {
            let hrefs = [
                "/s/..", "/s/../etc/", "/s/%2e%2e/", "/s/.", "/s/ok", "/s/a%00b", "/s/two words", "http://x/s/fine",
                "/etc/passwd",
            ]
            let responses = hrefs.map {
                "<response><href>\($0)</href><propstat><prop><getcontentlength>5</getcontentlength></prop></propstat></response>"
            }
            #expect(try list("<multistatus xmlns='DAV:'>\(responses.joined())</multistatus>") == ["fine", "ok"])
        }

        /// Amazon's service encodes keys as forms do.
        @Test func aBlankInAListedKeyIsAPlusSign() throws {
            let proxy = try FaultProxy(
                answering: "<R><Contents><Key>my+%2B+photos/ab/x</Key><Size>5</Size></Contents></R>")
            let location = try S3Location(
                bucket: "photos", prefix: "my + photos", endpoint: try HTTPEndpoint("http://127.0.0.1:\(proxy.port)"))
            let credentials = S3Credentials(accessKey: "a", secretKey: "b")
            let client = S3Client(location, credentials, HTTPTransport.Settings())
            #expect(try client.keys(try #require(StoreKey(""))) == ["ab/x": 5])
        }

        @Test func anObjectOfANegativeSizeIsLeftOut() throws {
            let responses = [-5, 5].map {
                "<response><href>/s/a\($0)</href><propstat><prop><getcontentlength>\($0)</getcontentlength></prop></propstat></response>"
            }
            #expect(try list("<multistatus xmlns='DAV:'>\(responses.joined())</multistatus>") == ["a5"])
        }

        @Test(arguments: [
            "<multistatus xmlns='DAV:'><response>", "no XML", "", "<a></b>",
            "<!DOCTYPE a [<!ENTITY b \"x\">]><a>&b;</a>", String(repeating: "<a>", count: 100_000),
            "<a b='\(String(repeating: "x", count: 3_000_000))'/>", "<a>\(String(repeating: "x", count: 100_000))</a>",
        ])
        func aMalformedListingIsANetworkError(_ text: String) throws {
            #expect(code { _ = try list(text) } == .networkError)
        }

        /// The answer of a folder with many files is read with little memory, and a longer one is refused.
        @Test func aListingWithoutEnd() throws {
            let entry = "<response><href>/s/\(String(repeating: "x", count: 9000))</href></response>"
            #expect(code { _ = try list("<multistatus>" + String(repeating: entry, count: 8000)) } == .networkError)
        }

        private func list(_ document: String) throws -> [String] {
            let proxy = try FaultProxy(answering: document)
            let client = WebDAVClient(try HTTPEndpoint("http://127.0.0.1:\(proxy.port)/s"), HTTPTransport.Settings())
            return try client.keys(try #require(StoreKey(""))).keys.sorted()
        }
    }
#endif
