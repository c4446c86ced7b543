internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Asks about a batch of questions that a look at two pictures decides, on the process' terminal.
struct TerminalConfirmation {
    let terminal: InteractiveTerminal
    let page: PageChooser
    let recorder: DecisionRecorder

    /// The questions that the person wants to answer one by one; `nil` if the person quits.
    ///
    /// Of the other questions the answers are recorded.
    func ask(_ batch: [OpenQuestion]) async throws -> [OpenQuestion]? {
        let read = recorder.questions(batch).compactMap { $0 }
        let pairs = read.filter(\.isConfirmation)
        // Questions that changed since they were found.
        let changed = read.filter { !$0.isConfirmation }.map(\.open)
        guard !pairs.isEmpty else { return changed }
        list(pairs)
        switch answer(among: pairs.count) {
        case .accept(let exceptions): return changed + accept(pairs, except: exceptions)
        case .look:
            // The batch is listed again without the questions that were answered on the page.
            let open = try await page.askAboutPictures(pairs.map(\.open), recorder)
            return try await ask(open).map { changed + $0 }
        case .oneByOne: return changed + pairs.map(\.open)
        case .skip:
            for pair in pairs { recorder.skip(pair.open) }
            return changed
        case .quit:
            for question in read { recorder.skip(question.open) }
            return nil
        }
    }

    /// Records that the candidates are the requested photos.
    ///
    /// - Parameter exceptions: The numbers of the pairs, from 1 on, that are not accepted.
    /// - Returns: The questions that are not answered.
    private func accept(_ pairs: [Question], except exceptions: Set<Int>) -> [OpenQuestion] {
        zip(1..., pairs).compactMap { number, pair in
            guard !exceptions.contains(number) else { return pair.open }
            do { try recorder.record(pair, .same(0)) } catch {
                // The photo may have been deleted meanwhile.
                terminal.write("Number \(number) is not stored: \(ErrorObject(error).message)\n")
                return pair.open
            }
            return nil
        }
    }

    // MARK: Texts

    private func list(_ pairs: [Question]) {
        let subject =
            pairs.count == 1 ? "1 picture has one candidate" : "\(pairs.count) pictures have one candidate each"
        terminal.write(
            """

            \(subject). The two agree, but show too little, or are too small, to be certain.


            """)
        for (number, pair) in zip(1..., pairs) {
            for photo in pair.photos {
                let asked = [pair.size?.displayText, pair.captureTime?.clockText].compactMap { $0 }
                let facts = asked.isEmpty ? "" : " (\(asked.joined(separator: ", ")))"
                terminal.write(
                    "\("\(number)".padded(4))\(pair.name)\(facts) – \(photo.name): \(photo.candidate.doubtText)\n")
            }
        }
        terminal.write("\n")
    }

    /// Reads an answer until it is valid.
    private func answer(among count: Int) -> ConfirmationReply {
        while true {
            let text = terminal.answer(
                to: "Accept? a all, all but 3,7-9, l look in the browser, o one by one, n none, q quit, ? help: ")
            if text == "?" {
                terminal.write(Self.help)
                continue
            }
            do { return try ConfirmationReply(text, count: count) } catch { terminal.write(error.message + "\n") }
        }
    }

    private static let help = [
        ("a", "All candidates are the requested photos. The answers are stored."),
        ("all but 3,7-9", "The same, except these numbers, about which you decide afterwards."),
        ("l", "Look at the pictures in the browser, and decide there."),
        ("o", "Decide about each one here."),
        ("n", "Leave these questions open, and go on to the next ones."),
        ("q", "Leave all questions open that have no answer."),
    ].map { "   \($0.0.padded(16))\($0.1)\n" }.joined()
}

/// A person's answer to a batch in the terminal.
enum ConfirmationReply: Equatable {
    /// All pairs are accepted except these numbers, from 1 on.
    case accept(except: Set<Int>)
    case look
    case oneByOne
    case skip
    case quit

    /// - Parameters:
    ///   - text: A line in lower case; `nil` if the terminal was closed.
    ///   - count: The number of pairs.
    /// - Throws: An error if the line is no answer, or names a number that is not in the list.
    init(_ text: String?, count: Int) throws(InvalidReply) {
        switch text {
        case "a", "all": self = .accept(except: [])
        case "l", "look": self = .look
        case "o", "one by one": self = .oneByOne
        case "n", "none": self = .skip
        case "q", "quit", nil: self = .quit
        case let text?:
            guard let match = text.wholeMatch(of: #/(a|all)? *but *([0-9 ,-]+)/#) else { throw .unknown }
            self = .accept(except: try Self.numbers(in: match.2, upTo: count))
        }
    }

    /// The numbers in a list such as “3, 7-9”, which are from 1 to `count`.
    private static func numbers(in list: Substring, upTo count: Int) throws(InvalidReply) -> Set<Int> {
        var numbers: Set<Int> = []
        for part in list.split(separator: ",") {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
                .map { Int($0.trimmingCharacters(in: .whitespaces)) }
            guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last
            else { throw .unknown }
            guard first >= 1 else { throw .missing(first, count: count) }
            guard last <= count else { throw .missing(last, count: count) }
            numbers.formUnion(first...last)
        }
        guard !numbers.isEmpty else { throw .unknown }
        return numbers
    }
}

/// Why a line is not an answer to a batch.
struct InvalidReply: Error, Equatable {
    /// A sentence for the person.
    let message: String

    static let unknown = InvalidReply(message: "Answer with a, all but …, l, o, n or q; ? explains them.")

    /// The list of `count` pairs does not have the number.
    static func missing(_ number: Int, count: Int) -> InvalidReply {
        InvalidReply(message: "There is no \(number): the list has \(count == 1 ? "only 1" : "1 to \(count)").")
    }
}
