internal import Foundation
internal import OpenPhotoKit
internal import PhotoWeb
internal import PickerServer
internal import Synchronization
internal import Thumbnails

/// Serves a page of a library until the person finishes.
struct PickerRun {
    private let library: PhotoLibrary
    private let options: GlobalOptions

    /// A page that nobody opens for this long ends.
    private static let longestWait = Duration.seconds(600)
    /// A page that asks for nothing for this long is gone: its long poll asks at least every 25 seconds.
    private static let longestSilence = Duration.seconds(60)

    init(_ library: PhotoLibrary, _ options: GlobalOptions) {
        self.library = library
        self.options = options
    }

    /// Shows the page, and waits for its end.
    ///
    /// - Returns: How it ended; `cancelled` also if the page is gone, or after Ctrl-C.
    /// - Throws: The errors of reading the library, and of serving a page.
    func outcome(
        _ purpose: PickerSession.Purpose, _ configuration: PickerConfiguration
    ) async throws -> PickerSession.Outcome {
        let (outcomes, ending) = AsyncStream.makeStream(of: PickerSession.Outcome.self)
        let session = try PickerSession(purpose, configuration, of: library) {
            ending.yield($0)
            ending.finish()
        }
        // Without a cache, pictures are rendered again each time.
        let cache = try? library.thumbnailCache()
        let thumbnails = library.thumbnailLoader(cache, decoding: options.decoding, jobs: options.jobs)
        defer { thumbnails.endWorkers() }
        let pages = PickerPages(session, thumbnails)
        let server = try await PageServer { await pages.answer(to: $0) }
        let interruption = InterruptHandler { session.end(.cancelled) }
        say(server.address)
        let redirect = OwnersBrowser.open(server.address)
        defer { redirect?.remove() }
        let watch = Task { try await end(session, whenGone: pages) }
        var outcome = PickerSession.Outcome.cancelled
        for await result in outcomes { outcome = result }
        watch.cancel()
        await server.stop()
        withExtendedLifetime(interruption) {}
        return outcome
    }

    private func say(_ address: String) {
        let port = address.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        var text = "\(address)\nOnly this address opens the page. Press Ctrl-C to stop.\n"
        if ProcessInfo.processInfo.environment["SSH_CONNECTION"] != nil {
            text += "From another computer, first run there: ssh -L \(port):127.0.0.1:\(port) USER@THIS-COMPUTER\n"
        }
        options.terminal.write(text)
    }

    private func end(_ session: PickerSession, whenGone pages: PickerPages) async throws {
        while !session.hasEnded {
            try await Task.sleep(for: .seconds(1))
            let limit = pages.isOpened ? Self.longestSilence : Self.longestWait
            if pages.idleTime > limit { session.end(.cancelled) }
        }
    }
}
