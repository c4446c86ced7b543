internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The whole HTML page of an import report.
struct HTMLPage {
    let head: ReportHead
    let end: ReportEnd
    let sections: [HTMLReport.Section]
    /// Small JPEG pictures by local identifier.
    let pictures: [String: Data]

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
        \(sections.enumerated().map { HTMLSection(section: $1, number: $0, head: head, pictures: pictures).markup })
        </main>
        \(foot)
        </body>
        </html>

        """
    }

    // MARK: Text

    private func count(where isIncluded: (ReportCategory) -> Bool) -> Int {
        sections.reduce(0) { isIncluded($1.cause) ? $0 + $1.count : $0 }
    }

    /// The number of files whose bytes or picture are in the library now.
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
        let important = count(where: \.needsAttention)
        let skipped = count { $0 == .notAPhoto }
        let attention: Markup =
            important == 0
            ? "No file needs your attention."
            : "<strong>\(important) \(important == 1 ? "needs" : "need") your attention</strong> and \(important == 1 ? "is" : "are") listed first."
        let others: Markup =
            skipped == 0
            ? "" : " \(skipped) \(skipped == 1 ? "is not a photo and was" : "are not photos and were") skipped."
        return "\(attention)\(others)"
    }

    private var stopped: Markup {
        guard let error = end.error else { return "" }
        let remedy =
            end.state == .interrupted
            ? "The imported files stay in the library. Run the same command again to continue."
            : "The files imported until then stay in the library. Remove the cause, then run the same command again to continue."
        return """
            <p class="stopped"><strong>\(end.state == .interrupted ? "The import was interrupted." : "The import failed.")</strong>
            \(error.description) \(remedy)</p>
            """
    }

    private var started: String {
        head.started.formatted(Date.FormatStyle(date: .long, time: .shortened, locale: Locale(identifier: "en_GB")))
    }

    // MARK: Overview

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
            <ul class="results">\(links)</ul>
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
            case .move: "moved: each file was removed after its copy was read back from the library"
            case .reference: "not copied: the library refers to them where they are"
            }
        return """
            <footer><dl>
            <dt>Library</dt><dd>\(head.libraryPath.string)</dd>
            <dt>From</dt>\(sources)\(others)
            <dt>Photos</dt><dd>\(way)</dd>
            <dt>Read</dt><dd>\(ByteText.of(summary.bytes)) in \(duration)</dd>
            </dl>
            <p>The page shows the library’s files, and small gray pictures while these load. A photo’s name links to its file.
            <code>photos show ID</code> prints the details of a photo; <code>photos verify</code> reads every byte again.</p>
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
