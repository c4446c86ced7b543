internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The files with the same result, what was done with them, and what to do.
struct HTMLSection {
    let section: HTMLReport.Section
    let number: Int
    let head: ReportHead
    /// Small JPEG pictures by local identifier.
    let pictures: [String: Data]

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
        // If the library cannot be read, the files are shown without pictures.
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
            <p class="more">… and \(hidden) more files. <code>--report files.csv</code> lists every file.</p>
            """
    }

    // MARK: One file

    private func row(_ item: ImportItem, _ asset: Asset?) -> Markup {
        let kept = item.keptSource?.sentence
        let role =
            section.cause == .attached ? item.role?.description(of: asset?.original?.originalFilename?.string) : nil
        let reason = [item.error?.commandMessage, role, kept].compactMap { $0 }.joined(separator: " ")
        let why: Markup = reason.isEmpty ? "" : "<span class=\"why\">\(reason)</span>"
        return """
            <li>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))<span class="folder">\(folder(item))</span>\(why)</li>

            """
    }

    private func tile(_ item: ImportItem, _ asset: Asset?) -> Markup {
        let picture = picture(item, asset)
        return """
            <figure style="--ratio:\(picture.ratio)">\(picture.markup)
            <figcaption>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))\(duplicatedName(item, asset))</figcaption></figure>

            """
    }

    private func card(_ item: ImportItem, _ asset: Asset?) -> Markup {
        // Several warnings often have the same explanation.
        let explanations = item.warnings.compactMap(WarningExplanations.explanation).reduce(into: [String]()) {
            result, explanation in
            if !result.contains(explanation) { result.append(explanation) }
        }
        let plain: [Markup] = explanations.map { "<p>\($0)</p>" }
        let messages = item.warnings.map(\.sentence).joined(separator: " · ")
        let raw: Markup = messages.isEmpty ? "" : "<p class=\"raw\">The decoder’s message: \(messages)</p>"
        return """
            <article>\(picture(item, asset).markup)
            <div>\(name(item, at: HTMLPicture.place(of: item, asset, in: head.library)))<span class="folder">\(folder(item))</span>\(plain)\(raw)</div></article>

            """
    }

    private func picture(_ item: ImportItem, _ asset: Asset?) -> HTMLPicture {
        HTMLPicture(item, asset: asset, jpeg: item.localIdentifier.flatMap { pictures[$0] }, in: head.library)
    }

    /// The name of the photo that the file duplicates; empty if the names are equal.
    private func duplicatedName(_ item: ImportItem, _ asset: Asset?) -> Markup {
        guard item.status == .duplicate, let known = asset?.original?.originalFilename, known != item.path.lastComponent
        else { return "" }
        return "<span class=\"duplicated\">= <bdi>\(known.string)</bdi></span>"
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
    /// What the file is for the photo with this name.
    fileprivate func description(of name: String?) -> String {
        let what =
            switch self {
            case .original, .alternate: "Another file"
            case .alternatePhoto: "The camera’s second file"
            case .fullSizePhoto: "The edited picture"
            case .adjustmentData: "The adjustment data"
            case .pairedVideo: "The video"
            case .fullSizePairedVideo: "The edited video"
            case .sidecar: "The sidecar file"
            }
        return name.map { "\(what) of \($0)." } ?? "\(what) of a photo."
    }
}
