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
        for (number, open) in questions.enumerated() {
            guard !hasQuit else {
                desk.skip(open)
                continue
            }
            guard let question = desk.question(open) else { continue }
            show(question, "\(number + 1) of \(questions.count)")
            let answer = answer(to: question)
            hasQuit = answer == nil
            try desk.settle(question, answer ?? .skip)
        }
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

    private func facts(_ size: PixelSize?, _ time: CaptureTime?, _ camera: String?) -> String {
        [size?.inWords, time.map { "taken \($0.inWords)" } ?? "undated", camera].compactMap { $0 }
            .joined(separator: " · ")
    }

    /// `nil` to quit.
    private func answer(to question: Question) -> Question.Answer? {
        let count = question.photos.count
        while true {
            let numbers = count == 1 ? "1" : "1…\(count)"
            switch terminal.answer(to: "Which one? \(numbers), n none of these, s skip, q quit: ") {
            case "n": return Question.Answer.none
            case "s": return .skip
            case "q", nil: return nil
            case let text?:
                if let number = Int(text), 1...count ~= number { return .same(number - 1) }
            }
        }
    }

    private func write(_ text: String) { terminal.write(text) }
}
