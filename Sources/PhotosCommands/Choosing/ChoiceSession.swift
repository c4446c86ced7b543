internal import Foundation
internal import OpenPhotoKit
internal import PhotoPages

/// The questions one after the other, as a browser goes through them.
actor ChoiceSession {
    private let questions: [OpenQuestion]
    private let desk: DecisionDesk
    private let onEnd: @Sendable () -> Void
    /// The question that is asked now; their number when all are settled.
    private var current = 0
    /// That question as it is shown, from when it is first wanted.
    private var shown: Question?
    private var decided = 0

    /// - Parameter onEnd: Called when all questions are settled, or the person is done.
    init(_ questions: [OpenQuestion], _ desk: DecisionDesk, onEnd: @escaping @Sendable () -> Void) {
        self.questions = questions
        self.desk = desk
        self.onEnd = onEnd
    }

    /// Settles what was not asked.
    func skipRest() {
        for open in questions[current...] { desk.skip(open) }
        current = questions.count
    }

    func answer(to request: PageRequest) async -> PageAnswer {
        switch (request.path, request.form) {
        case ([""], nil): page()
        case (["page.css"], nil): .content(Data(ChoiceStyle.sheet.source.utf8), type: .styleSheet)
        case (["page.js"], nil): .content(Data(ChoiceStyle.keys.utf8), type: .script)
        case (["answer"], let form?): settle(form)
        case (["done"], _?): finish()
        case (let path, nil) where path.count == 2 && path[0] == "asked": askedFile(path[1])
        case (let path, nil) where path.count == 3 && path[0] == "photo": await photo(path[1], path[2])
        default: .notFound
        }
    }

    /// The question that is asked now; `nil` when all are settled.
    private func question() -> Question? {
        while shown == nil, current < questions.count {
            shown = desk.question(questions[current])
            if shown == nil { current += 1 }
        }
        return shown
    }

    /// The question of this number, if it is asked now.
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

    private func settle(_ form: [String: String]) -> PageAnswer {
        // A form that was sent twice, or from an older page, answers nothing.
        guard let question = question(form["question"]), let answer = Self.answer(form["choice"], to: question)
        else { return .redirect(to: "") }
        do { try desk.settle(question, answer) } catch {
            // Photos may have been deleted meanwhile: it is read again.
            shown = nil
            return page(remark: "Not stored: \(ErrorObject(error).message)")
        }
        if case .skip = answer {} else { decided += 1 }
        shown = nil
        current += 1
        // The last page comes with the answer: nobody serves it afterwards.
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

    /// Only files that the catalogue names can be asked for, and by their place only.
    private func photo(_ number: String, _ place: String) async -> PageAnswer {
        guard let question = question(number),
            let photo = Int(place).flatMap({ question.photos.indices.contains($0) ? question.photos[$0] : nil }),
            let original = photo.asset?.original, let type = PageAnswer.ContentType(original.format),
            let bytes = await desk.bytes(of: original)
        else { return .notFound }
        return .content(bytes, type: type)
    }
}
