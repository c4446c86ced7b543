import Foundation
import FoundationNetworking
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoWeb

@Suite("Pages are served only to requests with the token and a host name of this machine")
struct PageServerTests {
    private struct Response {
        let status: Int
        let body: String
        let headers: [String: String]

        /// The cookie that the answer sets, as a browser sends it back.
        var cookie: String? { headers["set-cookie"]?.split(separator: ";").first.map(String.init) }
    }

    /// Opens the page, as the browser does first.
    private func open(_ server: PageServer) async throws -> String { try #require(await ask(server.address).cookie) }

    /// Does not follow redirections.
    private final class Direct: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }

    /// - Parameter cookie: The cookie of the page, which the first answer sets.
    private func ask(
        _ address: String, _ method: String = "GET", host: String? = nil, form: Data? = nil, cookie: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Response {
        let session = URLSession(configuration: .ephemeral, delegate: Direct(), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.timeoutInterval = 10
        request.httpBody = form
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
        if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return Response(
            status: http.statusCode, body: String(decoding: data, as: UTF8.self),
            headers: Dictionary(
                http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }, uniquingKeysWith: { $1 }))
    }

    private func serving(
        _ handler: @escaping PageServer.Handler = { request in
            .content(Data("\(request.path) \(request.form?.sorted { $0.key < $1.key } ?? [])".utf8), type: .html)
        }, _ body: (PageServer) async throws -> Void
    ) async throws {
        let server = try await PageServer(handler)
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test func aRequestWithTheTokenGetsThePage() async throws {
        try await serving { server async throws in
            #expect(server.address.wholeMatch(of: #/http://127\.0\.0\.1:\d+/[0-9a-f]{32}//#) != nil)
            let first = try await ask(server.address)
            #expect(first.status == 200 && first.body == #"[""] []"#)
            #expect(first.headers["content-type"] == "text/html; charset=utf-8")
            let cookie = try #require(first.cookie)
            #expect(try await ask(server.address + "photo/3", cookie: cookie).body == #"["photo", "3"] []"#)
            // Encoded slashes in a path are not decoded.
            #expect(try await ask(server.address + "x%2F..%2Fy?z", cookie: cookie).body == #"["x%2F..%2Fy"] []"#)
        }
    }

    @Test func otherRequestsAreRefused() async throws {
        let isAsked = Mutex(false)
        try await serving({ _ async in
            isAsked.withLock { $0 = true }
            return .notFound
        }) { server async throws in
            let root = server.address.dropLast(33)
            let token = String(server.address.dropFirst(root.count).dropLast())
            let other = (token.first == "0" ? "1" : "0") + token.dropFirst()
            for path in [
                "", "/", "favicon.ico", other + "/", String(token.dropLast()) + "/", token + "0/", "x/" + token,
            ] {
                #expect(try await ask(root + path).status == 404, "\(path)")
            }
            for host in [
                "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "[::1]",
            ] {
                #expect(try await ask(server.address, host: host).status == 403, "\(host)")
            }
            #expect(!isAsked.withLock { $0 })
            let cookie = try await open(server)
            isAsked.withLock { $0 = false }
            #expect(try await ask(server.address, "PUT", cookie: cookie).status == 405)
            #expect(try await ask(server.address, "OPTIONS", cookie: cookie).status == 405)
            #expect(!isAsked.withLock { $0 })
        }
    }

    @Test func aTunnelWithAnotherPortIsThisMachine() async throws {
        try await serving { server async throws in
            let cookie = try await open(server)
            for host in ["localhost:9999", "LOCALHOST", "127.0.0.1"] {
                #expect(try await ask(server.address, host: host, cookie: cookie).status == 200)
            }
        }
    }

    @Test func onlyTheBrowserThatOpenedThePageIsAnswered() async throws {
        try await serving { server async throws in
            #expect(try await ask(server.address + "photo/3").status == 403, "Only the first page gives the cookie.")
            let first = try await ask(server.address)
            let cookie = try #require(first.cookie)
            let path = server.address.dropFirst("http://127.0.0.1:".count).drop { $0 != "/" }
            #expect(first.headers["set-cookie"]?.hasSuffix("; Path=\(path); HttpOnly; SameSite=Strict") == true)
            let second = try await ask(server.address)
            #expect(second.status == 403 && second.cookie == nil, "A second browser")
            #expect(second.body.contains("<h1>This page was opened in another browser.</h1>"))
            #expect(second.headers["content-type"] == "text/html; charset=utf-8")
            // Only the styles of this document are permitted, and no script.
            let nonce = try #require(second.body.firstMatch(of: #/<style nonce="([0-9a-f]{32})">/#)).1
            let policy = try #require(second.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; ") && policy.contains("style-src 'nonce-\(nonce)'; "))
            #expect(!second.body.contains("<script") && !server.address.contains(nonce) && !cookie.contains(nonce))
            #expect(!second.body.contains(path.dropFirst().dropLast()))
            #expect(try await ask(server.address + "photo/3").body.isEmpty)
            #expect(try await ask(server.address, cookie: "photos=\(String(repeating: "0", count: 32))").status == 403)
            #expect(try await ask(server.address, cookie: "other=1; \(cookie)").status == 200)
            #expect(try await ask(server.address, cookie: cookie).cookie == nil)
        }
    }

    @Test func otherWebSitesAreRefused() async throws {
        try await serving { server async throws in
            let cookie = try await open(server)
            let origin = server.address.split(separator: "/").prefix(2).joined(separator: "//")
            func status(_ method: String, _ path: String, _ headers: [String: String]) async throws -> Int {
                try await ask(server.address + path, method, cookie: cookie, headers: headers).status
            }
            #expect(try await status("GET", "grid", ["Sec-Fetch-Site": "same-origin"]) == 200)
            for site in ["cross-site", "same-site"] {
                #expect(try await status("GET", "grid", ["Sec-Fetch-Site": site]) == 403)
                #expect(try await status("GET", "grid", ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"]) == 403)
                #expect(try await status("POST", "add", ["Sec-Fetch-Site": site]) == 403)
                #expect(try await status("GET", "", ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"]) == 403)
                // A link in a file of this machine opens the page.
                #expect(try await status("GET", "", ["Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"]) == 200)
            }
            #expect(try await status("POST", "add", ["Origin": origin, "Sec-Fetch-Site": "same-origin"]) == 200)
            #expect(try await status("POST", "add", ["Origin": "null", "Sec-Fetch-Site": "same-origin"]) == 200)
            #expect(try await status("POST", "add", ["Origin": "null"]) == 403)
            #expect(try await status("POST", "add", ["Origin": "http://evil.example"]) == 403)
        }
    }

    @Test func aRangeOfAFileIsServed() async throws {
        let folder = try TemporaryFolder()
        try Data("0123456789".utf8).write(to: folder.url.appendingPathComponent("video.mp4"))
        let path = FilePath(folder.path("video.mp4"))
        try await serving({ $0.path == [""] ? .notFound : .file(path, type: .bytes) }) { server async throws in
            let cookie = try await open(server)
            func part(_ range: String) async throws -> Response {
                try await ask(server.address + "video", cookie: cookie, headers: ["Range": range])
            }
            for (range, body) in [
                ("bytes=2-4", "234"), ("bytes=7-", "789"), ("bytes=-2", "89"), ("bytes=8-99", "89"),
            ] {
                let answer = try await part(range)
                #expect(answer.status == 206 && answer.body == body, "\(range)")
            }
            #expect(try await part("bytes=2-4").headers["content-range"] == "bytes 2-4/10")
            #expect(try await part("bytes=10-").status == 416)
            #expect(try await part("bytes=5-4").status == 416)
            #expect(try await part("lines=1-2").body == "0123456789")
        }
    }

    @Test("No response lets another site read it, frame it, or learn the address", arguments: ["", "absent"])
    func headers(path: String) async throws {
        try await serving({ $0.path == ["absent"] ? .notFound : .redirect(to: "x") }) { server async throws in
            let cookie = try await open(server)
            let headers = try await ask(server.address + path, cookie: cookie).headers
            #expect(headers["access-control-allow-origin"] == nil)
            #expect(headers["cross-origin-resource-policy"] == "same-origin")
            #expect(headers["referrer-policy"] == "no-referrer")
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["cache-control"] == "no-store")
            let policy = try #require(headers["content-security-policy"])
            for rule in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe"))
        }
    }

    @Test func anAddressWithoutItsLastSlashIsRedirectedToTheFirstPage() async throws {
        try await serving { server async throws in
            #expect(try await ask(String(server.address.dropLast())).status == 303)
        }
    }

    @Test func formsAreDecoded() async throws {
        try await serving { server async throws in
            let cookie = try await open(server)
            let form = Data("a=1&b=x+y%20%C3%A4&a=2&c&=d&e=f=g&h=%zz".utf8)
            let answer = try await ask(server.address + "f", "POST", form: form, cookie: cookie)
            #expect(
                answer.body
                    == #"["f"] [(key: "", value: "d"), (key: "a", value: "1"), (key: "b", value: "x y ä"), "#
                    + #"(key: "c", value: ""), (key: "e", value: "f=g"), (key: "h", value: "")]"#)
            let long = try await ask(
                server.address + "f", "POST", form: Data(repeating: 97, count: 5000), cookie: cookie)
            #expect(long.status == 413)
        }
    }

    @Test func filesAreServedWithTheirContentType() async throws {
        let folder = try TemporaryFolder()
        let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        try bytes.write(to: folder.url.appendingPathComponent("a ä%41?.jpg"))
        let path = FilePath(folder.path("a ä%41?.jpg"))
        try await serving({ request in
            .file(request.path == ["here"] ? path : FilePath("/nonexistent"), type: .html)
        }) { server async throws in
            let cookie = try await open(server)
            var here = URLRequest(url: try #require(URL(string: server.address + "here")))
            here.setValue(cookie, forHTTPHeaderField: "Cookie")
            #expect(try await URLSession.shared.data(for: here).0 == bytes)
            #expect(try await ask(server.address + "absent", cookie: cookie).status == 404)
        }
    }

    @Test func onlyPicturesThatBrowsersDisplayHaveAType() {
        let shown = ImageFormat.allCases.filter { PageAnswer.ContentType($0) != nil }
        #expect(Set(shown) == [.jpeg, .png, .gif, .webp, .avif, .bmp])
        #expect(PageAnswer.ContentType(.jpeg)?.value == "image/jpeg")
    }

    @Test func aStoppedServerAnswersNothing() async throws {
        let server = try await PageServer { _ in .notFound }
        await server.stop()
        await #expect(throws: URLError.self) { _ = try await ask(server.address) }
    }
}
