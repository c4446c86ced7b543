internal import ArgumentParser
internal import OpenPhotoKit

/// Lets a person decide where the library cannot.
protocol Chooser {
    /// Asks all questions and settles each one: those that nobody answers as skipped.
    func ask(_ questions: [OpenQuestion], _ desk: DecisionDesk) async throws
}

/// `--choose` and `--page`.
struct ChoosingOptions: ParsableArguments {
    @Flag(help: "Where a person has to decide, ask in the terminal; what is said of photos is remembered.")
    var choose = false

    @Flag(help: "The same on a page in your browser, with the pictures side by side; not of albums and folders.")
    var page = false

    func validate() throws {
        guard !(choose && page) else { throw ValidationError("Use --choose or --page, not both.") }
    }

    /// Who asks; `nil` if nobody does.
    ///
    /// - Throws: `unreadable` if there is no terminal to ask on.
    func chooser(_ options: GlobalOptions) throws -> (any Chooser)? {
        if choose { return try TerminalChooser() }
        return page ? PageChooser(options.terminal) : nil
    }
}
