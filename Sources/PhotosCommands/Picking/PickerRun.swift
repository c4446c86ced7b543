internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoWeb
internal import PickerServer
internal import Thumbnails

/// Serves a page of a library until the person finishes.
struct PickerRun {
    private let library: OwnedLibrary
    private let options: PictureOptions

    /// How long the command waits until a browser opens the page.
    private static let longestWait = Duration.seconds(600)
    /// How long an open page may send no request before it counts as closed.
    ///
    /// An open page sends one at least every 25 seconds, because it waits for events.
    private static let longestSilence = Duration.seconds(60)

    init(_ library: OwnedLibrary, _ options: PictureOptions) {
        self.library = library
        self.options = options
    }

    /// Shows the page of a session, and waits for its end.
    ///
    /// The session is cancelled if the page is gone, and after Ctrl-C.
    ///
    /// - Parameter announce: Announces the address, and returns what the terminal shows.
    /// - Returns: How the session ended.
    /// - Throws: `ioFailure` if the page cannot be served.
    func outcome(
        of session: PickerSession, announcing announce: (String) -> String = Self.introduction
    ) async throws -> PickerSession.Outcome {
        // The app may have gone already.
        if let outcome = session.outcome { return outcome }
        // Without a cache, pictures are rendered again each time.
        let cache = try? library.thumbnailCache()
        let thumbnails = library.thumbnailLoader(cache, decoding: options.decoding, jobs: options.jobs)
        defer { thumbnails.endWorkers() }
        let pages = PickerPages(session, thumbnails)
        defer { pages.endFetch() }
        let page = OwnersPage(
            terminal: options.terminal, handler: { await pages.answer(to: $0) },
            onInterrupt: { session.end(.cancelled) })
        var iterator = session.changeSignal().makeAsyncIterator()
        return try await page.show(announce) {
            let watch = Task { try await end(session, whenGone: pages) }
            defer { watch.cancel() }
            // The app may have gone before the page was served.
            while session.outcome == nil { if await iterator.next() == nil { break } }
            return session.outcome ?? .cancelled
        }
    }

    private static func introduction(_ address: String) -> String {
        let port = address.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
        var text = "\(address)\nThis address opens the page in one browser only, the first. Press Ctrl-C to stop.\n"
        if ProcessInfo.processInfo.environment["SSH_CONNECTION"] != nil {
            text += "From another computer, first run there: ssh -L \(port):127.0.0.1:\(port) USER@THIS-COMPUTER\n"
        }
        return text
    }

    private func end(_ session: PickerSession, whenGone pages: PickerPages) async throws {
        while session.outcome == nil {
            try await Task.sleep(for: .seconds(1))
            let limit = session.isOpened ? Self.longestSilence : Self.longestWait
            if pages.idleTime > limit { session.end(.cancelled) }
        }
    }
}
