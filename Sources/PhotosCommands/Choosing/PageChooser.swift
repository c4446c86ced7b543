internal import OpenPhotoKitOwner
internal import PhotoModel
internal import PhotoWeb
internal import Thumbnails

/// Asks on a page in the owner's browser.
///
/// This process serves the page, and only the owner can open it.
struct PageChooser: Chooser {
    private let terminal: Terminal

    init(_ terminal: Terminal) { self.terminal = terminal }

    func ask(_ questions: [OpenQuestion], _ recorder: DecisionRecorder) async throws {
        // The page compares pictures. For albums and folders the summary names --choose.
        for open in questions where open.resolution.kind != .asset { recorder.skip(open) }
        let pictures = questions.filter { $0.resolution.kind == .asset }.likeliestFirst
        for open in try await askAboutPictures(pictures, recorder) { recorder.skip(open) }
    }

    /// Asks questions about pictures, until all are answered or the person ends the page.
    ///
    /// - Returns: The questions that have no answer.
    func askAboutPictures(_ questions: [OpenQuestion], _ recorder: DecisionRecorder) async throws -> [OpenQuestion] {
        guard !questions.isEmpty else { return [] }
        let (end, ending) = AsyncStream.makeStream(of: Never.self)
        let thumbnails = recorder.thumbnailLoader()
        defer { thumbnails.endWorkers() }
        let session = ChoiceSession(questions, recorder, thumbnails) { ending.finish() }
        let page = OwnersPage(
            terminal: terminal, handler: { await session.answer(to: $0) }, onInterrupt: { ending.finish() })
        try await page.show {
            "\(counted(questions.count, "picture")) to decide about: \($0)\nThis address opens the page in one browser only, the first. Press Ctrl-C to stop.\n"
        } until: {
            for await _ in end {}
        }
        return await session.unanswered
    }
}
