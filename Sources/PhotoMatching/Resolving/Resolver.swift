internal import PerceptualHashing
package import PhotoCatalog
package import PhotoInspection
package import PhotoModel

/// Finds the assets of one library that match evidence: first by bytes, then by image data, by decisions of the user,
/// and by content.
package struct Resolver: Sendable {
    private let catalog: PhotoCatalog
    private let index: SignatureIndex

    private let candidateLimit: Int

    /// - Parameter candidateLimit: More candidates than this are not compared, because the hashes then distinguish
    ///   nothing.
    package init(_ catalog: PhotoCatalog, _ index: SignatureIndex, candidateLimit: Int = 1000) {
        self.catalog = catalog
        self.index = index
        self.candidateLimit = candidateLimit
    }

    /// The answer of the library for the evidence.
    ///
    /// - Parameters:
    ///   - isDamaged: Whether the picture that the evidence was taken from is damaged.
    ///   - format: The format of the file that the evidence was taken from; `nil` for an identifier, which states none.
    package func resolve(
        _ evidence: CloudIdentifier.Evidence, isDamaged: Bool = false, format: ImageFormat? = nil
    ) throws -> Resolution {
        try resolve(evidence, isDamaged: isDamaged, format: format) { _ in nil }
    }

    /// - Parameter compareFinely: Compares the candidates again, unless no photo is found.
    private func resolve(
        _ evidence: CloudIdentifier.Evidence, isDamaged: Bool, format: ImageFormat?,
        _ compareFinely: ([ComparedAsset]) throws -> [ComparedAsset]?
    ) throws -> Resolution {
        if let exact = try byBytes(evidence) ?? byImageData(evidence) { return exact }
        let decisions = try catalog.decisions(about: evidence.content)
        let decidedSame = decisions.others(than: evidence.content, isSame: true)
        if let decided = try byDecision(decidedSame) { return decided }
        var answer = try byContent(
            evidence, ContentDecision(isDamaged: isDamaged, isRawPreview: format == .raw),
            excluding: decisions.others(than: evidence.content, isSame: false), compareFinely)
        // The owner deleted the requested photo, and the similar picture is another file and perhaps another photo.
        let digests = digests(of: evidence, or: decidedSame)
        if answer.status == .found, try digests.contains(where: catalog.wasDeleted(with:prefix:)) {
            answer = answer.leftToAPerson(.deletedOriginal, "The photo itself was deleted; this one looks the same.")
        }
        if answer.status != .found { answer.recentlyDeleted = try recentlyDeletedAsset(with: digests) }
        guard answer.status == .notFound, answer.recentlyDeleted == nil else { return answer }
        return try undecoded(evidence, format: format).map(answer.undecidable) ?? answer
    }

    /// Why it is unknown that no picture of the library shows the requested one; `nil` if it is known.
    private func undecoded(
        _ evidence: CloudIdentifier.Evidence, format: ImageFormat?
    ) throws -> Resolution.Undecoded? {
        guard let signature = evidence.signature, format != .raw else { return .requested(format) }
        // The hashes of flat pictures depend on coding noise, so copies are no candidates.
        guard signature.quality >= ContentSignature.flatQuality else { return .requestedShowsTooLittle }
        return try catalog.undecodedPictures(capturedNear: evidence.captureTime)
    }

    /// The answer of the library for the picture in a file.
    ///
    /// - Parameter fine: Compares the candidates again in more detail; `nil` to compare 64×64 cells only.
    package func resolve(_ analysis: PhotoAnalysis, _ fine: FineComparison? = nil) throws -> Resolution {
        var answer = try resolve(
            CloudIdentifier.Evidence(analysis), isDamaged: analysis.condition == .damaged,
            format: analysis.format
        ) { try fine?.compare($0, with: analysis) }
        answer.condition = analysis.condition
        return answer
    }

    private func recentlyDeletedAsset(with digests: [(PhotoCatalog.ExactEvidence, [UInt8])]) throws -> RecentlyDeleted?
    {
        for (evidence, prefix) in digests {
            guard let deleted = try catalog.recentlyDeletedAsset(with: evidence, prefix: prefix) else { continue }
            return RecentlyDeleted(localIdentifier: deleted.localIdentifier, deletedDate: deleted.deletedDate)
        }
        return nil
    }

    /// All exact evidence of a file of the photo, strongest first.
    private func digests(
        of evidence: CloudIdentifier.Evidence, or decidedSame: Set<[UInt8]>
    ) -> [(PhotoCatalog.ExactEvidence, [UInt8])] {
        let contents = (evidence.imageDataPrefix.map { [$0] } ?? []) + decidedSame
        return [(.bytes, evidence.sha256Prefix)] + contents.flatMap { [(.imageData, $0), (.bytes, $0)] }
    }

    private func byBytes(_ evidence: CloudIdentifier.Evidence) throws -> Resolution? {
        let resources = try catalog.assets(with: .bytes, prefix: evidence.sha256Prefix)
        return .exact(
            resources.map {
                Resolution.Candidate(
                    exact: .bytes, $0.localIdentifier, isEdited: $0.isEdited, .sameBytes, "Every byte is the same.")
            })
    }

    private func byImageData(_ evidence: CloudIdentifier.Evidence) throws -> Resolution? {
        guard let prefix = evidence.imageDataPrefix else { return nil }
        let resources = try catalog.assets(with: .imageData, prefix: prefix)
            .sorted { $0.orientation == evidence.orientation && $1.orientation != evidence.orientation }
        return .exact(
            resources.map { asset, orientation, isEdited in
                orientation == evidence.orientation
                    ? Resolution.Candidate(
                        exact: .imageData, asset, isEdited: isEdited, .sameImageData,
                        "The same image data; only metadata differs.")
                    : Resolution.Candidate(
                        exact: .imageData, asset, isEdited: isEdited, .sameImageDataOtherOrientation,
                        "The same image data with another orientation tag.")
            })
    }

    private func byDecision(_ contents: Set<[UInt8]>) throws -> Resolution? {
        let assets = try contents.sorted { $0.lexicographicallyPrecedes($1) }
            .flatMap { content in
                try catalog.assets(with: .imageData, prefix: content) + catalog.assets(with: .bytes, prefix: content)
            }
        return .exact(
            assets.map {
                Resolution.Candidate(
                    exact: .content, $0.localIdentifier, isEdited: $0.isEdited, .decided,
                    "A person said that it is this one.")
            })
    }

    private func byContent(
        _ evidence: CloudIdentifier.Evidence, _ decision: ContentDecision, excluding others: Set<[UInt8]>,
        _ compareFinely: ([ComparedAsset]) throws -> [ComparedAsset]?
    ) throws -> Resolution {
        guard let signature = evidence.signature else { return .notFound() }
        guard signature.version == ContentSignature.currentVersion else {
            throw PhotoLibraryError(
                .invalidIdentifier,
                "This identifier's content signature is of version \(signature.version); this program compares version "
                    + "\(ContentSignature.currentVersion). Make the identifier again, or update this program.")
        }
        let picture = TurnedPicture(signature)
        let near = try nearest(to: picture)
        guard near.count <= candidateLimit else {
            return .tooManyCandidates(near.dropLast().filter { !others.contains($0.asset.content) })
        }
        // All candidates are compared: pictures that match a small copy may differ at full size, so the similar
        // pictures of one match are not all other matches.
        let compared = try near.map { try ComparedAsset($0.asset, with: evidence, picture, distance: $0.distance) }
        let (excluded, candidates) = compared.split(by: { others.contains($0.content) })
        var answer = decision.decide(candidates)
        if answer.status != .notFound, let again = try compareFinely(candidates) {
            let finer = decision.decide(again)
            // Finer cells exclude no candidate, because the requested picture may be a poor copy. A person decides.
            answer =
                finer.status == .found ? finer : decision.decide(zip(candidates, again).map { $0.considering($1) })
        }
        return answer.excluding(excluded)
    }
}

extension Resolver {
    /// The assets with near hashes, nearest first: all of them, or one more than the limit.
    private func nearest(to picture: TurnedPicture) throws -> [(asset: SignedAsset, distance: Int)] {
        var nearest: [(SignedAsset, Int)] = []
        for (key, distance) in try index.candidates(near: picture.hashes, limit: .max, asker: catalog) {
            // A key of a deleted asset has no asset.
            if let asset = try catalog.signedAsset(key) { nearest.append((asset, distance)) }
            if nearest.count > candidateLimit { break }
        }
        return nearest
    }
}

extension Resolution {
    /// The answer if too many pictures are similar to be compared: the assets with the nearest hashes.
    fileprivate static func tooManyCandidates(_ nearest: [(asset: SignedAsset, distance: Int)]) -> Resolution {
        var seen: Set<String> = []
        var answer = multiple(
            nearest.filter { seen.insert($0.asset.localIdentifier).inserted }.map {
                Candidate(
                    localIdentifier: $0.asset.localIdentifier, evidence: .content, distance: $0.distance,
                    verified: false, score: 0, isEdited: $0.asset.picture == .edited, reason: .notVerified,
                    explanation: "The hashes are near; too many photos look alike to compare the pictures.")
            })
        answer.isLimited = true
        return answer
    }
}

extension [Decision] {
    /// The contents that the user decided are, or are not, the same photo as `content`.
    func others(than content: [UInt8], isSame: Bool) -> Set<[UInt8]> {
        Set(filter { $0.isSame == isSame }.compactMap { $0.other(than: content) })
    }
}

extension Array {
    /// The elements that meet a condition, and the remaining ones, each in order.
    fileprivate func split(by condition: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}

extension Resolution.Candidate {
    fileprivate init(
        exact evidence: Resolution.Evidence, _ localIdentifier: String, isEdited: Bool, _ reason: Reason,
        _ explanation: String
    ) {
        self.init(
            localIdentifier: localIdentifier, evidence: evidence, distance: nil, verified: true, score: 1,
            isEdited: isEdited, reason: reason, explanation: explanation + (isEdited ? Self.editedNote : ""))
    }
}

extension Resolution {
    /// The answer for equal digests; `nil` if no digest is equal.
    ///
    /// The import puts files of the same picture into one asset, unless the owner chose to keep duplicates: then the
    /// user decides which asset is meant.
    fileprivate static func exact(_ candidates: [Candidate]) -> Resolution? {
        var seen: Set<String> = []
        let assets = candidates.filter { seen.insert($0.localIdentifier).inserted }
        guard assets.count > 1 else { return assets.first.map { .found($0) } }
        return .multiple(assets)
    }
}
