internal import FlyingFox

/// Decides who may see the pages: whoever knows the token, by a name of this machine that no other site can have.
///
/// Every process of this machine reaches the port, also those of other users, and every web site that the owner's
/// browser shows can send it there. The token keeps the former out; the host's name the latter, when a site gives its own
/// name the address of this machine (DNS rebinding).
final class PageGuard: Sendable {
    /// The first part of every path; 32 hex digits.
    let token = randomText()

    enum Admission: Equatable {
        /// The parts of the path behind the token; one of them is empty at the end of a folder's.
        case page([String])
        case toFirstPage
        case refused(HTTPStatusCode)
    }

    func admission(of request: HTTPRequest) -> Admission {
        guard let host = request.headers[.host], Self.isThisMachine(host) else { return .refused(.forbidden) }
        // As it was sent, not as files would be named: names here are only compared.
        let parts = request.target.path().split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            .map(String.init)
        guard let key = parts.first, isToken(key) else { return .refused(.notFound) }
        return parts.count == 1 ? .toFirstPage : .page(Array(parts.dropFirst()))
    }

    /// Without a port: a tunnel may lead to this one from another.
    private static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.1", "localhost"].contains(host.prefix { $0 != ":" }.lowercased())
    }

    /// Takes as long wherever the first difference is, so that time tells nothing of the token.
    private func isToken(_ text: String) -> Bool {
        text.utf8.count == token.utf8.count && zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// 128 bits from the kernel, as hex digits.
private func randomText() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).compactMap { _ in digits.randomElement(using: &generator) })
}
