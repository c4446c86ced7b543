internal import ArgumentParser
internal import OpenPhotoKitOwner

/// Asks a person the questions that the library cannot answer.
protocol Chooser {
    /// Asks all questions and records each answer.
    ///
    /// A question without an answer is recorded as skipped.
    func ask(_ questions: [OpenQuestion], _ recorder: DecisionRecorder) async throws
}

/// `--choose` and `--page`.
struct ChoosingOptions: ParsableArguments {
    @Flag(help: "Ask in the terminal where a person has to decide. Decisions about photos are remembered.")
    var choose = false

    @Flag(help: "Ask on a page in your browser, with the pictures side by side. Albums and folders need --choose.")
    var page = false

    func validate() throws {
        guard !(choose && page) else { throw ValidationError("Use --choose or --page, not both.") }
    }

    /// The way to ask that the options name; `nil` without such an option.
    ///
    /// - Throws: `unreadable` if the process has no terminal.
    func chooser(_ options: PictureOptions) throws -> (any Chooser)? {
        let chooser = PageChooser(options.terminal)
        if choose { return try TerminalChooser(chooser) }
        return page ? chooser : nil
    }
}
