internal import Foundation
internal import OpenPhotoKit
internal import PhotoPages

/// Asks on a page in the owner's browser, served by this process to nobody else.
struct PageChooser: Chooser {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func ask(_ questions: [OpenQuestion], _ desk: DecisionDesk) async throws {
        // Pictures are compared there: of albums and folders the summary says how to decide.
        for open in questions where open.resolution.kind != .asset { desk.skip(open) }
        let questions = questions.filter { $0.resolution.kind == .asset }.likeliestFirst
        guard !questions.isEmpty else { return }
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let session = ChoiceSession(questions, desk) { ending.finish() }
        let server = try await PageServer { await session.answer(to: $0) }
        let interruption = Interruption { ending.finish() }
        terminal.write(
            "\(counted(questions.count, "picture")) to decide about: \(server.address)\nOnly this address opens the page. Ctrl-C ends.\n"
        )
        let redirect = Browser.open(server.address)
        defer { redirect?.remove() }
        for await _ in end {}
        await server.stop()
        withExtendedLifetime(interruption) {}
        await session.skipRest()
    }
}

/// The owner's browser.
private enum Browser {
    /// Opens a page if there is a screen to see it on; whoever has none opens it by hand.
    ///
    /// - Returns: What leads the browser there, to be removed in the end.
    static func open(_ address: String) -> RedirectFile? {
        let environment = ProcessInfo.processInfo.environment
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }),
            let redirect = try? RedirectFile(to: address)
        else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", redirect.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        return redirect
    }
}
