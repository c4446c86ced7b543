package import PhotoCatalog

/// Forms groups around the best assets, each asset in one group at most.
package struct DuplicateFinder {
    private let graph: CopyGraph
    /// The assets, the best to keep first.
    private let ranked: [Int]
    /// For each asset, its index in `ranked`.
    private let rank: [Int]

    package init(_ catalog: PhotoCatalog) throws {
        let graph = try CopyGraph(catalog)
        self.graph = graph
        ranked = graph.copies.indices.sorted {
            graph.copies[$0].reasonToKeep(before: graph.copies[$1]) != nil
        }
        var rank = Array(repeating: 0, count: ranked.count)
        for (place, asset) in ranked.enumerated() { rank[asset] = place }
        self.rank = rank
    }

    /// The groups of a kind, those that free the most space first.
    package func groups(_ kind: DuplicateGroup.Kind) -> [DuplicateGroup] {
        var grouped = Array(repeating: false, count: ranked.count)
        var groups: [DuplicateGroup] = []
        for anchor in ranked where !grouped[anchor] {
            let members = members(around: anchor, kind).filter { !grouped[$0] }
            var group: [Int] = []
            for member in members where group.allSatisfy({ fits(member, $0, kind) }) { group.append(member) }
            // A component in which all assets are the same photo has no photos that only look alike.
            guard !group.isEmpty, kind == .same || !group.allSatisfy({ graph.areSame(anchor, $0) }) else { continue }
            for member in [anchor] + group { grouped[member] = true }
            groups.append(makeGroup(kind, around: anchor, group))
        }
        return groups.sorted {
            ($1.reclaimableBytes, $0.keep) < ($0.reclaimableBytes, $1.keep)
        }
    }

    private func members(around anchor: Int, _ kind: DuplicateGroup.Kind) -> [Int] {
        let neighbours = graph.neighbours(of: anchor, rank: rank)
        return kind == .same ? neighbours.filter { graph.areSame(anchor, $0) } : neighbours
    }

    /// Whether two assets may be in one group.
    ///
    /// A user's decision counts without similar pictures.
    private func fits(_ one: Int, _ other: Int, _ kind: DuplicateGroup.Kind) -> Bool {
        kind == .same ? !graph.areDenied(one, other) : graph.areAlike(one, other)
    }

    private func makeGroup(_ kind: DuplicateGroup.Kind, around anchor: Int, _ others: [Int]) -> DuplicateGroup {
        let copies = graph.copies
        let members = others.map { graph.member($0, besides: anchor) }
        // The first criterion of the rule in which the best photo wins over one of the others.
        let reasons = others.compactMap { copies[anchor].reasonToKeep(before: copies[$0]) }
        return DuplicateGroup(
            kind: kind,
            evidence: members.flatMap(\.reasons).map(\.evidence).min { $0.strength < $1.strength } ?? .content,
            members: [DuplicateGroup.Member(kept: copies[anchor])] + members,
            keepReason: KeepReason.allCases.first(where: reasons.contains) ?? .firstAdded)
    }
}

extension DuplicateGroup.Member {
    fileprivate init(kept: PossibleCopy) {
        self.init(localIdentifier: kept.localIdentifier, score: 1, reasons: [], storedBytes: kept.storedBytes)
    }
}

extension DuplicateGroup.Reason {
    /// The evidence of the reason.
    fileprivate var evidence: DuplicateGroup.Evidence {
        switch self {
        case .sameBytes: .bytes
        case .sameImageData, .sameImageDataOtherOrientation: .imageData
        case .decided: .decision
        default: .content
        }
    }
}

extension DuplicateGroup.Evidence {
    /// Greater for stronger evidence.
    fileprivate var strength: Int { Self.allCases.count - (Self.allCases.firstIndex(of: self) ?? 0) }
}
