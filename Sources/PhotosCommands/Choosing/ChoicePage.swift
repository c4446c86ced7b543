internal import OpenPhotoKit
internal import PerceptualHashing
internal import PhotoModel
internal import PhotoWeb

/// The page of one question: the requested picture, and a card for each candidate.
struct ChoicePage {
    let question: Question
    let number: Int
    let count: Int
    /// The error that the last answer caused; `nil` if it was stored.
    let remark: String?

    var markup: Markup {
        Self.page(
            title: "Which photo is it?",
            """
            <header>
            <p class="what">\(count == 1 ? "photos" : "\(number + 1) of \(count)")</p>
            <h1>Which photo is it?</h1>
            <p class="lead">\(lead)</p>
            \(remark.map { "<p class=\"stopped\" role=\"alert\">\($0)</p>" as Markup } ?? "")
            </header>
            <form class="question" method="post" action="answer">
            <input type="hidden" name="question" value="\("\(number)")"/>
            <aside aria-label="Asked about">\(asked)</aside>
            <main>\(question.photos.indices.map { ChoiceCard(question: question, number: number, place: $0).markup })</main>
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
            return "\(reason) \(count == 1 ? "One photo looks" : "\(count.grouped) photos look") alike. \(rest)"
        }
        return count == 1 ? "One photo may be the same. \(rest)" : "\(count.grouped) photos may be the same. \(rest)"
    }

    private var asked: Markup {
        let picture: Markup =
            if case .file(let analysis) = question.subject, PageAnswer.ContentType(analysis.format) != nil {
                "<img src=\"asked/\("\(number)")\" alt=\"The picture asked about\"/>"
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

    /// The last page: shown after the last question, or after the button “Done”.
    static func end(decided: Int, of count: Int) -> Markup {
        let open = count - decided
        return page(
            title: "Thank you",
            """
            <header>
            <p class="what">photos</p>
            <h1>\(open == 0 ? "All decided" : "\(decided.grouped) of \(count.grouped) decided")</h1>
            <p class="lead">\(decided == 0 ? "" : "Your decisions are stored. ")\(open == 0 ? "" : "Run the same command again to decide about the others. ")You can close this page.</p>
            </header>
            """)
    }

    private static func page(title: String, _ body: Markup) -> Markup {
        """
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>\(title)</title>
        <link rel="icon" href="data:,"/>
        <link rel="stylesheet" href="page.css"/>
        <script src="page.js" defer="defer"></script>
        </head>
        <body>
        \(body)
        </body>
        </html>

        """
    }
}
