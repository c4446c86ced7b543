internal import Foundation
internal import OpenPhotoKit

/// Asks on the terminal itself, whatever standard input and output are.
struct TerminalChooser: Chooser {
    private let terminal: AskingTerminal

    /// - Throws: `unreadable` if the process has no terminal.
    init() throws {
        terminal = try AskingTerminal(orElse: "Run this in a terminal, or decide in a browser with --page.")
    }

    func ask(_ questions: [OpenQuestion], _ desk: DecisionDesk) async throws {
        // What was decided is stored: there is nothing to wait for.
        let interruption = Interruption { _exit(Exit.interrupted.rawValue) }
        defer { withExtendedLifetime(interruption) {} }
        var hasQuit = false
        for (number, open) in questions.likeliestFirst.enumerated() {
            guard !hasQuit else {
                desk.skip(open)
                continue
            }
            let place = "\(number + 1) of \(questions.count)"
            let isAnswered =
                open.resolution.kind == .asset
                ? try askForPhoto(open, place, desk) : askForCollection(open, place, desk)
            hasQuit = !isAnswered
        }
    }

    /// - Returns: Whether the person did not quit.
    private func askForPhoto(_ open: OpenQuestion, _ place: String, _ desk: DecisionDesk) throws -> Bool {
        guard let question = desk.question(open) else { return true }
        show(question, place)
        let answer = answer(among: question.photos.count, orNone: true)
        try desk.settle(question, answer ?? .skip)
        return answer != nil
    }

    /// - Returns: Whether the person did not quit.
    private func askForCollection(_ open: OpenQuestion, _ place: String, _ desk: DecisionDesk) -> Bool {
        guard let question = desk.collectionQuestion(open) else { return true }
        show(question, place)
        let answer = answer(among: question.choices.count, orNone: false)
        if case .same(let place) = answer { desk.settle(question, place) } else { desk.settle(question, nil) }
        return answer != nil
    }

    // MARK: Asking

    private func show(_ question: Question, _ place: String) {
        write("\n\(place): \(question.name)\n")
        write("   \(facts(question.size, question.captureTime, question.camera))\n")
        if question.isAmongDoubles {
            write("   These photos all have its very picture: your answer holds this time only.\n")
        }
        for (number, photo) in question.photos.enumerated() {
            let asset = photo.asset
            write("\n\("\(number + 1)".padded(3))\(photo.name)\n")
            write("   \(facts(asset?.size, asset?.captureTime, asset?.metadata.camera))\n")
            write("   \(photo.candidate.explanation)\n")
            for sentence in photo.comparison.map({ ComparisonWords($0).sentences }) ?? [] { write("   \(sentence)\n") }
        }
        write("\n")
    }

    private func show(_ question: CollectionQuestion, _ place: String) {
        write("\n\(place): \(question.name), \(question.open.resolution.kind == .album ? "an album" : "a folder")\n")
        write("   Only what is said of photos is remembered: your answer holds this time only.\n")
        for (number, choice) in question.choices.enumerated() {
            write("\n\("\(number + 1)".padded(3))\(choice.title)\n")
            write("   \(choice.contents)\n   \(choice.candidate.explanation)\n")
        }
        write("\n")
    }

    private func facts(_ size: PixelSize?, _ time: CaptureTime?, _ camera: String?) -> String {
        [size?.inWords, time.map { "taken \($0.inWords)" } ?? "undated", camera].compactMap { $0 }
            .joined(separator: " · ")
    }

    /// `nil` to quit.
    private func answer(among count: Int, orNone: Bool) -> Question.Answer? {
        let none = orNone ? " n none of these," : ""
        while true {
            let numbers = count == 1 ? "1" : "1…\(count)"
            switch terminal.answer(to: "Which one? \(numbers),\(none) s skip, q quit: ") {
            case "n" where orNone: return Question.Answer.none
            case "s": return .skip
            case "q", nil: return nil
            case let text?:
                if let number = Int(text), 1...count ~= number { return .same(number - 1) }
            }
        }
    }

    private func write(_ text: String) { terminal.write(text) }
}
