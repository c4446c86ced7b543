internal import FlyingFox
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// Converts HTTP requests to page requests, and answers to responses that no other site can use.
struct PageResponder: Sendable {
    private let pageGuard: PageGuard
    private let handler: PageServer.Handler

    /// The greatest size of a form.
    ///
    /// The forms have few short fields.
    private static let formLimit = 4096
    /// The greatest size of JSON, which can have many ranges of photos.
    private static let jsonLimit = 1 << 20

    init(_ pageGuard: PageGuard, _ handler: @escaping PageServer.Handler) {
        self.pageGuard = pageGuard
        self.handler = handler
    }

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
        switch pageGuard.admission(of: request) {
        case .refused(let status): return Self.response(status)
        case .openElsewhere:
            let page = OpenElsewherePage()
            return Self.response(
                .forbidden, type: .html, HTTPBodySequence(data: Data(page.html.utf8)),
                styles: "'nonce-\(page.nonce)'")
        case .toFirstPage: return redirection(to: "")
        case .page(let path, let setsCookie):
            var response = try await response(to: request, path)
            if setsCookie { response.headers[HTTPHeader("Set-Cookie")] = pageGuard.cookie }
            return response
        }
    }

    private func response(to request: HTTPRequest, _ path: [String]) async throws -> HTTPResponse {
        let query = Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        switch request.method {
        case .GET:
            return response(await handler(PageRequest(path: path, query: query, body: nil)), request.headers[.range])
        case .POST:
            let isJSON = request.headers[.contentType]?.hasPrefix(PageAnswer.ContentType.json.value) == true
            guard let count = request.bodySequence.count, count <= (isJSON ? Self.jsonLimit : Self.formLimit) else {
                return Self.response(.payloadTooLarge)
            }
            let data = try await request.bodyData
            let body = isJSON ? PageRequest.Body.json(data) : .form(Self.fields(of: data))
            return response(await handler(PageRequest(path: path, query: query, body: body)))
        default: return Self.response(.methodNotAllowed)
        }
    }

    private func response(_ answer: PageAnswer, _ range: String? = nil) -> HTTPResponse {
        switch answer {
        case .content(let data, let type, let headers):
            var response = Self.response(.ok, type: type, HTTPBodySequence(data: data))
            for (name, value) in headers { response.headers[HTTPHeader(name)] = value }
            return response
        case .file(let path, let type): return Self.response(path, type, range.flatMap(ByteRange.init))
        case .redirect(let path): return redirection(to: path)
        case .notFound: return Self.response(.notFound)
        case .unavailable: return Self.response(.serviceUnavailable)
        case .gone: return Self.response(.gone)
        case .refused(let message):
            let body = (try? JSONEncoder().encode(["message": message])) ?? Data()
            return Self.response(.badRequest, type: .json, HTTPBodySequence(data: body))
        }
    }

    /// A file or a range of it.
    ///
    /// A file that cannot be read gives the same answer as a missing page.
    private static func response(
        _ path: FilePath, _ type: PageAnswer.ContentType, _ range: ByteRange?
    ) -> HTTPResponse {
        guard let url = path.string.utf8.elementsEqual(path.bytes) ? URL(fileURLWithPath: path.string) : nil,
            let whole = try? HTTPBodySequence(file: url, suggestedBufferSize: 65_536), let size = whole.count
        else { return response(.notFound) }
        guard let range else {
            var response = response(.ok, type: type, whole)
            response.headers[HTTPHeader("Accept-Ranges")] = "bytes"
            return response
        }
        guard let bytes = range.bytes(of: size),
            let part = try? HTTPBodySequence(file: url, range: bytes, suggestedBufferSize: 65_536)
        else {
            var response = response(.rangeNotSatisfiable)
            response.headers[HTTPHeader("Content-Range")] = "bytes */\(size)"
            return response
        }
        var response = response(.partialContent, type: type, part)
        response.headers[HTTPHeader("Content-Range")] = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(size)"
        return response
    }

    private func redirection(to path: String) -> HTTPResponse {
        var response = Self.response(.seeOther)
        response.headers[.location] = "/\(pageGuard.token)/\(path)"
        return response
    }

    /// A response with headers that permit content from this server only, no frames, no caching and no referrer.
    ///
    /// The referrer would reveal the token.
    private static func response(
        _ status: HTTPStatusCode, type: PageAnswer.ContentType? = nil, _ body: HTTPBodySequence = HTTPBodySequence(),
        styles: String = "'self'"
    ) -> HTTPResponse {
        var headers: HTTPHeaders = [
            .cacheControl: "no-store",
            HTTPHeader("Content-Security-Policy"):
                "default-src 'none'; img-src 'self' data: blob:; media-src 'self'; style-src \(styles); "
                + "script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
            HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
            HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
            HTTPHeader("Referrer-Policy"): "no-referrer",
            HTTPHeader("X-Content-Type-Options"): "nosniff",
        ]
        headers[.contentType] = type?.value
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }

    /// The fields of `application/x-www-form-urlencoded`.
    private static func fields(of body: Data) -> [String: String] {
        let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { field in
            field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
        }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { first, _ in first })
    }
}
