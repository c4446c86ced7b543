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
    }

    /// Does not follow redirections.
    private final class Direct: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }

    private func ask(
        _ address: String, _ method: String = "GET", host: String? = nil, form: Data? = nil
    ) async throws -> Response {
        let session = URLSession(configuration: .ephemeral, delegate: Direct(), delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.timeoutInterval = 10
        request.httpBody = form
        if let host { request.setValue(host, forHTTPHeaderField: "Host") }
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
            #expect(try await ask(server.address + "photo/3").body == #"["photo", "3"] []"#)
            // Encoded slashes in a path are not decoded.
            #expect(try await ask(server.address + "x%2F..%2Fy?z").body == #"["x%2F..%2Fy"] []"#)
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
            #expect(try await ask(server.address, "PUT").status == 405)
            #expect(try await ask(server.address, "OPTIONS").status == 405)
            #expect(!isAsked.withLock { $0 })
        }
    }

    @Test func aTunnelWithAnotherPortIsThisMachine() async throws {
        try await serving { server async throws in
            for host in ["localhost:9999", "LOCALHOST", "127.0.0.1"] {
                #expect(try await ask(server.address, host: host).status == 200)
            }
        }
    }

    @Test("No response lets another site read it, frame it, or learn the address", arguments: ["", "absent"])
    func headers(path: String) async throws {
        try await serving({ $0.path == ["absent"] ? .notFound : .redirect(to: "x") }) { server async throws in
            let headers = try await ask(server.address + path).headers
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
            let form = Data("a=1&b=x+y%20%C3%A4&a=2&c&=d&e=f=g&h=%zz".utf8)
            let answer = try await ask(server.address + "f", "POST", form: form)
            #expect(
                answer.body
                    == #"["f"] [(key: "", value: "d"), (key: "a", value: "1"), (key: "b", value: "x y ä"), "#
                    + #"(key: "c", value: ""), (key: "e", value: "f=g"), (key: "h", value: "")]"#)
            let long = try await ask(server.address + "f", "POST", form: Data(repeating: 97, count: 5000))
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
            let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: server.address + "here")))
            #expect(data == bytes)
            #expect(try await ask(server.address + "absent").status == 404)
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
