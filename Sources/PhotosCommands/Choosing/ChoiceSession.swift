internal import Foundation
internal import OpenPhotoKit
internal import PhotoPages

/// The questions one after the other, as a browser goes through them.
actor ChoiceSession {
    private let questions: [Question]
    private let desk: DecisionDesk
    private let onEnd: @Sendable () -> Void
    /// The question that is asked now; their number when all are settled.
    private var current = 0
    private var decided = 0

    /// - Parameter onEnd: Called when all questions are settled, or the person is done.
    init(_ questions: [Question], _ desk: DecisionDesk, onEnd: @escaping @Sendable () -> Void) {
        self.questions = questions
        self.desk = desk
        self.onEnd = onEnd
    }

    /// Settles what was not asked.
    func skipRest() throws {
        while current < questions.count {
            try desk.settle(questions[current], .skip)
            current += 1
        }
    }

    func answer(to request: PageRequest) -> PageAnswer {
        switch (request.path, request.form) {
        case ([""], nil): page()
        case (["page.css"], nil): .content(Data(ChoiceStyle.sheet.source.utf8), type: .styleSheet)
        case (["page.js"], nil): .content(Data(ChoiceStyle.keys.utf8), type: .script)
        case (["answer"], let form?): settle(form)
        case (["done"], _?): finish()
        case (let path, nil) where path.count == 2 && path[0] == "asked": askedFile(path[1])
        case (let path, nil) where path.count == 3 && path[0] == "photo": photo(path[1], path[2])
        default: .notFound
        }
    }

    // MARK: Pages

    private func page(remark: String? = nil) -> PageAnswer {
        let page =
            current < questions.count
            ? ChoicePage(question: questions[current], number: current, count: questions.count, remark: remark).markup
            : ChoicePage.end(decided: decided, of: questions.count)
        return .content(Data(page.source.utf8), type: .html)
    }

    private func settle(_ form: [String: String]) -> PageAnswer {
        // A form that was sent twice, or from an older page, answers nothing.
        guard current < questions.count, form["question"] == "\(current)",
            let answer = Self.answer(form["choice"], to: questions[current])
        else { return .redirect(to: "") }
        do { try desk.settle(questions[current], answer) } catch {
            return page(remark: "Not stored: \(ErrorObject(error).message)")
        }
        if case .skip = answer {} else { decided += 1 }
        current += 1
        // The last page comes with the answer: nobody serves it afterwards.
        guard current == questions.count else { return .redirect(to: "") }
        onEnd()
        return page()
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
        guard let question = Int(number).flatMap({ questions.indices.contains($0) ? questions[$0] : nil }),
            case .file(let analysis) = question.subject,
            let type = PageAnswer.ContentType(analysis.format)
        else { return .notFound }
        return .file(analysis.path, type: type)
    }

    /// Only files that the catalogue names can be asked for, and by their place only.
    private func photo(_ number: String, _ place: String) -> PageAnswer {
        guard let question = Int(number).flatMap({ questions.indices.contains($0) ? questions[$0] : nil }),
            let photo = Int(place).flatMap({ question.photos.indices.contains($0) ? question.photos[$0] : nil }),
            let original = photo.asset?.original, let type = PageAnswer.ContentType(original.format)
        else { return .notFound }
        return .file(original.path, type: type)
    }
}
