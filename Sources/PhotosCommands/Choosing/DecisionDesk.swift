internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

/// Stores what a person decides, and then tells it as the answer.
final class DecisionDesk: Sendable {
    private let library: PhotoLibrary
    private let decoding: DecodingMode
    private let printer: Mutex<ResolutionPrinter>

    init(_ library: PhotoLibrary, _ options: GlobalOptions) {
        self.library = library
        decoding = options.decoding
        printer = Mutex(ResolutionPrinter(library, options))
    }

    /// Tells an answer that nobody is asked about.
    func tell(_ answer: Result<Resolution, any Error>, _ subject: OpenQuestion.Subject) {
        printer.withLock { printer in
            switch subject {
            case .identifier(let text): printer.print(answer, cloudIdentifier: text)
            case .file(let path): printer.print(answer, path: path)
            }
        }
    }

    /// Tells a question's answer by the library alone.
    func skip(_ open: OpenQuestion) { tell(.success(open.resolution), open.subject) }

    /// A question as it is shown; `nil` if it cannot be asked, which is then told.
    func question(_ open: OpenQuestion) -> Question? {
        do {
            if let question = try Question(open, in: library, decoding: decoding) { return question }
            skip(open)
        } catch { tell(.failure(error), open.subject) }
        return nil
    }

    /// The whole file of a photo that is asked about; `nil` if it cannot be read, or is not as it was imported.
    func bytes(of original: AssetResource) async -> Data? {
        try? await library.requestData(for: original).reduce(into: Data()) { $0 += $1 }
    }

    /// The same about albums or folders.
    func collectionQuestion(_ open: OpenQuestion) -> CollectionQuestion? {
        do {
            if let question = try CollectionQuestion(open, in: library) { return question }
            skip(open)
        } catch { tell(.failure(error), open.subject) }
        return nil
    }

    /// Tells which album or folder a person chose, which is not remembered; `nil` if none.
    func settle(_ question: CollectionQuestion, _ place: Int?) {
        guard let place else { return skip(question.open) }
        tell(.success(question.open.resolution.choosing(question.choices[place].candidate)), question.open.subject)
    }

    /// Stores the decision, durably when this returns and not at all when it throws, and tells what the library answers
    /// then.
    func settle(_ question: Question, _ answer: Question.Answer) throws {
        switch answer {
        case .same(let place) where question.isAmongDoubles:
            tell(.success(question.open.resolution.choosing(question.photos[place].candidate)), question.open.subject)
        case .same(let place):
            let chosen = question.photos[place]
            // What was said before of others is taken back: a person who chooses again has changed their mind.
            let others = question.photos.filter { $0.candidate.reason == .decided && $0.id != chosen.id }
            try settle(question, same: [chosen.id], different: others)
        case .none where !question.isAmongDoubles:
            try settle(question, same: [], different: question.photos)
        case .none, .skip: skip(question.open)
        }
    }

    /// Of photos that were deleted meanwhile nothing needs to be remembered.
    private func settle(_ question: Question, same: [String], different: [Question.Photo]) throws {
        try library.decide(
            question.identifier, same: same, different: different.filter { $0.asset != nil }.map(\.id))
        tell(library.resolve([question.identifier])[0], question.open.subject)
    }

    /// Ends the output.
    ///
    /// - Parameter unfinished: What was interrupted; `nil` if nothing was.
    func finish(_ unfinished: Unfinished? = nil) -> Exit {
        printer.withLock { printer in
            printer.finish(unfinished)
            return unfinished == nil ? printer.exit : .interrupted
        }
    }
}
