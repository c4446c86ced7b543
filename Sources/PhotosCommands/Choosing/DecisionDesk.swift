internal import OpenPhotoKit
internal import Synchronization

/// Stores what a person decides, and then tells it as the answer.
final class DecisionDesk: Sendable {
    private let library: PhotoLibrary
    private let printer: Mutex<ResolutionPrinter>

    init(_ library: PhotoLibrary, _ options: GlobalOptions) {
        self.library = library
        printer = Mutex(ResolutionPrinter(library, options))
    }

    /// Tells an answer that nobody is asked about.
    func tell(_ answer: Result<Resolution, any Error>, cloudIdentifier: String? = nil, path: FilePath? = nil) {
        printer.withLock { $0.print(answer, cloudIdentifier: cloudIdentifier, path: path) }
    }

    /// Stores the decision, durably when this returns, and tells what the library answers then.
    func settle(_ question: Question, _ answer: Question.Answer) throws {
        switch answer {
        case .same(let place) where question.isAmongDoubles:
            tell(.success(.chosen(question.photos[place].candidate)), question)
        case .same(let place):
            let chosen = question.photos[place]
            // What was said before of others is taken back: a person who chooses again has changed their mind.
            for photo in question.photos where photo.candidate.reason == .decided && photo.id != chosen.id {
                try library.decide(question.identifier, isSame: false, as: photo.id)
            }
            try library.decide(question.identifier, isSame: true, as: chosen.id)
            tell(library.resolve([question.identifier])[0], question)
        case .none where !question.isAmongDoubles:
            for photo in question.photos { try library.decide(question.identifier, isSame: false, as: photo.id) }
            tell(library.resolve([question.identifier])[0], question)
        case .none, .skip: tell(.success(question.resolution), question)
        }
    }

    private func tell(_ answer: Result<Resolution, any Error>, _ question: Question) {
        switch question.subject {
        case .identifier(let text): tell(answer, cloudIdentifier: text)
        case .file(let analysis): tell(answer, path: analysis.path)
        }
    }

    /// Ends the output.
    func finish() -> Exit {
        printer.withLock { printer in
            printer.finish()
            return printer.exit
        }
    }
}
