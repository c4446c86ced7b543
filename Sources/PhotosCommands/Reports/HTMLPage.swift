internal import Foundation
internal import OpenPhotoKit

/// The page from its headline to its foot.
struct HTMLPage {
    let head: ReportHead
    let end: ReportEnd
    let sections: [HTMLReport.Section]

    var markup: Markup {
        """
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: file:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/>
        <meta name="referrer" content="no-referrer"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <title>\(headline)</title>
        <style>\(HTMLStyle.sheet)</style>
        </head>
        <body>
        <header>
        <p class="what">\(head.request.isDryRun ? "Dry run of an import" : "Photo import") · \(started)</p>
        <h1>\(headline)</h1>
        <p class="lead">\(lead)</p>
        \(stopped)
        \(overview)
        </header>
        <main>
        \(sections.enumerated().map { HTMLSection(section: $1, number: $0, head: head).markup })
        </main>
        \(foot)
        </body>
        </html>

        """
    }

    // MARK: In words

    private func count(where isMeant: (ReportCause) -> Bool) -> Int {
        sections.reduce(0) { isMeant($1.cause) ? $0 + $1.count : $0 }
    }

    /// Files whose bytes, or whose picture, are in the library now.
    private var stored: Int { end.summary.imported + end.summary.duplicates }

    private var headline: String {
        let files = end.summary.files
        let are = head.request.isDryRun ? "would be" : files == 1 ? "is" : "are"
        let held = head.request.isDryRun ? stored + end.summary.planned : stored
        let photos = files == 1 ? "file" : "files"
        guard files > 0 else { return "There were no files to import" }
        guard held < files else {
            return "\(files == 1 ? "The" : "All \(files.grouped)") \(photos) \(are) in the library"
        }
        return "\(held.grouped) of \(files.grouped) \(photos) \(are) in the library"
    }

    private var lead: Markup {
        let looks = count(where: \.needsALook)
        let left = count { $0 == .notAPhoto }
        let look: Markup =
            looks == 0
            ? "Nothing needs a look."
            : "<strong>\(looks) \(looks == 1 ? "needs" : "need") a look</strong>, and stand\(looks == 1 ? "s" : "") first below."
        let others: Markup =
            left == 0 ? "" : " \(left) \(left == 1 ? "is no photo and was" : "are not photos and were") left alone."
        return "\(look)\(others)"
    }

    private var stopped: Markup {
        guard let error = end.error else { return "" }
        let remedy =
            end.state == .interrupted
            ? "What was imported stays. Run the same command again: it goes on from there."
            : "What was imported until then stays. When the cause is gone, run the same command again: it goes on from there."
        return """
            <p class="stopped"><strong>\(end.state == .interrupted ? "Stopped before the end." : "The import could not go on.")</strong>
            \(error.description) \(remedy)</p>
            """
    }

    private var started: String {
        head.started.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: "en_GB")))
    }

    // MARK: At a glance

    private var overview: Markup {
        let bar: [Markup] = sections.map {
            "<span class=\"\($0.cause.tone)\" style=\"flex-grow:\("\($0.count)")\" title=\"\($0.cause.title): \($0.count)\"></span>"
        }
        let links: [Markup] = sections.enumerated().map { number, section in
            """
            <li class="\(section.cause.tone)"><a href="#s\(number)"><b>\(section.count)</b> \(section.cause.label)</a></li>

            """
        }
        return """
            <div class="bar" aria-hidden="true">\(bar)</div>
            <ul class="fates">\(links)</ul>
            """
    }

    private var foot: Markup {
        let summary = end.summary
        let sources: [Markup] = head.request.paths.prefix(20).map { "<dd>\($0.string)</dd>" }
        let more = head.request.paths.count - 20
        let others: Markup = more > 0 ? "<dd>… and \(more) more</dd>" : ""
        let way =
            switch head.request.mode {
            case .copy: "copied"
            case .move: "moved: removed where they were after they were read back from the library"
            case .reference: "stay where they are; the library remembers them"
            }
        return """
            <footer><dl>
            <dt>Library</dt><dd>\(head.libraryPath.string)</dd>
            <dt>From</dt>\(sources)\(others)
            <dt>Photos</dt><dd>\(way)</dd>
            <dt>Read</dt><dd>\(ByteText.of(summary.bytes)) in \(duration)</dd>
            </dl>
            <p>Pictures are shown from the library’s files, over the small gray ones it keeps of them. A photo’s name
            leads to its file. <code>photos show ID</code> says more of one; <code>photos verify</code> reads every byte again.</p>
            </footer>
            """
    }

    private var duration: String {
        let seconds = Int(Date().timeIntervalSince(head.started).rounded())
        return seconds < 60
            ? "\(seconds) s"
            : seconds < 3600
                ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
}
