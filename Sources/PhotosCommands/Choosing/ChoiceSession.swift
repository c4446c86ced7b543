internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import PhotoWeb
internal import Thumbnails

/// Asks the questions in a browser, and records the answers: first the confirmations, a batch on a page, then the other
/// questions one after another.
actor ChoiceSession {
    private let questions: [OpenQuestion]
    private let recorder: DecisionRecorder
    private let thumbnails: ThumbnailLoader
    private let onEnd: @Sendable () -> Void
    /// The numbers of the questions that are confirmed together.
    ///
    /// The first batch is the current or next page.
    private var batches: [[Int]]
    /// The numbers of the questions that are asked one after another, in this order.
    private var pending: [Int]
    /// The number of questions at the start of ``pending`` that were in a batch.
    private var separated = 0
    /// The questions of the current page with their pictures; empty until the page is requested.
    private var shown: [NumberedQuestion] = []
    private var decided = 0

    /// - Parameter onEnd: Called after the last answer, or when the person presses “Done”.
    init(
        _ questions: [OpenQuestion], _ recorder: DecisionRecorder, _ thumbnails: ThumbnailLoader,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.questions = questions
        self.recorder = recorder
        self.thumbnails = thumbnails
        self.onEnd = onEnd
        batches = questions.indices.filter { questions[$0].isConfirmation }.batches(of: ConfirmationPage.limit)
        pending = questions.indices.filter { !questions[$0].isConfirmation }
    }

    /// The questions that have no answer.
    var unanswered: [OpenQuestion] { (batches.joined() + pending).map { questions[$0] } }

    func answer(to request: PageRequest) async -> PageAnswer {
        switch (request.path, request.form) {
        case ([""], nil): page()
        case (["page.css"], nil): .content(Data(ChoiceStyle.sheet.source.utf8), type: .styleSheet)
        case (["page.js"], nil): .content(Data(ChoiceScript.source.utf8), type: .script)
        case (["confirm"], let form?): confirm(form)
        case (["answer"], let form?): record(form)
        case (["done"], _?): finish()
        case (let path, nil) where path.count == 2 && path[0] == "asked": askedFile(path[1])
        case (let path, nil) where path.count == 3 && path[0] == "thumbnail":
            await rendition(.thumbnail, path[1], path[2])
        case (let path, nil) where path.count == 3 && path[0] == "preview": await rendition(.preview, path[1], path[2])
        case (let path, nil) where path.count == 3 && path[0] == "photo": await photo(path[1], path[2])
        default: .notFound
        }
    }

    // MARK: The current page

    /// The questions of the current batch; empty after the last batch.
    ///
    /// A question that changed since it was found is asked alone.
    private func confirmations() -> [NumberedQuestion] {
        while shown.isEmpty, let batch = batches.first {
            let read = zip(batch, recorder.questions(batch.map { questions[$0] })).compactMap { number, question in
                question.map { NumberedQuestion(number: number, question: $0) }
            }
            shown = read.filter { $0.question.isConfirmation }
            separate(read.filter { !$0.question.isConfirmation }.map(\.number))
            batches[0] = shown.map(\.number)
            if shown.isEmpty { batches.removeFirst() }
        }
        return batches.isEmpty ? [] : shown
    }

    /// The current question of those that are asked one after another; `nil` after the last one.
    private func question() -> NumberedQuestion? {
        while shown.isEmpty, let number = pending.first {
            if let question = recorder.question(questions[number]) {
                shown = [NumberedQuestion(number: number, question: question)]
            } else {
                pending.removeFirst()
            }
        }
        return shown.first
    }

    /// Leaves questions of a batch for the time after the batches.
    private func separate(_ numbers: [Int]) {
        pending.insert(contentsOf: numbers, at: separated)
        separated += numbers.count
    }

    private func page(remark: String? = nil) -> PageAnswer {
        let confirmations = confirmations()
        let position = ChoicePosition(first: questions.count - unanswered.count + 1, count: questions.count)
        let markup: Markup
        if !confirmations.isEmpty {
            markup = ConfirmationPage(pairs: confirmations, position: position, remark: remark).markup
        } else if let question = question() {
            markup = ChoicePage(asked: question, position: position, remark: remark).markup
        } else {
            return finish()
        }
        return .content(Data(markup.source.utf8), type: .html)
    }

    // MARK: Answers

    /// Records the answers to a batch.
    private func confirm(_ form: [String: String]) -> PageAnswer {
        let confirmations = confirmations()
        // A form that was sent twice, or from an older page, has no effect.
        guard let first = confirmations.first, form["batch"] == "\(first.number)",
            let choice = form["choice"].flatMap(ConfirmationPage.Choice.init)
        else { return .redirect(to: "") }
        var remark: String?
        var separated: [Int] = []
        for (number, question) in confirmations.map({ ($0.number, $0.question) }) {
            switch choice {
            case .accept where form["\(number)"] != nil:
                do {
                    try recorder.record(question, .same(0))
                    decided += 1
                } catch {
                    remark = "Not stored: \(ErrorObject(error).message)"
                    separated.append(number)
                }
            case .accept, .oneByOne: separated.append(number)
            case .skip: recorder.skip(question.open)
            }
        }
        batches.removeFirst()
        separate(separated)
        return next(remark)
    }

    /// Records the answer to one question.
    private func record(_ form: [String: String]) -> PageAnswer {
        guard confirmations().isEmpty, let asked = question(), form["question"] == "\(asked.number)",
            let answer = Self.answer(form["choice"], to: asked.question)
        else { return .redirect(to: "") }
        do { try recorder.record(asked.question, answer) } catch {
            // Photos may have been deleted meanwhile, so the question is read again.
            return next("Not stored: \(ErrorObject(error).message)")
        }
        if case .skip = answer {} else { decided += 1 }
        pending.removeFirst()
        return next()
    }

    private static func answer(_ choice: String?, to question: Question) -> Question.Answer? {
        switch choice {
        case "none": Question.Answer.none
        case "skip": .skip
        case let choice?:
            Int(choice).flatMap { question.photos.indices.contains($0 - 1) ? .same($0 - 1) : nil }
        case nil: nil
        }
    }

    /// Leads to the next page.
    ///
    /// The last page is sent with this response, because the server stops after it.
    private func next(_ remark: String? = nil) -> PageAnswer {
        shown = []
        if remark != nil { return page(remark: remark) }
        return confirmations().isEmpty && question() == nil ? finish() : .redirect(to: "")
    }

    private func finish() -> PageAnswer {
        onEnd()
        return .content(Data(ChoiceDocument.end(decided: decided, of: questions.count).source.utf8), type: .html)
    }

    // MARK: Pictures

    /// The question with this number, if it is on the current page.
    private func question(_ number: String) -> Question? {
        if confirmations().isEmpty { _ = question() }
        return shown.first { "\($0.number)" == number }?.question
    }

    private func askedFile(_ number: String) -> PageAnswer {
        guard case .file(let analysis) = question(number)?.subject, let type = PageAnswer.ContentType(analysis.format)
        else { return .notFound }
        return .file(analysis.path, type: type)
    }

    /// A smaller picture: the requested one, or that of the photo with this index.
    private func rendition(_ rendition: Rendition, _ number: String, _ photo: String) async -> PageAnswer {
        let jpeg: Data?
        if photo == "asked", case .file(let analysis) = question(number)?.subject {
            jpeg = try? await thumbnails.thumbnail(ofFileAt: analysis.path, sha256: analysis.sha256, as: rendition)
        } else if let file = file(number, photo) {
            jpeg = try? await thumbnails.thumbnail(for: file, as: rendition)
        } else {
            jpeg = nil
        }
        return jpeg.map { .content($0, type: .jpeg) } ?? .notFound
    }

    private func photo(_ number: String, _ photo: String) async -> PageAnswer {
        guard let file = file(number, photo), let type = PageAnswer.ContentType(file.format),
            let bytes = await recorder.bytes(of: file)
        else { return .notFound }
        return .content(bytes, type: type)
    }

    /// The compared file of a photo on the current page, by its index: other files cannot be requested.
    private func file(_ number: String, _ photo: String) -> AssetResource? {
        guard let question = question(number), let photo = Int(photo), question.photos.indices.contains(photo) else {
            return nil
        }
        return question.photos[photo].file
    }
}
