internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

/// The files of one fate, with what was done and what to do.
struct HTMLSection {
    let section: HTMLReport.Section
    let number: Int
    let head: ReportHead

    var markup: Markup {
        let cause = section.cause
        let advice: Markup = cause.advice.map { "<p class=\"advice\">\($0)</p>" } ?? ""
        let bytes: Markup = section.bytes > 0 ? "<span class=\"bytes\">\(ByteText.of(section.bytes))</span>" : ""
        return """
            <section id="s\(number)" class="\(cause.tone)">
            <h2>\(cause.title) <span class="count">\(section.count)</span>\(bytes)</h2>
            <p class="done">\(cause.done)</p>\(advice)
            \(files)\(more)
            </section>

            """
    }

    private var files: Markup {
        switch section.cause.style {
        case .rows: return "<ul class=\"rows\">\(section.shown.map(row))</ul>"
        case .gallery, .cards:
            // Of a library that cannot be read just now the files are shown without their pictures.
            let identifiers = section.shown.compactMap(\.localIdentifier)
            let assets = (try? head.library.assets(withLocalIdentifiers: identifiers)) ?? [:]
            let tiles = section.shown.map { item in
                let picture = HTMLPicture(item, asset: item.localIdentifier.flatMap { assets[$0] }, in: head.library)
                return section.cause.style == .cards ? card(item, picture) : tile(item, picture)
            }
            return "<div class=\"\(section.cause.style == .cards ? "cards" : "gallery")\">\(tiles)</div>"
        }
    }

    private var more: Markup {
        let hidden = section.count - section.shown.count
        guard hidden > 0 else { return "" }
        return """
            <p class="more">… and \(hidden) more that this page does not show. <code>--report files.csv</code> lists every file.</p>
            """
    }

    // MARK: One file

    private func row(_ item: ImportItem) -> Markup {
        let reason: Markup = item.error.map { "<span class=\"why\">\($0.message)</span>" } ?? ""
        return """
            <li>\(name(item, at: item.path))<span class="folder">\(folder(item))</span>\(reason)</li>

            """
    }

    private func tile(_ item: ImportItem, _ picture: HTMLPicture) -> Markup {
        """
        <figure style="--ratio:\(picture.ratio)">\(picture.markup)
        <figcaption>\(name(item, at: picture.path))\(twin(item, picture))</figcaption></figure>

        """
    }

    private func card(_ item: ImportItem, _ picture: HTMLPicture) -> Markup {
        // Several complaints often mean the same to a person.
        let meanings = item.warnings.compactMap(PlainWords.meaning).reduce(into: [String]()) { said, meaning in
            if !said.contains(meaning) { said.append(meaning) }
        }
        let plain: [Markup] = meanings.map { "<p>\($0)</p>" }
        let words = item.warnings.map(\.message).joined(separator: " · ")
        let raw: Markup = words.isEmpty ? "" : "<p class=\"raw\">The decoder’s words: \(words)</p>"
        return """
            <article>\(picture.markup)
            <div>\(name(item, at: picture.path))<span class="folder">\(folder(item))</span>\(plain)\(raw)</div></article>

            """
    }

    /// The photo that the file is a copy of, where its name is another.
    private func twin(_ item: ImportItem, _ picture: HTMLPicture) -> Markup {
        guard item.status == .duplicate, let known = picture.originalName, known != item.path.lastComponent?.string
        else { return "" }
        return "<span class=\"twin\">= <bdi>\(known)</bdi></span>"
    }

    private func name(_ item: ImportItem, at path: FilePath) -> Markup {
        let details = [item.localIdentifier, item.captureTime?.description].compactMap { $0 }.joined(separator: " · ")
        return """
            <a class="name" href="\(path.fileURL)" title="\(details)"><bdi>\(item.path.lastComponent?.string ?? item.path.string)</bdi></a>
            """
    }

    private func folder(_ item: ImportItem) -> Markup {
        "<bdi>\(item.path.removingLastComponent().string)</bdi>"
    }
}
