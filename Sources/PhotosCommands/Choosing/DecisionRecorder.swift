internal import Foundation
internal import OpenPhotoKitOwner
internal import Synchronization
internal import Thumbnails

/// Stores a person's decisions, and prints the answer to every question.
final class DecisionRecorder: Sendable {
    private let library: OwnedLibrary
    private let options: PictureOptions
    private let printer: Mutex<ResolutionPrinter>

    init(_ library: OwnedLibrary, _ options: PictureOptions) {
        self.library = library
        self.options = options
        printer = Mutex(ResolutionPrinter(library, options))
    }

    /// Reads the names of the photos in many answers at once, which is faster than one by one.
    func readNames(for answers: [Result<Resolution, any Error>]) { printer.withLock { $0.readNames(for: answers) } }

    /// Prints an answer that needs no decision.
    func report(_ answer: Result<Resolution, any Error>, _ subject: OpenQuestion.Subject) {
        printer.withLock { printer in
            switch subject {
            case .identifier(let text): printer.print(answer, cloudIdentifier: text)
            case .file(let path): printer.print(answer, path: path)
            }
        }
    }

    /// Prints the library's own answer to a question.
    func skip(_ open: OpenQuestion) { report(.success(open.resolution), open.subject) }

    /// Reads the pictures of a question.
    ///
    /// - Returns: `nil` if the question cannot be asked. Then the library's answer or the error is printed.
    func question(_ open: OpenQuestion) -> Question? { questions([open]).first ?? nil }

    /// Reads the pictures of several questions.
    ///
    /// - Returns: One element for each question, as ``question(_:)`` returns it.
    func questions(_ open: [OpenQuestion]) -> [Question?] {
        zip(open, Question.Subject.read(open, options)).map { open, subject in
            do {
                if let question = try Question(open, subject.get(), in: library) { return question }
                skip(open)
            } catch { report(.failure(error), open.subject) }
            return nil
        }
    }

    /// All bytes of an original; `nil` if the file cannot be read, or has changed since it was imported.
    func bytes(of original: AssetResource) async -> Data? {
        try? await library.requestData(for: original).reduce(into: Data()) { $0 += $1 }
    }

    /// A loader of previews of the library's photos.
    func thumbnailLoader() -> ThumbnailLoader {
        // Without a cache, pictures are rendered again each time.
        library.thumbnailLoader(try? library.thumbnailCache(), decoding: options.decoding, jobs: options.jobs)
    }

    /// Reads the candidates of a question about an album or folder.
    ///
    /// - Returns: `nil` if the question cannot be asked. Then the library's answer or the error is printed.
    func collectionQuestion(_ open: OpenQuestion) -> CollectionQuestion? {
        do {
            if let question = try CollectionQuestion(open, in: library) { return question }
            skip(open)
        } catch { report(.failure(error), open.subject) }
        return nil
    }

    /// Prints which album or folder a person chose.
    ///
    /// The choice is not remembered.
    ///
    /// - Parameter place: The index of the choice; `nil` if the person skipped the question.
    func record(_ question: CollectionQuestion, _ place: Int?) {
        guard let place else { return skip(question.open) }
        report(.success(question.open.resolution.choosing(question.choices[place].candidate)), question.open.subject)
    }

    /// Stores a decision, and prints the library's new answer.
    ///
    /// The decision is on the disk when the method returns. If the method throws, nothing is stored.
    func record(_ question: Question, _ answer: Question.Answer) throws {
        switch answer {
        case .same(let place) where question.isAmongDuplicates:
            report(.success(question.open.resolution.choosing(question.photos[place].candidate)), question.open.subject)
        case .same(let place):
            let chosen = question.photos[place]
            // A new choice withdraws earlier choices: a photo that was chosen before becomes another photo.
            let others = question.photos.filter { $0.candidate.reason == .decided && $0.id != chosen.id }
            try record(question, same: [chosen.id], different: others)
        case .none where !question.isAmongDuplicates:
            try record(question, same: [], different: question.photos)
        case .none, .skip: skip(question.open)
        }
    }

    /// Stores the decision.
    ///
    /// Photos that were deleted meanwhile are left out.
    private func record(_ question: Question, same: [String], different: [Question.Photo]) throws {
        try library.decide(
            question.identifier, same: same, different: different.filter { $0.asset != nil }.map(\.id))
        let answer = library.resolveAndWait([question.identifier])[0]
            .map { $0.withPartialMatches(of: question.open.resolution, decidedOther: different.map(\.id)) }
        report(answer, question.open.subject)
    }

    /// Ends the output.
    ///
    /// - Parameters:
    ///   - unfinished: What was interrupted; `nil` if nothing was.
    ///   - emptyText: The output if there was nothing to find.
    func finish(_ unfinished: InterruptedWork?, ifEmpty emptyText: String) -> Exit {
        printer.withLock { printer in
            printer.finish(unfinished, ifEmpty: emptyText)
            return unfinished == nil ? printer.exit : .interrupted
        }
    }
}
