internal import Foundation
internal import OpenPhotoKit
internal import PhotoWeb

/// Asks on a page in the owner's browser.
///
/// This process serves the page, and only the owner can open it.
struct PageChooser: Chooser {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func ask(_ questions: [OpenQuestion], _ recorder: DecisionRecorder) async throws {
        // The page compares pictures. For albums and folders the summary names --choose.
        for open in questions where open.resolution.kind != .asset { recorder.skip(open) }
        let questions = questions.filter { $0.resolution.kind == .asset }.likeliestFirst
        guard !questions.isEmpty else { return }
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let session = ChoiceSession(questions, recorder) { ending.finish() }
        let server = try await PageServer { await session.answer(to: $0) }
        let interruption = InterruptHandler { ending.finish() }
        terminal.write(
            "\(counted(questions.count, "picture")) to decide about: \(server.address)\nOnly this address opens the page. Press Ctrl-C to stop.\n"
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
    /// Opens a page if the process has a graphical session.
    ///
    /// Otherwise the person opens the printed address.
    ///
    /// - Returns: The file that redirects the browser to the page. The caller removes it at the end.
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
