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

    /// Stores the decision, durably when this returns, and tells the answer.
    func settle(_ question: Question, _ answer: Question.Answer) throws {
        let resolution: Result<Resolution, any Error>
        switch answer {
        case .same(let place):
            let candidate = question.photos[place].candidate
            try store(question, candidate, isSame: true)
            resolution = .success(.decided(as: candidate))
        case .none:
            for photo in question.photos { try store(question, photo.candidate, isSame: false) }
            // More photos may look alike than were shown.
            resolution = library.resolve([question.identifier])[0]
        case .skip:
            resolution = .success(question.resolution)
        }
        switch question.subject {
        case .identifier(let text): tell(resolution, cloudIdentifier: text)
        case .file(let analysis): tell(resolution, path: analysis.path)
        }
    }

    /// A decision is about two pictures: none can be made between doubles, which have the same one.
    private func store(_ question: Question, _ candidate: Resolution.Candidate, isSame: Bool) throws {
        guard candidate.evidence == .content else { return }
        try library.decide(question.identifier, isSame: isSame, as: candidate.localIdentifier)
    }

    /// Ends the output.
    func finish() -> Exit {
        printer.withLock { printer in
            printer.finish()
            return printer.exit
        }
    }
}
