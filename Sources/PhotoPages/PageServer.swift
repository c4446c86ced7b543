internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import PhotoModel

/// Serves pages of this process to a browser of the same machine, and to nobody else.
package final class PageServer: Sendable {
    /// Gives a page; called on any thread, for several at a time.
    package typealias Handler = @Sendable (PageRequest) async -> PageAnswer

    /// Where the first page is.
    ///
    /// Whoever knows it sees everything: it belongs into no command line, which other users of the machine can read.
    package let address: String

    private let server: HTTPServer
    private let running: Task<Void, any Error>

    /// Serves pages at a free port of 127.0.0.1 until ``stop()``.
    ///
    /// - Throws: `ioFailure` if there is none.
    package init(_ handler: @escaping Handler) async throws {
        do {
            let pageGuard = PageGuard()
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled,
                handler: ClosureHTTPHandler { try await PageResponder(pageGuard, handler).response(to: $0) })
            self.server = server
            running = Task { try await server.run() }
            try await server.waitUntilListening()
            guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
            address = "http://127.0.0.1:\(port)/\(pageGuard.token)/"
        } catch {
            throw PhotoLibraryError(.ioFailure, "The page cannot be served on this machine.", cause: error)
        }
    }

    /// Serves nothing more.
    package func stop() async {
        // The server drops what it has not sent yet; the last page is on its way.
        try? await Task.sleep(for: .milliseconds(300))
        await server.stop()
    }
}
