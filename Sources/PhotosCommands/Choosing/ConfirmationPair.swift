internal import OpenPhotoKitOwner
internal import PerceptualHashing
internal import PhotoModel
internal import PhotoWeb

/// The requested picture beside the only candidate, with a check mark.
struct ConfirmationPair {
    private let question: Question
    private let number: String
    private let photo: Question.Photo

    init(_ pair: NumberedQuestion) {
        question = pair.question
        number = "\(pair.number)"
        photo = pair.question.photos[0]
    }

    var markup: Markup {
        """
        <li>
        <a class="both" href="preview/\(number)/0" target="_blank" rel="noopener" title="Enlarge">
        \(figure(asked, "Asked about", question.name, Self.facts(question.size, question.captureTime)))
        \(figure(candidate, "In the library", photo.name, Self.facts(photo.asset?.size, photo.asset?.captureTime)))
        </a>
        <label><input type="checkbox" name="\(number)" checked="checked" \
        aria-label="The same photo: \(question.name) and \(photo.name)"/> The same photo \
        <span class="soft">\(photo.candidate.doubtText)</span></label>
        </li>

        """
    }

    private func figure(_ picture: Markup, _ whose: String, _ name: String, _ facts: String) -> Markup {
        """
        <figure><div class="frame">\(picture)</div>
        <figcaption>\(whose)<bdi title="\(name)">\(name)</bdi><span>\(facts)</span></figcaption></figure>
        """
    }

    // MARK: Pictures

    private var asked: Markup {
        if case .file = question.subject {
            return image("asked", "Asked about: \(question.name)", turns: photo.comparison?.quarterTurns ?? 0)
        }
        // The small picture of an identifier.
        let size = photo.signature?.size ?? question.size
        guard let comparison = photo.comparison, let size else { return "<p class=\"absent\">no picture</p>" }
        return ChoicePicture(comparison.pictures.first, size: size, label: "Asked about: a small gray picture").markup
    }

    private var candidate: Markup { image("0", "In the library: \(photo.name)", turns: 0) }

    /// A picture that the script enlarges.
    ///
    /// - Parameter turns: The quarter turns clockwise that make it upright.
    private func image(_ place: String, _ text: String, turns: Int) -> Markup {
        """
        <img class="turn\("\(turns)")" src="thumbnail/\(number)/\(place)" data-large="preview/\(number)/\(place)" \
        alt="\(text)" loading="lazy" decoding="async"/>
        """
    }

    // MARK: Facts

    private static func facts(_ size: PixelSize?, _ time: CaptureTime?) -> String {
        let size = size.map { "\($0.width) × \($0.height)" }
        return [time.map { $0.clockText } ?? "undated", size].compactMap { $0 }.joined(separator: ", ")
    }
}
