internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel
internal import PhotoWeb

/// One candidate on the page: its picture, both pictures as thumbnails, their differences, and a table of facts.
struct ChoiceCard {
    let question: Question
    let number: Int
    let index: Int

    private var photo: Question.Photo { question.photos[index] }
    private var key: String { "\(index + 1)" }

    var markup: Markup {
        let button: Markup =
            index < 9
            ? "<button class=\"same\" name=\"choice\" value=\"\(key)\" data-key=\"\(key)\" aria-describedby=\"p\(key)\">This one <kbd>\(key)</kbd></button>"
            : "<button class=\"same\" name=\"choice\" value=\"\(key)\" aria-describedby=\"p\(key)\">This one</button>"
        return """
            <article aria-labelledby="p\(key)">
            <div class="large">\(large)</div>
            <h2 id="p\(key)"><bdi>\(photo.name)</bdi></h2>
            <p>\(photo.candidate.displayText(above: photo.comparison))</p>
            \(button)
            \(small)
            \(facts)
            </article>

            """
    }

    private var large: Markup {
        let (path, preview) = ("photo/\(number)/\(index)", "preview/\(number)/\(index)")
        let format = photo.file?.format
        let isShownByBrowsers = format.flatMap { PageAnswer.ContentType($0) } != nil
        if let format, format.isDisplayable || isShownByBrowsers {
            let shown = format.isDisplayable ? preview : path
            return """
                <a href="\(isShownByBrowsers ? path : preview)" target="_blank" rel="noopener" title="Open in full size"><img src="\(shown)" alt="\(photo.name)" loading="lazy" decoding="async"/>\(part)</a>
                """
        }
        return photo.signature.flatMap { ChoicePicture($0, label: photo.name, mark: photo.part) }?.markup
            ?? "<p class=\"absent\">This picture cannot be shown.</p>"
    }

    /// The frame around the part that the file shows, over the picture.
    private var part: Markup {
        guard let part = photo.part, let size = photo.signature?.size else { return "" }
        let (width, height) = (max(1, size.width), max(1, size.height))
        return """
            <svg class="part" viewBox="0 0 \("\(width) \(height)")" role="img" aria-label="The part that the file shows">\
            \(PictureMark(part, width: Double(width), height: Double(height)).markup)</svg>
            """
    }

    // MARK: Comparison

    private var small: Markup {
        guard let comparison = photo.comparison, let size = photo.signature?.size else { return "" }
        let description = ComparisonDescription(comparison)
        let sentences: [Markup] = description.sentences.map { "<li>\($0)</li>" }
        let spot = description.hasSpot ? ChoicePicture.frame(aroundSpot: comparison.spot) : nil
        return """
            <div class="pair">
            <figure>\(ChoicePicture(comparison.pictures.first, size: size, label: "The picture asked about", mark: spot).markup)
            <figcaption>Asked about</figcaption></figure>
            <figure>\(ChoicePicture(comparison.pictures.second, size: size, label: "This photo", mark: spot).markup)
            <figcaption>This photo</figcaption></figure>
            <figure>\(ChoicePicture(differencesOf: comparison, size: size, mark: spot).markup)
            <figcaption>Where this photo is <span class="darker">darker</span> or <span class="brighter">brighter</span></figcaption></figure>
            </div>
            <ul>\(sentences)</ul>
            """
    }

    // MARK: Facts

    private var facts: Markup {
        let asset = photo.asset
        let timesAgree = question.captureTime.flatMap { asked in asset?.captureTime.map { asked.agrees(with: $0) } }
        return """
            <table>
            <thead><tr><td></td><th scope="col">Asked about</th><th scope="col">This photo</th></tr></thead>
            <tbody>
            \(row("Taken", question.captureTime?.displayText, asset?.captureTime?.displayText, differs: timesAgree == false))
            \(row("Camera", question.camera, asset?.metadata.camera))
            \(row("Size", question.size?.displayText, asset?.size?.displayText))
            </tbody>
            </table>
            """
    }

    private func row(_ label: String, _ asked: String?, _ this: String?, differs: Bool = false) -> Markup {
        guard asked != nil || this != nil else { return "" }
        let unknown = "not stated"
        let cell: Markup =
            differs
            ? "<td class=\"differs\">\(this ?? unknown) <em>differs</em></td>" : "<td>\(this ?? unknown)</td>"
        return "<tr><th scope=\"row\">\(label)</th><td>\(asked ?? unknown)</td>\(cell)</tr>"
    }
}
