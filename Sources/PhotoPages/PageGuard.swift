internal import FlyingFox
internal import Synchronization

/// Decides who may see the pages: whoever knows the token, by a name of this machine that no other site can have.
///
/// Every process of this machine reaches the port, also those of other users, and every web site that the owner's
/// browser shows can send it there. The token keeps the former out; the host's name the latter, when a site gives its own
/// name the address of this machine (DNS rebinding).
final class PageGuard: Sendable {
    /// The first part of every path; 32 hex digits.
    let token = randomText()
    /// The path that leads to the pages once.
    ///
    /// For the command line of a browser, which other users of the machine can read.
    let invitation = randomText()

    private let isInvitationUsed = Mutex(false)

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
        guard let key = parts.first else { return .refused(.notFound) }
        if Self.isEqual(key, token) { return parts.count == 1 ? .toFirstPage : .page(Array(parts.dropFirst())) }
        if parts.count == 1, Self.isEqual(key, invitation), useInvitation() { return .toFirstPage }
        return .refused(.notFound)
    }

    /// Without a port: a tunnel may lead to this one from another.
    private static func isThisMachine(_ host: String) -> Bool {
        ["127.0.0.1", "localhost"].contains(host.prefix { $0 != ":" }.lowercased())
    }

    private func useInvitation() -> Bool {
        isInvitationUsed.withLock { isUsed in
            defer { isUsed = true }
            return !isUsed
        }
    }

    /// Takes as long wherever the first difference is, so that time tells nothing of the token.
    private static func isEqual(_ text: String, _ secret: String) -> Bool {
        text.utf8.count == secret.utf8.count && zip(text.utf8, secret.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// 128 bits from the kernel, as hex digits.
private func randomText() -> String {
    let digits = Array("0123456789abcdef")
    var generator = SystemRandomNumberGenerator()
    return String((0..<32).compactMap { _ in digits.randomElement(using: &generator) })
}
