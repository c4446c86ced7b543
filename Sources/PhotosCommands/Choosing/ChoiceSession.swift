internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKit
internal import PhotoWeb
internal import Thumbnails

/// Asks the questions one after another in a browser, and records the answers.
actor ChoiceSession {
    private let questions: [OpenQuestion]
    private let recorder: DecisionRecorder
    private let thumbnails: ThumbnailLoader
    private let onEnd: @Sendable () -> Void
    /// The index of the current question; the number of questions after the last one.
    private var current = 0
    /// The current question with its pictures; `nil` until the page is requested.
    private var shown: Question?
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
    }

    /// Reports all questions that have no answer as skipped.
    func skipRest() {
        for open in questions[current...] { recorder.skip(open) }
        current = questions.count
    }

    func answer(to request: PageRequest) async -> PageAnswer {
        switch (request.path, request.form) {
        case ([""], nil): page()
        case (["page.css"], nil): .content(Data(ChoiceStyle.sheet.source.utf8), type: .styleSheet)
        case (["page.js"], nil): .content(Data(ChoiceStyle.keys.utf8), type: .script)
        case (["answer"], let form?): record(form)
        case (["done"], _?): finish()
        case (let path, nil) where path.count == 2 && path[0] == "asked": askedFile(path[1])
        case (let path, nil) where path.count == 3 && path[0] == "preview": await preview(path[1], path[2])
        case (let path, nil) where path.count == 3 && path[0] == "photo": await photo(path[1], path[2])
        default: .notFound
        }
    }

    /// The current question; `nil` after the last one.
    private func question() -> Question? {
        while shown == nil, current < questions.count {
            shown = recorder.question(questions[current])
            if shown == nil { current += 1 }
        }
        return shown
    }

    /// The question with this number; `nil` if it is not the current one.
    private func question(_ number: String?) -> Question? {
        guard let question = question(), number == "\(current)" else { return nil }
        return question
    }

    // MARK: Pages

    private func page(remark: String? = nil) -> PageAnswer {
        guard let question = question() else { return finish() }
        let page = ChoicePage(question: question, number: current, count: questions.count, remark: remark)
        return .content(Data(page.markup.source.utf8), type: .html)
    }

    private func record(_ form: [String: String]) -> PageAnswer {
        // A form that was sent twice, or from an older page, has no effect.
        guard let question = question(form["question"]), let answer = Self.answer(form["choice"], to: question)
        else { return .redirect(to: "") }
        do { try recorder.record(question, answer) } catch {
            // Photos may have been deleted meanwhile, so the question is read again.
            shown = nil
            return page(remark: "Not stored: \(ErrorObject(error).message)")
        }
        if case .skip = answer {} else { decided += 1 }
        shown = nil
        current += 1
        // The last page is sent with this response, because the server stops after it.
        return self.question() == nil ? finish() : .redirect(to: "")
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

    private func finish() -> PageAnswer {
        onEnd()
        return .content(Data(ChoicePage.end(decided: decided, of: questions.count).source.utf8), type: .html)
    }

    // MARK: Pictures

    private func askedFile(_ number: String) -> PageAnswer {
        guard let question = question(number), case .file(let analysis) = question.subject,
            let type = PageAnswer.ContentType(analysis.format)
        else { return .notFound }
        return .file(analysis.path, type: type)
    }

    private func preview(_ number: String, _ place: String) async -> PageAnswer {
        guard let file = file(number, place),
            let jpeg = try? await thumbnails.thumbnail(for: file, as: .preview)
        else { return .notFound }
        return .content(jpeg, type: .jpeg)
    }

    private func photo(_ number: String, _ place: String) async -> PageAnswer {
        guard let file = file(number, place), let type = PageAnswer.ContentType(file.format),
            let bytes = await recorder.bytes(of: file)
        else { return .notFound }
        return .content(bytes, type: type)
    }

    /// The compared file of a photo of the current question, by its index: other files cannot be requested.
    private func file(_ number: String, _ place: String) -> AssetResource? {
        guard let question = question(number), let place = Int(place), question.photos.indices.contains(place) else {
            return nil
        }
        return question.photos[place].file
    }
}
