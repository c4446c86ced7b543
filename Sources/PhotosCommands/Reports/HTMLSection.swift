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
        // Of a library that cannot be read just now the files are shown without their pictures.
        let identifiers = section.shown.compactMap(\.localIdentifier)
        let assets = (try? head.library.assets(withLocalIdentifiers: identifiers)) ?? [:]
        let files = section.shown.map { ($0, $0.localIdentifier.flatMap { assets[$0] }) }
        switch section.cause.style {
        case .rows: return "<ul class=\"rows\">\(files.map(row))</ul>"
        case .gallery: return "<div class=\"gallery\">\(files.map(tile))</div>"
        case .cards: return "<div class=\"cards\">\(files.map(card))</div>"
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

    private func row(_ item: ImportItem, _ asset: Asset?) -> Markup {
        let remarks = item.warnings.filter { $0.code == "sourceKept" }.map(\.message)
        let role = section.cause == .attached ? item.role?.words(of: asset?.original?.originalFilename?.string) : nil
        let reason = ([item.error?.commandMessage, role].compactMap { $0 } + remarks).joined(separator: " ")
        let why: Markup = reason.isEmpty ? "" : "<span class=\"why\">\(reason)</span>"
        return """
            <li>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))<span class="folder">\(folder(item))</span>\(why)</li>

            """
    }

    private func tile(_ item: ImportItem, _ asset: Asset?) -> Markup {
        let picture = HTMLPicture(item, asset: asset, in: head.library)
        return """
            <figure style="--ratio:\(picture.ratio)">\(picture.markup)
            <figcaption>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))\(twin(item, asset))</figcaption></figure>

            """
    }

    private func card(_ item: ImportItem, _ asset: Asset?) -> Markup {
        // Several complaints often mean the same to a person.
        let meanings = item.warnings.compactMap(PlainWords.meaning).reduce(into: [String]()) { said, meaning in
            if !said.contains(meaning) { said.append(meaning) }
        }
        let plain: [Markup] = meanings.map { "<p>\($0)</p>" }
        let words = item.warnings.map(\.message).joined(separator: " · ")
        let raw: Markup = words.isEmpty ? "" : "<p class=\"raw\">The decoder’s words: \(words)</p>"
        return """
            <article>\(HTMLPicture(item, asset: asset, in: head.library).markup)
            <div>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))<span class="folder">\(folder(item))</span>\(plain)\(raw)</div></article>

            """
    }

    /// The photo that the file is a copy of, where its name is another.
    private func twin(_ item: ImportItem, _ asset: Asset?) -> Markup {
        guard item.status == .duplicate, let known = asset?.original?.originalFilename, known != item.path.lastComponent
        else { return "" }
        return "<span class=\"twin\">= <bdi>\(known.string)</bdi></span>"
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

extension AssetResource.Kind {
    /// What the file is to the photo of that name.
    fileprivate func words(of name: String?) -> String {
        let what =
            switch self {
            case .original, .alternate: "Another file"
            case .alternatePhoto: "The camera’s other file"
            case .fullSizePhoto: "The edited picture"
            case .adjustmentData: "How it was edited: a file"
            case .pairedVideo: "The film"
            case .fullSizePairedVideo: "The edited film"
            case .sidecar: "What another program wrote: a file"
            }
        return name.map { "\(what) of \($0)." } ?? "\(what) of a photo."
    }
}
