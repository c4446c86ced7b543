internal import FlyingFox
internal import FlyingSocks
internal import Foundation
internal import PhotoModel

/// Serves pages of this process to the browser on the same machine.
package final class PageServer: Sendable {
    /// Returns a page.
    ///
    /// Called on any thread, also for several requests at a time.
    package typealias Handler = @Sendable (PageRequest) async -> PageAnswer

    /// The address of the first page.
    ///
    /// The address contains the token, so it must not be in a command line, which other users of the machine can
    /// read.
    package let address: String

    /// The seconds after which an answer is given up.
    ///
    /// A page may wait 25 seconds for events, and a picture may have to be decoded after others.
    private static let longestAnswer = 120.0

    private let server: HTTPServer
    private let running: Task<Void, any Error>

    /// Serves pages at a free port of 127.0.0.1 until ``stop()`` is called.
    ///
    /// - Throws: `ioFailure` if the server cannot start.
    package init(_ handler: @escaping Handler) async throws {
        do {
            let pageGuard = PageGuard()
            let server = HTTPServer(
                address: try .inet(ip4: "127.0.0.1", port: 0), timeout: Self.longestAnswer,
                pool: PromptSocketPool(HTTPServer.defaultPool()), logger: .disabled,
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

    /// Stops the server.
    package func stop() async {
        // The server discards unsent data, and the last page may still be unsent.
        try? await Task.sleep(for: .milliseconds(300))
        await server.stop()
    }
}
