internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel

/// Decides by content alone which candidate is the requested photo, or that the user must decide.
///
/// A wrong photo is worse than no photo. So the user decides about pictures that cannot be distinguished.
struct ContentDecision {
    /// Whether the requested picture is damaged.
    let isDamaged: Bool
    /// Whether the requested picture is the preview in a raw file.
    var isRawPreview: Bool = false

    /// The answer for candidates within the radius, in any order.
    func decide(_ candidates: [ComparedAsset]) -> Resolution {
        let ranked = candidates.bestOfEachAsset
        guard ranked.allSatisfy({ $0.verification != nil }) else { return decideByHash(ranked) }
        let passing = ranked.filter { $0.verification?.passes() == true }
        let compatible = ranked.filter { $0.verification?.isCompatible == true }
        // A picture that clearly shows something else is not similar, even if its hash is near.
        let alike = ranked.filter { $0.verification?.isPlainlyDifferent != true }
        let others = alike.filter { $0.verification?.isCompatible != true }.map { $0.candidate(.looksAlike) }
        guard !passing.isEmpty else { return .notFound(lookalikes: alike.map { $0.candidate(.looksAlike) }) }
        let isAnyDamaged = passing.contains(where: isDamaged)
        // The one candidate whose metadata match while the metadata of every other candidate differ, or the one whose
        // picture is identical.
        let certain = passing.filter { chosen in
            !isAnyDamaged && !chosen.metadataDiffers && !chosen.differsInDetail && !isOfRawPreview(chosen)
                && isDistinguished(chosen, amongPassing: passing.count)
                && compatible.allSatisfy { rival in
                    rival.localIdentifier == chosen.localIdentifier || chosen.isIdentical && !rival.isIdentical
                        || chosen.metadataAgrees && rival.isExcluded(beside: chosen)
                }
        }
        if certain.count == 1, let chosen = certain.first {
            return .found(
                chosen.candidate(reason(toChoose: chosen)),
                lookalikes: compatible.filter { $0.localIdentifier != chosen.localIdentifier }
                    .map { $0.candidate($0.metadataDiffers ? .captureTimeDiffers : .nearlyTheSame) } + others)
        }
        return .multiple(
            compatible.map { $0.candidate(reason(toAskAbout: $0)) }, lookalikes: others)
    }

    /// Whether the candidate's or the requested picture is damaged.
    private func isDamaged(_ candidate: ComparedAsset) -> Bool { isDamaged || candidate.isDamaged }

    /// Whether the pictures distinguish the photo from other frames, or else the instant of capture does.
    ///
    /// Among several pictures that pass and show too little or differ, the instant is not enough: cameras take some of
    /// them in one instant. The same holds for pictures of text that were compared in cells only.
    private func isDistinguished(_ candidate: ComparedAsset, amongPassing count: Int) -> Bool {
        if candidate.isUnreadText { return candidate.captureInstantAgrees && count == 1 }
        return switch candidate.doubt {
        case nil: true
        case .mayHaveMoved: candidate.captureInstantAgrees
        case .tooFlat, .differs: candidate.captureInstantAgrees && count == 1
        }
    }

    /// Whether the candidate's or the requested picture is the preview in a raw file.
    private func isOfRawPreview(_ candidate: ComparedAsset) -> Bool {
        isRawPreview || candidate.picture == .rawPreview
    }

    private func reason(toChoose candidate: ComparedAsset) -> Resolution.Candidate.Reason {
        if candidate.doubt != nil || candidate.isUnreadText { return .sameInstant }
        return candidate.quarterTurns == 0 ? .samePicture : .samePictureTurned
    }

    /// What contradicts comes before a doubt, so a doubt is the reason only if nothing contradicts.
    private func reason(toAskAbout candidate: ComparedAsset) -> Resolution.Candidate.Reason {
        if isDamaged(candidate) { return .damaged }
        if candidate.metadataDiffers { return .captureTimeDiffers }
        if candidate.differsInDetail { return .nearlyTheSame }
        guard candidate.verification?.passes() == true else {
            return candidate.isFlat ? .tooFlat : .nearlyTheSame
        }
        if isOfRawPreview(candidate) { return .rawPreview }
        return switch candidate.doubt {
        case .tooFlat: .tooFlat
        case .mayHaveMoved: .tooSmall
        case .differs: .nearlyTheSame
        case nil: candidate.isUnreadText ? .textOrDrawing : .severalAgree
        }
    }

    /// The answer without a picture.
    ///
    /// One near hash is enough only if both sides state the same instant of capture.
    private func decideByHash(_ ranked: [ComparedAsset]) -> Resolution {
        guard let first = ranked.first else { return .notFound() }
        if ranked.count == 1, first.captureInstantAgrees, !first.metadataDiffers, !isOfRawPreview(first),
            first.shapeAgrees, first.doubt == nil, !isDamaged(first)
        {
            return .found(first.candidate(.sameInstant))
        }
        return .multiple(ranked.map { $0.candidate(.notVerified) })
    }
}

extension [ComparedAsset] {
    /// The best picture of each asset, the most similar first: an edited picture often resembles the original.
    fileprivate var bestOfEachAsset: [ComparedAsset] {
        var seen: Set<String> = []
        return sorted {
            ($1.verification?.score ?? 0, $0.distance, $0.localIdentifier, $0.picture.rawValue)
                < ($0.verification?.score ?? 0, $1.distance, $1.localIdentifier, $1.picture.rawValue)
        }.filter { seen.insert($0.localIdentifier).inserted }
    }
}

extension Resolution.Candidate {
    /// What follows an explanation whose evidence is the edited picture.
    static let editedNote = " It is the edited picture of this photo."
    /// What follows an explanation whose evidence is a picture without its colour profile.
    fileprivate static let unconvertedNote = " They were compared with the colours as coded, without the profile."
}

extension Resolution {
    /// The answer in which candidates that the user excluded are moved to the similar pictures.
    func excluding(_ others: [ComparedAsset]) -> Resolution {
        var answer = self
        answer.lookalikes += others.bestOfEachAsset.map { $0.candidate(.decidedOther) }
        return answer
    }
}

extension ComparedAsset {
    /// Whether metadata distinguish this candidate from the chosen one.
    ///
    /// A fraction of a second counts only if the chosen one states exactly the same, because many copies have lost
    /// theirs.
    fileprivate func isExcluded(beside chosen: ComparedAsset) -> Bool {
        metadataDiffers && (captureSecondDiffers || chosen.captureInstantAgrees)
    }

    fileprivate func candidate(_ reason: Resolution.Candidate.Reason) -> Resolution.Candidate {
        let trusts: Set<Resolution.Candidate.Reason> = [
            .samePicture, .samePictureTurned, .sameInstant, .captureTimeDiffers, .severalAgree, .tooSmall,
            .textOrDrawing, .rawPreview,
        ]
        let isEdited = picture == .edited
        let notes =
            (rendering == .unconverted ? Resolution.Candidate.unconvertedNote : "")
            + (isEdited ? Resolution.Candidate.editedNote : "")
        return Resolution.Candidate(
            localIdentifier: localIdentifier, evidence: .content, distance: distance,
            verified: trusts.contains(reason) && verification?.passes() == true, score: verification?.score ?? 0,
            isEdited: isEdited, rendering: rendering, reason: reason, explanation: explanation(reason) + notes)
    }

    private func explanation(_ reason: Resolution.Candidate.Reason) -> String {
        switch reason {
        case .sameBytes, .sameImageData, .sameImageDataOtherOrientation, .samePicture:
            "The pictures agree cell by cell."
        case .sameInstant where verification != nil: "The pictures agree, and so does the instant of capture."
        case .sameInstant: "The hashes are near and the instant of capture is the same."
        case .samePictureTurned: "The pictures agree cell by cell when one is turned."
        case .captureTimeDiffers: "The pictures agree, but their capture times or unique ids differ."
        case .severalAgree: "The pictures agree, and so do others."
        case .nearlyTheSame where differsInDetail:
            "The pictures agree at a small size, but in more detail they differ more than copies do."
        case .nearlyTheSame where verification?.passes() == true:
            "The pictures agree, but their light or a small place differs more than in copies."
        case .nearlyTheSame: "Nearly the same picture: it may be the photo with a change, or another frame."
        case .notVerified: "The hashes are near; the identifier holds no picture to compare."
        case .tooFlat: "The picture shows too little to be distinguished from others like it."
        case .tooSmall:
            "The pictures agree, but the content may have moved a little, as in another frame or by an inaccurate scaler."
        case .textOrDrawing:
            "The pictures agree at a small size, which does not show what is written in a text or drawing."
        case .damaged: "One of the pictures is damaged, so they cannot be compared whole."
        case .rawPreview:
            "The pictures agree, but one is the camera's preview in a raw file, which may be rendered unlike the photo."
        case .looksAlike:
            "It looks alike, but " + (verification?.failedMeasures.first ?? "not enough to be sure") + "."
        case .decidedOther: "A person said that it is another photo."
        case .decided, .deletedOriginal, .sameIdentifier, .sameAlbum, .sameFolder, .sameTitle, .sameTitleAndMembers,
            .sameMembers:
            ""
        }
    }
}
