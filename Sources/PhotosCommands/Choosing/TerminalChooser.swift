internal import Foundation
internal import OpenPhotoKitOwner

/// Asks on the process' terminal, also if standard input and output are redirected.
struct TerminalChooser: Chooser {
    private let terminal: InteractiveTerminal
    /// Shows the pictures of a batch on request.
    private let page: PageChooser

    /// - Throws: `unreadable` if the process has no terminal.
    init(_ page: PageChooser) throws {
        self.page = page
        terminal = try InteractiveTerminal(orElse: "Run this in a terminal, or decide in a browser with --page.")
    }

    func ask(_ questions: [OpenQuestion], _ recorder: DecisionRecorder) async throws {
        // Every decision is stored already, so the process can end at once.
        let interruption = InterruptHandler { _exit(Exit.interrupted.rawValue) }
        defer { withExtendedLifetime(interruption) {} }
        let sorted = questions.likeliestFirst
        var (pending, hasQuit) = try await confirm(sorted.filter(\.isConfirmation), recorder)
        pending += sorted.filter { !$0.isConfirmation }
        for (number, open) in pending.enumerated() {
            guard !hasQuit else {
                recorder.skip(open)
                continue
            }
            let place = "\(number + 1) of \(pending.count)"
            let isAnswered =
                open.resolution.kind == .asset
                ? try askForPhoto(open, place, recorder) : askForCollection(open, place, recorder)
            hasQuit = !isAnswered
        }
    }

    /// Asks questions that a look at two pictures decides, in batches.
    ///
    /// - Returns: The questions that have no answer, and whether the person quit.
    private func confirm(
        _ questions: [OpenQuestion], _ recorder: DecisionRecorder
    ) async throws -> (unanswered: [OpenQuestion], hasQuit: Bool) {
        let confirmation = TerminalConfirmation(terminal: terminal, page: page, recorder: recorder)
        var unanswered: [OpenQuestion] = []
        let batches = questions.batches(of: ConfirmationPage.limit)
        for (number, batch) in batches.enumerated() {
            guard let open = try await confirmation.ask(batch) else {
                return (unanswered + batches[(number + 1)...].joined(), true)
            }
            unanswered += open
        }
        return (unanswered, false)
    }

    /// - Returns: Whether the person did not quit.
    private func askForPhoto(_ open: OpenQuestion, _ place: String, _ recorder: DecisionRecorder) throws -> Bool {
        guard let question = recorder.question(open) else { return true }
        show(question, place)
        let answer = answer(among: question.photos.count, orNone: true)
        try recorder.record(question, answer ?? .skip)
        return answer != nil
    }

    /// - Returns: Whether the person did not quit.
    private func askForCollection(_ open: OpenQuestion, _ place: String, _ recorder: DecisionRecorder) -> Bool {
        guard let question = recorder.collectionQuestion(open) else { return true }
        show(question, place)
        let answer = answer(among: question.choices.count, orNone: false)
        if case .same(let place) = answer { recorder.record(question, place) } else { recorder.record(question, nil) }
        return answer != nil
    }

    // MARK: Asking

    private func show(_ question: Question, _ place: String) {
        write("\n\(place): \(question.name)\n")
        write("   \(facts(question.size, question.captureTime, question.camera))\n")
        if question.isAmongDuplicates {
            write("   All these photos have exactly this picture. Your answer is not remembered.\n")
        }
        if let consequence = question.consequence { write("   \(consequence)\n") }
        for (number, photo) in question.photos.enumerated() {
            let asset = photo.asset
            write("\n\("\(number + 1)".padded(3))\(photo.name)\n")
            write("   \(facts(asset?.size, asset?.captureTime, asset?.metadata.camera))\n")
            write("   \(photo.candidate.displayText(above: photo.comparison))\n")
            for sentence in photo.comparison.map({ ComparisonDescription($0).sentences }) ?? [] {
                write("   \(sentence)\n")
            }
        }
        write("\n")
    }

    private func show(_ question: CollectionQuestion, _ place: String) {
        write("\n\(place): \(question.name), \(question.open.resolution.kind == .album ? "an album" : "a folder")\n")
        write("   Only decisions about photos are remembered, so your answer counts this time only.\n")
        for (number, choice) in question.choices.enumerated() {
            write("\n\("\(number + 1)".padded(3))\(choice.title)\n")
            write("   \(choice.contents)\n   \(choice.candidate.displayText)\n")
        }
        write("\n")
    }

    private func facts(_ size: PixelSize?, _ time: CaptureTime?, _ camera: String?) -> String {
        [size?.displayText, time.map { "taken \($0.displayText)" } ?? "undated", camera].compactMap { $0 }
            .joined(separator: " · ")
    }

    /// Reads an answer; `nil` if the person quits.
    private func answer(among count: Int, orNone: Bool) -> Question.Answer? {
        let none = orNone ? " n none of these," : ""
        while true {
            let numbers = count == 1 ? "1" : "1…\(count)"
            switch terminal.answer(to: "Which one? \(numbers),\(none) s skip, q quit, ? help: ") {
            case "n" where orNone: return Question.Answer.none
            case "s": return .skip
            case "q", nil: return nil
            case "?": write(Self.help(numbers, orNone: orNone))
            case let text?:
                if let number = Int(text), 1...count ~= number { return .same(number - 1) }
                write("This is not an answer. Type \(numbers),\(orNone ? " n," : "") s, q or ?.\n")
            }
        }
    }

    /// The meaning of the keys.
    private static func help(_ numbers: String, orNone: Bool) -> String {
        let memory = orNone ? "The answer is stored." : "The answer counts this time only."
        let keys = [
            (numbers, "This one is meant. \(memory)"), ("n", "None of them is meant. \(memory)"),
            ("s", "Leave the question open, and go on to the next one."),
            ("q", "Leave this question and the rest open. Earlier answers stay."),
        ]
        return keys.filter { orNone || $0.0 != "n" }.map { "   \($0.padded(6))\($1)\n" }.joined()
    }

    private func write(_ text: String) { terminal.write(text) }
}
