internal import FlyingFox

/// Decides which requests are answered: those with the token and with a host name of this machine.
///
/// Every process of this machine can connect to the port, also processes of other users. Every web site in the owner's
/// browser can send requests to the port. The token excludes other processes. The host name excludes a web site that
/// resolves its own name to the address of this machine (DNS rebinding).
final class PageGuard: Sendable {
    /// The first part of every path; 32 hex digits.
    let token = randomText()

    enum Admission: Equatable {
        /// The components of the path after the token.
        ///
        /// The last one is empty if the path ends with a slash.
        case page([String])
        case toFirstPage
        case refused(HTTPStatusCode)
    }

    func admission(of request: HTTPRequest) -> Admission {
        guard let host = request.headers[.host], Self.isThisMachine(host) else { return .refused(.forbidden) }
        // The undecoded path, because its components are only compared.
        let parts = request.target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(String.init)
        guard let key = parts.first, isToken(key) else { return .refused(.notFound) }
        return parts.count == 1 ? .toFirstPage : .page(Array(parts.dropFirst()))
    }

    /// Whether the header `Host` names this machine.
    ///
    /// The port is ignored, because a tunnel can have another port.
    private static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.1", "localhost"].contains(host.prefix { $0 != ":" }.lowercased())
    }

    /// Whether the text is the token.
    ///
    /// The time of the comparison does not depend on the position of the first difference, so it reveals nothing
    /// about the token.
    private func isToken(_ text: String) -> Bool {
        text.utf8.count == token.utf8.count && zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// 128 random bits from the kernel, as hexadecimal digits.
private func randomText() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).compactMap { _ in digits.randomElement(using: &generator) })
}
