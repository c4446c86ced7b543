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

    init(_ pageGuard: PageGuard, _ handler: @escaping PageServer.Handler) {
        self.pageGuard = pageGuard
        self.handler = handler
    }

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
        switch pageGuard.admission(of: request) {
        case .refused(let status): return Self.response(status)
        case .toFirstPage: return redirection(to: "")
        case .page(let path):
            switch request.method {
            case .GET: return response(await handler(PageRequest(path: path, form: nil)))
            case .POST:
                guard let count = request.bodySequence.count, count <= Self.formLimit else {
                    return Self.response(.payloadTooLarge)
                }
                let form = Self.fields(of: try await request.bodyData)
                return response(await handler(PageRequest(path: path, form: form)))
            default: return Self.response(.methodNotAllowed)
            }
        }
    }

    private func response(_ answer: PageAnswer) -> HTTPResponse {
        switch answer {
        case .content(let data, let type):
            return Self.response(.ok, type: type, HTTPBodySequence(data: data))
        case .file(let path, let type):
            // A file that cannot be read gives the same answer as a missing page.
            guard let url = path.string.utf8.elementsEqual(path.bytes) ? URL(fileURLWithPath: path.string) : nil,
                let body = try? HTTPBodySequence(file: url, suggestedBufferSize: 65_536)
            else { return Self.response(.notFound) }
            return Self.response(.ok, type: type, body)
        case .redirect(let path): return redirection(to: path)
        case .notFound: return Self.response(.notFound)
        }
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
        _ status: HTTPStatusCode, type: PageAnswer.ContentType? = nil, _ body: HTTPBodySequence = HTTPBodySequence()
    ) -> HTTPResponse {
        var headers: HTTPHeaders = [
            .cacheControl: "no-store",
            HTTPHeader("Content-Security-Policy"):
                "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; form-action 'self'; "
                + "base-uri 'none'; frame-ancestors 'none'",
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
