internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel
internal import PhotoWeb

/// The page of one question: the requested picture, and a card for each candidate.
struct ChoicePage {
    private let question: Question
    private let number: Int
    private let position: ChoicePosition
    private let remark: String?

    /// - Parameter remark: The error that the last answer caused; `nil` if it was stored.
    init(asked: NumberedQuestion, position: ChoicePosition, remark: String?) {
        question = asked.question
        number = asked.number
        self.position = position
        self.remark = remark
    }

    var markup: Markup {
        let title = "Which photo is it?"
        return ChoiceDocument.page(
            title: title,
            """
            \(ChoiceDocument.header(position.text(for: 1), title: title, lead: lead, remark: remark))
            <form class="question" method="post" action="answer">
            <input type="hidden" name="question" value="\("\(number)")"/>
            <aside aria-label="Asked about">\(asked)</aside>
            <main>\(question.photos.indices.map { ChoiceCard(question: question, number: number, index: $0).markup })</main>
            <footer class="answers">
            <button name="choice" value="none" data-key="n">None of these <kbd>n</kbd></button>
            <button name="choice" value="skip" data-key="s">Skip <kbd>s</kbd></button>
            <button formaction="done">Done</button>
            </footer>
            </form>
            """)
    }

    private var lead: String {
        if question.isAmongDuplicates {
            return "All these photos have exactly this picture. Your answer is not remembered."
        }
        let count = question.photos.count
        let rest = "Your answer is remembered, so this question is asked once."
        let answer = question.open.resolution
        if answer.status != .multiple {
            let reason = answer.undecoded?.sentence ?? "No picture here certainly shows this whole picture."
            let alike = "\(count == 1 ? "One photo looks" : "\(count.grouped) photos look") alike."
            let mark = question.photos.contains { $0.part != nil } ? "A frame marks the part that the file shows." : nil
            return [reason, alike, mark, question.consequence, rest].compactMap { $0 }.joined(separator: " ")
        }
        return count == 1 ? "One photo may be the same. \(rest)" : "\(count.grouped) photos may be the same. \(rest)"
    }

    private var asked: Markup {
        let picture: Markup =
            if case .file(let analysis) = question.subject, PageAnswer.ContentType(analysis.format) != nil {
                "<img src=\"asked/\("\(number)")\" alt=\"The picture asked about\"/>"
            } else if case .file(let analysis) = question.subject, analysis.format.isDisplayable {
                "<img src=\"preview/\("\(number)")/asked\" alt=\"The picture asked about\"/>"
            } else if let signature = question.evidence.signature,
                let picture = ChoicePicture(signature, label: "The picture asked about, small and gray")
            {
                picture.markup
            } else {
                "<p class=\"absent\">This identifier holds no picture.</p>"
            }
        let origin: Markup =
            if case .identifier = question.subject {
                "<p class=\"soft\">An identifier holds a small gray picture only.</p>"
            } else { "" }
        return """
            <div class="large">\(picture)</div>
            <h2>Asked about</h2>
            <p class="name"><bdi>\(question.name)</bdi></p>
            \(origin)
            """
    }
}
