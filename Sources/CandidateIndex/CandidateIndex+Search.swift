public import PhotoModel

extension CandidateIndex {
    /// The keys with a hash within `radius` bits (0 to 256) of one of `queries`, nearest first, then by key; each with its
    /// least distance in bits.
    ///
    /// - Throws: `candidateLimitExceeded` if there are more than `limit` keys.
    public func candidates(
        near queries: [PerceptualHash], radius: Int, limit: Int
    ) throws(PhotoLibraryError) -> [(key: Int64, distance: Int)] {
        var found = FoundCandidates(limit: limit)
        for query in queries {
            for number in 0..<table.count {
                let distance = PerceptualHash(words: table.hashes[number]).distance(to: query)
                guard distance <= radius else { continue }
                let key = table.keys[number]
                if !updates.removed.contains(key) { try found.add(key, distance) }
            }
            for (hash, key) in zip(updates.added.hashes, updates.added.keys) {
                let distance = PerceptualHash(words: hash).distance(to: query)
                if distance <= radius { try found.add(key, distance) }
            }
        }
        return found.sorted
    }
}

/// The nearest distance of each key, as far as they were found.
struct FoundCandidates {
    private let limit: Int
    private var nearest: [Int64: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// - Throws: `candidateLimitExceeded`.
    mutating func add(_ key: Int64, _ distance: Int) throws(PhotoLibraryError) {
        nearest[key] = min(nearest[key] ?? distance, distance)
        guard nearest.count <= limit else {
            throw PhotoLibraryError(
                .candidateLimitExceeded,
                "More than the limit of \(limit) photos look like this one: too many to compare.")
        }
    }

    var sorted: [(key: Int64, distance: Int)] {
        nearest.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}
