internal import PhotoCatalog
internal import PhotoModel

/// Works out what settling a group does.
struct DuplicatePlanner {
    private let catalog: PhotoCatalog

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    func plan(_ group: DuplicateGroup) throws -> DuplicatePlan {
        let found = try catalog.assets(group.localIdentifiers)
        let facts = try catalog.possibleCopies(group.localIdentifiers)
        guard let kept = found[group.keep], facts.count == group.members.count else {
            throw PhotoLibraryError(
                .identifierNotFound, "A photo of this group is gone. Look for duplicates again.", identifier: group.keep
            )
        }
        let others = facts.values.filter { $0.localIdentifier != group.keep }
            .sorted { $0.reasonToKeep(before: $1) != nil }.compactMap { found[$0.localIdentifier] }
        return DuplicatePlan(
            kept: group.keep, deleted: others.map(\.localIdentifier),
            merge: try merge(others, into: kept, areSame: group.kind == .same),
            decisions: group.kind == .same ? try decisions(others, for: kept) : [],
            reclaimableBytes: group.reclaimableBytes, obstacles: obstacles(others, kept))
    }

    private func merge(_ others: [Asset], into kept: Asset, areSame: Bool) throws -> DuplicatePlan.Merge {
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
        // When and where another shot was taken is not when and where this one was.
        if areSame {
            // What the owner said of them counts as well.
            if kept.location == nil { merge.location = others.lazy.compactMap(\.location).first }
            if kept.captureTime == nil { merge.captureTime = others.lazy.compactMap(\.captureTime).first }
            if kept.metadata.location == nil {
                // Not what the owner took away from the one whose file states it.
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

    /// That the others were the kept photo, and so is what was said to be one of them.
    private func decisions(_ others: [Asset], for kept: Asset) throws -> [Decision] {
        guard let content = kept.original?.content else { return [] }
        // What a person said of the kept photo stays said.
        var told = Set(try catalog.decisions(about: content).compactMap { $0.other(than: content) } + [content])
        let deleted = others.compactMap { $0.original?.content }
        let saidOfThem = try deleted.flatMap { content in
            try catalog.decisions(about: content).filter(\.isSame).compactMap { $0.other(than: content) }
        }
        return (deleted + saidOfThem).filter { told.insert($0).inserted }
            .map { Decision(content, $0, isSame: true) }
    }

    private func obstacles(_ others: [Asset], _ kept: Asset) -> [DuplicatePlan.Obstacle] {
        let losesFiles = others.contains { asset in
            // What a sidecar says is in the catalogue.
            asset.resources.contains { $0.kind.isAttached && $0.kind != .sidecar }
        }
        let isOutside = kept.original?.isReference == true && others.contains { $0.original?.isReference == false }
        return (losesFiles ? [.losesAttachedFiles] : []) + (isOutside ? [.keepsReference] : [])
    }
}
