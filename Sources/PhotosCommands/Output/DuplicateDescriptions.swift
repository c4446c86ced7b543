internal import OpenPhotoKitOwner

// The sentences about groups of duplicates and their plans.

extension KeepReason {
    var explanation: String {
        switch self {
        case .undamaged: "Kept: it is not damaged."
        case .mostPixels: "Kept: it has the most pixels."
        case .rawOriginal: "Kept: it is the raw original."
        case .heicOriginal: "Kept: it is the HEIC original."
        case .mostMetadata: "Kept: it has the most metadata."
        case .lossless: "Kept: its format is lossless."
        case .largestFile: "Kept: it is the largest file."
        case .oldestCapture: "Kept: its capture time is the oldest."
        case .firstAdded: "Kept: it was added first, and is equal to the others in everything else."
        case .chosen: "Kept: you chose it."
        }
    }
}

extension DuplicateGroup.Member {
    var explanation: String {
        let similarity = score.map { " Similarity \(($0 * 100).rounded() / 100)." } ?? ""
        return reasons.map(\.explanation).joined(separator: " ")
            + (reasons.contains { $0.isAboutSimilarity } ? similarity : "")
    }
}

extension DuplicateGroup.Reason {
    fileprivate var explanation: String {
        switch self {
        case .sameBytes: "Every byte is the same."
        case .sameImageData: "The same image data; only metadata differs."
        case .sameImageDataOtherOrientation: "The same image data with another orientation tag."
        case .decided: "You said that it is the same photo."
        case .samePicture: "The reduced pictures agree in every part, and no photo outside of this group matches."
        case .mayBeAnotherFrame:
            "The reduced pictures agree in every part. It may also be a copy of another frame of a burst."
        case .captureTimeDiffers: "It looks similar, but has another capture time or unique id."
        case .tooFlat: "It looks similar, but has too little detail for a sure answer."
        case .damaged: "It looks similar, but one of the two is damaged."
        case .tooManySimilarPictures: "It looks similar, but so do more photos than can be compared."
        case .notAllCompared: "It looks similar; not all pictures have been compared yet."
        case .severalAgree: "The pictures agree, but it may also be a copy of another similar photo."
        case .nearlyTheSame: "Nearly the same picture."
        }
    }

    /// Whether the reason is the similarity of the pictures.
    fileprivate var isAboutSimilarity: Bool {
        switch self {
        case .sameBytes, .sameImageData, .sameImageDataOtherOrientation, .decided: false
        default: true
        }
    }
}

extension DuplicatePlan.Merge {
    /// The properties that the kept photo gets; `nil` for none.
    var explanation: String? {
        var parts: [String] = []
        if isFavorite { parts.append("the favourite mark") }
        if let title { parts.append("the title “\(Terminal.safe(title))”") }
        if let caption { parts.append("the caption “\(Terminal.safe(caption))”") }
        if !keywords.isEmpty { parts.append("the keywords \(keywords.map(Terminal.safe).joined(separator: ", "))") }
        if let rating { parts.append("the rating \(rating < 0 ? "rejected" : "\(rating)")") }
        if location != nil { parts.append("the place") }
        if let captureTime { parts.append("the capture time \(captureTime)") }
        parts += memberships.map { "a place in the album “\(Terminal.safe($0.title))”" }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension DuplicatePlan.Obstacle {
    var explanation: String {
        switch self {
        case .losesAttachedFiles: "A video, raw file or edited version would be deleted with its photo."
        case .keepsReference: "The kept original is not stored in the library, but a deleted one is."
        case .mayBeAnotherFrame:
            "A photo may be a copy of another frame of a burst. There is too little noise to tell."
        case .picturesDiffer:
            "You said that they are the same photo, but the pictures differ: one may be a part or an edit of the other."
        }
    }
}
