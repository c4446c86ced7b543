internal import PerceptualHashing
internal import PhotoCatalog
internal import PhotoModel

/// The graph of assets that may be copies of each other, with the evidence.
///
/// It holds only assets that may be a copy of another, about 200 bytes each, and 16 bytes for each pair of similar
/// pictures.
struct CopyGraph {
    /// Two pictures that verification found similar.
    struct Link {
        let other: Int
        let score: Double
        let extent: FinePair.Extent
    }

    private struct Pair: Hashable {
        let lesser: Int
        let greater: Int

        init(_ one: Int, _ other: Int) {
            lesser = min(one, other)
            greater = max(one, other)
        }
    }

    /// The assets, numbered from 0.
    private(set) var copies: [PossibleCopy] = []
    private var links: [[Link]] = []
    /// Whether the user decided that two assets are the same.
    private var decided: [Pair: Bool] = [:]
    private var decidedSame: [Int: [Int]] = [:]
    /// For each asset, the representative of all assets of equal bytes, and of all assets of equal bytes or image data.
    private var bytesSet: [Int] = []
    private var exactSet: [Int] = []
    /// For each asset, the representative of all assets that are proven to be copies of one photo.
    private var provenSet: [Int] = []
    private var exactMembers: [Int: [Int]] = [:]
    /// For each asset, the representative of its component: all assets that it may be a copy of, directly or through
    /// others.
    private var component: [Int] = []
    /// The components in which every picture agrees with every other.
    private var certain: Set<Int> = []
    /// Whether every picture of the library has been compared with the others.
    private let isComplete: Bool

    init(_ catalog: PhotoCatalog) throws {
        isComplete = try catalog.uncomparedCount() == 0
        let evidence = try CopyEvidence(catalog)
        // An asset that was deleted between two queries has no data here and is left out of the graph.
        let facts = try catalog.possibleCopies(evidence.names)
        var places: [Int?] = []
        for name in evidence.names {
            places.append(facts[name] == nil ? nil : copies.count)
            if let copy = facts[name] { copies.append(copy) }
        }
        build(evidence, places)
        findCertainComponents()
    }

    // MARK: Queries

    /// Whether two assets are the same photo.
    func areSame(_ one: Int, _ other: Int) -> Bool {
        if let word = decided[Pair(one, other)] { return word }
        return exactSet[one] == exactSet[other]
            || component[one] == component[other] && certain.contains(component[one])
    }

    /// Whether two assets are the same photo or look alike.
    func areAlike(_ one: Int, _ other: Int) -> Bool {
        guard !areDenied(one, other) else { return false }
        return areSame(one, other) || score(one, other) != nil
    }

    /// Whether the user decided that two assets are different photos.
    func areDenied(_ one: Int, _ other: Int) -> Bool { decided[Pair(one, other)] == false }

    /// All assets that are the same photo as an asset or look like it: the most similar first, and the better one first
    /// among equals.
    func neighbours(of asset: Int, rank: [Int]) -> [Int] {
        let candidates = Set(
            exactMembers[exactSet[asset], default: []] + decidedSame[asset, default: []] + links[asset].map(\.other))
        return candidates.filter { $0 != asset && areAlike(asset, $0) }
            .map { (number: $0, likeness: likeness(asset, $0)) }
            .sorted { ($1.likeness, rank[$0.number]) < ($0.likeness, rank[$1.number]) }
            .map(\.number)
    }

    /// The reasons why `other` is in a group with `asset`.
    func member(_ other: Int, besides asset: Int) -> DuplicateGroup.Member {
        DuplicateGroup.Member(
            localIdentifier: copies[other].localIdentifier,
            score: exactSet[asset] == exactSet[other] ? 1 : score(asset, other),
            reasons: reasons(asset, other), storedBytes: copies[other].storedBytes)
    }

    // MARK: Evidence

    private func score(_ one: Int, _ other: Int) -> Double? { link(one, other)?.score }

    private func link(_ one: Int, _ other: Int) -> Link? {
        let (fewer, target) = links[one].count < links[other].count ? (one, other) : (other, one)
        return links[fewer].first { $0.other == target }
    }

    private func likeness(_ one: Int, _ other: Int) -> Double {
        exactSet[one] == exactSet[other] ? 1 : score(one, other) ?? 0
    }

    private func reasons(_ one: Int, _ other: Int) -> [DuplicateGroup.Reason] {
        if bytesSet[one] == bytesSet[other] { return [.sameBytes] }
        if exactSet[one] == exactSet[other] {
            let turned = copies[one].orientation != copies[other].orientation
            return [turned ? .sameImageDataOtherOrientation : .sameImageData]
        }
        if decided[Pair(one, other)] == true { return [.decided] }
        if areSame(one, other) { return [provenSet[one] == provenSet[other] ? .samePicture : .mayBeAnotherFrame] }
        let doubts = doubts(one, other)
        // Flat pictures are nearly equal to each other.
        if (score(one, other) ?? 0) < Self.passingScore, !doubts.contains(.tooFlat) { return doubts + [.nearlyTheSame] }
        return doubts.isEmpty ? [.severalAgree] : doubts
    }

    /// The minimum score of two pictures that pass verification.
    static let passingScore = 0.5

    /// Why two pictures that verify do not count as the same photo.
    private func doubts(_ one: Int, _ other: Int) -> [DuplicateGroup.Reason] {
        let both = [copies[one], copies[other]]
        var doubts: [DuplicateGroup.Reason] = []
        if both[0].metadataDiffers(from: both[1]) { doubts.append(.captureTimeDiffers) }
        if both.contains(where: { $0.quality < ContentSignature.flatQuality }) { doubts.append(.tooFlat) }
        if both.contains(where: \.isDamaged) { doubts.append(.damaged) }
        if both.contains(where: \.hasTooManySimilarPictures) { doubts.append(.tooManySimilarPictures) }
        if !isComplete || link(one, other)?.extent == .signatures { doubts.append(.notAllCompared) }
        return doubts
    }

    // MARK: Construction

    private mutating func build(_ evidence: CopyEvidence, _ places: [Int?]) {
        var bytes = DisjointSets(count: copies.count)
        var exact = DisjointSets(count: copies.count)
        for (assets, isBytes) in evidence.equal {
            let assets = assets.compactMap { places[$0] }
            for (one, other) in zip(assets, assets.dropFirst()) {
                if isBytes { bytes.join(one, other) }
                exact.join(one, other)
            }
        }
        bytesSet = copies.indices.map { bytes.root(of: $0) }
        exactSet = copies.indices.map { exact.root(of: $0) }
        exactMembers = Dictionary(grouping: copies.indices) { exactSet[$0] }
        for (one, other, isSame) in evidence.decided {
            guard let one = places[one], let other = places[other] else { continue }
            decided[Pair(one, other)] = isSame
            guard isSame else { continue }
            decidedSame[one, default: []].append(other)
            decidedSame[other, default: []].append(one)
        }
        var proven = exact
        for (pair, isSame) in decided where isSame { proven.join(pair.lesser, pair.greater) }
        links = Array(repeating: [], count: copies.count)
        for (one, other, score, extent) in evidence.alike {
            guard let one = places[one], let other = places[other], !areDenied(one, other) else { continue }
            links[one].append(Link(other: other, score: score, extent: extent))
            links[other].append(Link(other: one, score: score, extent: extent))
            if extent == .proof { proven.join(one, other) }
        }
        provenSet = copies.indices.map { proven.root(of: $0) }
    }

    /// Finds the components of the graph, and among them those in which all pictures agree: only there can no asset
    /// outside the group be the original of one inside.
    private mutating func findCertainComponents() {
        var sets = DisjointSets(count: copies.count)
        for (asset, root) in exactSet.enumerated() { sets.join(asset, root) }
        for (pair, isSame) in decided where isSame { sets.join(pair.lesser, pair.greater) }
        forEachContentPair { one, other, _ in
            if !copies[one].isExcluded(beside: copies[other]) { sets.join(one, other) }
        }
        component = copies.indices.map { sets.root(of: $0) }

        // A set of n agrees throughout if n(n − 1)/2 of its pairs do.
        var agreeing: [Int: Int] = [:]
        for members in exactMembers.values {
            agreeing[component[members[0]], default: 0] += members.count * (members.count - 1) / 2
        }
        for (pair, isSame) in decided {
            let isExact = exactSet[pair.lesser] == exactSet[pair.greater]
            if isSame != isExact { agreeing[component[pair.lesser], default: 0] += isSame ? 1 : -1 }
        }
        forEachContentPair { one, other, score in
            guard component[one] == component[other], exactSet[one] != exactSet[other],
                decided[Pair(one, other)] == nil, score >= Self.passingScore, doubts(one, other).isEmpty
            else { return }
            agreeing[component[one], default: 0] += 1
        }
        for (root, members) in Dictionary(grouping: copies.indices, by: { component[$0] })
        where agreeing[root] == members.count * (members.count - 1) / 2 {
            certain.insert(root)
        }
    }

    private func forEachContentPair(_ body: (_ one: Int, _ other: Int, _ score: Double) -> Void) {
        for (one, links) in links.enumerated() {
            for link in links where one < link.other { body(one, link.other, link.score) }
        }
    }
}
