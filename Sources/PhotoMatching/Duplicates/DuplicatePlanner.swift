package import PhotoCatalog
package import PhotoModel
internal import SystemPackage

/// Computes the changes that settle a group.
package struct DuplicatePlanner {
    private let catalog: PhotoCatalog

    package init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    package func plan(_ group: DuplicateGroup) throws(PhotoLibraryError) -> DuplicatePlan {
        let found = try catalog.assets(group.localIdentifiers)
        let facts = try catalog.possibleCopies(group.localIdentifiers)
        guard let kept = found[group.keep], facts.count == group.members.count else {
            throw PhotoLibraryError(
                .identifierNotFound, "A photo of this group was deleted. Search for duplicates again.",
                identifier: group.keep
            )
        }
        let others = facts.values.filter { $0.localIdentifier != group.keep }
            .sorted { $0.reasonToKeep(before: $1) != nil }.compactMap { found[$0.localIdentifier] }
        return DuplicatePlan(
            kept: group.keep, deleted: others.map(\.localIdentifier),
            merge: try merge(others, into: kept, areSame: group.kind == .same),
            decisions: group.kind == .same ? try decisions(others, for: kept) : [],
            reclaimableBytes: group.reclaimableBytes, obstacles: obstacles(group, others, kept))
    }

    private func merge(_ others: [Asset], into kept: Asset, areSame: Bool) throws(PhotoLibraryError)
        -> DuplicatePlan.Merge
    {
        func first<Value>(_ field: KeyPath<ImageMetadata, Value?>) -> Value? {
            kept.metadata[keyPath: field] == nil ? others.lazy.compactMap { $0.metadata[keyPath: field] }.first : nil
        }
        var merge = DuplicatePlan.Merge()
        merge.isFavorite = !kept.isFavorite && others.contains(where: \.isFavorite)
        merge.title = first(\.title)
        merge.caption = first(\.caption)
        if kept.metadata.keywords.isEmpty {
            merge.keywords = others.map(\.metadata.keywords).first { !$0.isEmpty } ?? []
        }
        if kept.metadata.rating ?? 0 == 0 { merge.rating = others.lazy.compactMap(\.metadata.rating).first { $0 != 0 } }
        // The time and place of a similar photo are not those of the kept photo.
        if areSame {
            // Values that the owner set on them count too.
            if kept.location == nil { merge.location = others.lazy.compactMap(\.location).first }
            if kept.captureTime == nil { merge.captureTime = others.lazy.compactMap(\.captureTime).first }
            if kept.metadata.location == nil {
                // A value that the owner removed from the photo is not taken from its file.
                merge.statedLocation = others.lazy.filter { $0.location != nil }.compactMap(\.metadata.location).first
            }
            merge.statedTime = first(\.captureTime)
        }
        let places = try catalog.memberships(of: ([kept] + others).map(\.localIdentifier))
        var albums = Set(places[kept.localIdentifier, default: []].map(\.albumIdentifier))
        merge.memberships = others.flatMap { places[$0.localIdentifier, default: []] }
            .filter { albums.insert($0.albumIdentifier).inserted }
        return merge
    }

    /// The other photos are recorded as the kept photo, and so are the contents that the user decided to be one of
    /// them.
    private func decisions(_ others: [Asset], for kept: Asset) throws(PhotoLibraryError) -> [Decision] {
        guard let content = kept.original?.content else { return [] }
        // Earlier decisions about the kept photo stay.
        var recorded = Set(try catalog.decisions(about: content).compactMap { $0.other(than: content) } + [content])
        let deleted = others.compactMap { $0.original?.content }
        let theirDuplicates = try deleted.map { content throws(PhotoLibraryError) in
            try catalog.decisions(about: content).filter(\.isSame).compactMap { $0.other(than: content) }
        }.joined()
        return (deleted + theirDuplicates).filter { recorded.insert($0).inserted }
            .map { Decision(content, $0, isSame: true) }
    }

    private func obstacles(
        _ group: DuplicateGroup, _ others: [Asset], _ kept: Asset
    ) -> [DuplicatePlan.Obstacle] {
        let losesFiles = others.contains { asset in
            // The values of a sidecar are in the catalogue, but not a camera's sound or subtitles.
            asset.resources.contains { $0.kind.isAttached && ($0.kind != .sidecar || $0.isSoundOrText) }
        }
        let isOutside = kept.original?.isReference == true && others.contains { $0.original?.isReference == false }
        let picturesDiffer = group.members.contains {
            $0.reasons == [.decided] && ($0.score ?? 0) < CopyGraph.passingScore
        }
        let mayBeAnotherFrame = group.members.contains { $0.reasons.contains(.mayBeAnotherFrame) }
        return (losesFiles ? [.losesAttachedFiles] : []) + (isOutside ? [.keepsReference] : [])
            + (mayBeAnotherFrame ? [.mayBeAnotherFrame] : []) + (picturesDiffer ? [.picturesDiffer] : [])
    }
}

extension AssetResource {
    /// Whether the file is a camera's sound, subtitles or description of a clip, by its name.
    fileprivate var isSoundOrText: Bool {
        ["wav", "srt", "xml"].contains((originalFilename?.extension ?? "").lowercased())
    }
}
