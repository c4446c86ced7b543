internal import OpenPhotoKit

// What groups and plans say to people.

extension KeepReason {
    var words: String {
        switch self {
        case .undamaged: "Kept: it is not damaged."
        case .mostPixels: "Kept: it has the most pixels."
        case .mostMetadata: "Kept: it has the most metadata."
        case .lossless: "Kept: its kind of file loses nothing."
        case .largestFile: "Kept: it is the largest file."
        case .oldestCapture: "Kept: its capture time is the oldest."
        case .firstAdded: "Kept: it came first; in all else they are equal."
        case .chosen: "Kept: you chose it."
        }
    }
}

extension DuplicateGroup.Member {
    var words: String {
        let likeness = score.map { " Likeness \(($0 * 100).rounded() / 100)." } ?? ""
        return reasons.map(\.words).joined(separator: " ") + (reasons.contains { $0.isOfLooks } ? likeness : "")
    }
}

extension DuplicateGroup.Reason {
    fileprivate var words: String {
        switch self {
        case .sameBytes: "Every byte is the same."
        case .sameImageData: "The same image data; only metadata differs."
        case .sameImageDataOtherOrientation: "The same image data with another orientation tag."
        case .decided: "You said that it is the same photo."
        case .samePicture: "The pictures agree cell by cell, and no other photo can be meant."
        case .captureTimeDiffers: "It looks alike, but capture time or unique id is another."
        case .tooFlat: "It looks alike, but shows too little to tell for sure."
        case .damaged: "It looks alike, but one of the two is damaged."
        case .tooManySimilarPictures: "It looks alike, but so do more others than are compared."
        case .notAllCompared: "It looks alike; not all pictures have been compared yet."
        case .severalAgree: "The pictures agree, but it may be the copy of another look-alike too."
        case .nearlyTheSame: "Nearly the same picture."
        }
    }

    /// Whether the likeness of the pictures says more.
    fileprivate var isOfLooks: Bool {
        switch self {
        case .sameBytes, .sameImageData, .sameImageDataOtherOrientation, .decided: false
        default: true
        }
    }
}

extension DuplicatePlan.Merge {
    /// What is taken over; `nil` if nothing is.
    var words: String? {
        var parts: [String] = []
        if isFavorite { parts.append("the favourite's mark") }
        if let title { parts.append("the title “\(Terminal.safe(title))”") }
        if let caption { parts.append("the caption “\(Terminal.safe(caption))”") }
        if !keywords.isEmpty { parts.append("the keywords \(keywords.map(Terminal.safe).joined(separator: ", "))") }
        if location != nil { parts.append("the place") }
        if let captureTime { parts.append("the capture time \(captureTime)") }
        parts += memberships.map { "a place in the album “\(Terminal.safe($0.title))”" }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension DuplicatePlan.Obstacle {
    var words: String {
        switch self {
        case .losesAttachedFiles: "A film, raw file or edited version would be deleted with its photo."
        case .keepsReference: "The kept original is not stored in the library, but a deleted one is."
        }
    }
}
