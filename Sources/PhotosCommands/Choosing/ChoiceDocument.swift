internal import OpenPhotoKitOwner
internal import PhotoModel

/// A question with its number among all questions of a page.
struct NumberedQuestion {
    let number: Int
    let question: Question
}

/// The position of the current page among all questions.
struct ChoicePosition {
    /// The number of the first question of the page, from 1 on.
    let first: Int
    /// The number of all questions.
    let count: Int

    /// Such as “1 to 100 of 250”.
    func text(for shown: Int) -> String {
        if count == shown { return "photos" }
        let first = first.grouped
        return shown == 1
            ? "\(first) of \(count.grouped)" : "\(first) to \((self.first + shown - 1).grouped) of \(count.grouped)"
    }
}

/// The frame of all pages on which a person decides.
enum ChoiceDocument {
    static func page(title: String, _ body: Markup) -> Markup {
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

    /// The top of a page.
    ///
    /// - Parameter remark: The error that the last answer caused; `nil` if it was stored.
    static func header(_ position: String, title: String, lead: String, remark: String?) -> Markup {
        """
        <header>
        <p class="what">\(position)</p>
        <h1>\(title)</h1>
        <p class="lead">\(lead)</p>
        \(remark.map { "<p class=\"stopped\" role=\"alert\">\($0)</p>" as Markup } ?? "")
        </header>
        """
    }

    /// The last page: shown after the last question, or after the button “Done”.
    static func end(decided: Int, of count: Int) -> Markup {
        let open = count - decided
        let stored = decided == 0 ? "" : "Your decisions are stored. "
        let again = open == 0 ? "" : "Run the same command again to decide about the others. "
        return page(
            title: "Thank you",
            header(
                "photos", title: open == 0 ? "All decided" : "\(decided.grouped) of \(count.grouped) decided",
                lead: "\(stored)\(again)You can close this page.", remark: nil))
    }
}
