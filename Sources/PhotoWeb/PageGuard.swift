internal import FlyingFox
internal import PhotoModel
internal import Synchronization

/// Decides which requests are answered: those of the page in the browser that opened the address first.
///
/// Every process of this machine can connect to the port, also processes of other users. Every web site in the owner's
/// browser can send requests to the port.
/// - The token in the address excludes other processes.
/// - The cookie of the first answer excludes another browser, which may have read the address.
/// - The host name excludes a web site that resolves its own name to the address of this machine (DNS rebinding).
/// - The origin that the browser states excludes the requests of other web sites.
final class PageGuard: Sendable {
    /// The first part of every path; 32 hex digits.
    let token = randomText()
    /// The value of the cookie.
    private let secret = randomText()
    private let isOpen = Mutex(false)

    enum Admission: Equatable {
        /// The components of the path after the token.
        ///
        /// The last one is empty if the path ends with a slash.
        case page([String], setsCookie: Bool = false)
        case toFirstPage
        /// Another browser has the page.
        case openElsewhere
        case refused(HTTPStatusCode)
    }

    /// The header `Set-Cookie` of the first answer.
    ///
    /// The cookie is sent to this page only, never by other web sites, and no script can read it.
    var cookie: String { "\(Self.cookieName)=\(secret); Path=/\(token)/; HttpOnly; SameSite=Strict" }

    private static let cookieName = "photos"

    func admission(of request: HTTPRequest) -> Admission {
        guard let host = request.headers[.host], Self.isThisMachine(host) else { return .refused(.forbidden) }
        // The undecoded path, because its components are only compared.
        let parts = request.target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(String.init)
        guard let key = parts.first, isEqual(key, token) else { return .refused(.notFound) }
        if parts.count == 1 { return .toFirstPage }
        let path = Array(parts.dropFirst())
        let opensPage = request.method == .GET && path == [""]
        guard isOfPage(request, host: host, opensPage: opensPage) else { return .refused(.forbidden) }
        if hasCookie(request) { return .page(path) }
        // Only the first request that opens the page gets the cookie.
        let isFirst =
            opensPage
            && isOpen.withLock { isOpen in
                defer { isOpen = true }
                return !isOpen
            }
        if isFirst { return .page(path, setsCookie: true) }
        return opensPage ? .openElsewhere : .refused(.forbidden)
    }

    /// Whether the request comes from the page itself, or opens it.
    ///
    /// Browsers state the origin of a request in headers that no script can change (Fetch Metadata). A program that
    /// states none has the token.
    private func isOfPage(_ request: HTTPRequest, host: String, opensPage: Bool) -> Bool {
        let site = request.headers[HTTPHeader("Sec-Fetch-Site")]
        let isOfOrigin = site == nil || site == "same-origin"
        if opensPage { return isOfOrigin || request.headers[HTTPHeader("Sec-Fetch-Mode")] == "navigate" }
        guard isOfOrigin || request.method == .GET && site == "none" else { return false }
        // A form states no origin, because the page reveals no referrer.
        guard request.method != .GET, let origin = request.headers[HTTPHeader("Origin")],
            origin != "null" || site == nil
        else { return true }
        return origin == "http://\(host)"
    }

    private func hasCookie(_ request: HTTPRequest) -> Bool {
        let cookies = request.headers[HTTPHeader("Cookie")]?.split(separator: ";") ?? []
        return cookies.contains { cookie in
            let parts = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 && parts[0] == Self.cookieName && isEqual(parts[1], secret)
        }
    }

    /// Whether the header `Host` names this machine.
    ///
    /// The port is ignored, because a tunnel can have another port.
    private static func isThisMachine(_ host: String) -> Bool {
        host.lowercased().wholeMatch(of: #/(127\.0\.0\.1|localhost)(:[0-9]+)?/#) != nil
    }

    /// Whether a text of a request is the secret.
    ///
    /// The time of the comparison does not depend on the position of the first difference, so it reveals nothing about
    /// the secret.
    private func isEqual(_ text: String, _ secret: String) -> Bool {
        text.utf8.count == secret.utf8.count && zip(text.utf8, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// 128 random bits from the kernel, as hexadecimal digits.
func randomText() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).compactMap { _ in digits.randomElement(using: &generator) })
}
