internal import OpenPhotoKit
internal import PerceptualHashing
internal import PhotoModel
internal import PhotoPages

/// One question: the picture asked about, and each photo that it may be beside it.
struct ChoicePage {
    let question: Question
    let number: Int
    let count: Int
    /// What went wrong with the last answer.
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
        if question.isAmongDoubles {
            return "These photos all have its very picture. Your answer holds this time only."
        }
        let count = question.photos.count
        let rest = "Your answer is remembered: this is asked once."
        return count == 1 ? "One photo may be it. \(rest)" : "\(count.grouped) photos look like it. \(rest)"
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

    /// After the last question, or when the person is done.
    static func end(decided: Int, of count: Int) -> Markup {
        let open = count - decided
        return page(
            title: "Thank you",
            """
            <header>
            <p class="what">photos</p>
            <h1>\(open == 0 ? "All decided" : "\(decided.grouped) of \(count.grouped) decided")</h1>
            <p class="lead">\(decided == 0 ? "" : "What you decided is stored. ")\(open == 0 ? "" : "The others stay open; ask again whenever you like. ")You can close this page.</p>
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
