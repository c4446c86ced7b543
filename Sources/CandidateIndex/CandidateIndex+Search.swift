public import PhotoModel

extension CandidateIndex {
    /// The keys with a hash within `radius` bits (0 to 256) of one of `queries`, nearest first, then by key.
    ///
    /// Each key has its least distance in bits. The result is always complete. A query that shares its bands with too
    /// many hashes is compared with every hash, so no query takes longer than that.
    ///
    /// - Throws: `candidateLimitExceeded` if there are more than `limit` keys.
    public func candidates(
        near queries: [PerceptualHash], radius: Int, limit: Int
    ) throws -> [(key: Int64, distance: Int)] {
        var found = FoundCandidates(limit: limit)
        var unanswered: [SIMD4<UInt64>] = []
        var lookup = BandLookup(table, radius: radius)
        for query in queries.map(\.words) {
            let isAnswered = try lookup.forEachNear(query) { number, distance in
                let key = table.keys[number]
                if !updates.removed.contains(key) { try found.add(key, distance) }
            }
            if !isAnswered { unanswered.append(query) }
        }
        try Scan.forEachNear(
            UnsafeBufferPointer(start: table.hashes, count: table.count), to: unanswered, radius: radius
        ) { number, distance in
            let key = table.keys[number]
            if !updates.removed.contains(key) { try found.add(key, distance) }
        }
        try updates.added.hashes.withUnsafeBufferPointer { hashes in
            try Scan.forEachNear(hashes, to: queries.map(\.words), radius: radius) { number, distance in
                try found.add(updates.added.keys[number], distance)
            }
        }
        return found.sorted
    }
}

extension PhotoLibraryError {
    /// The error of a search that finds more than `limit` photos.
    package static func tooManyCandidates(_ limit: Int) -> PhotoLibraryError {
        PhotoLibraryError(
            .candidateLimitExceeded,
            "More than \(limit) photos look similar to this one, which is too many to compare.")
    }
}

/// The least distance of each key that was found.
private struct FoundCandidates {
    private let limit: Int
    private var nearest: [Int64: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// - Throws: `candidateLimitExceeded`.
    mutating func add(_ key: Int64, _ distance: Int) throws {
        nearest[key] = min(nearest[key] ?? distance, distance)
        guard nearest.count <= limit else { throw PhotoLibraryError.tooManyCandidates(limit) }
    }

    var sorted: [(key: Int64, distance: Int)] {
        nearest.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}

/// Compares queries with every hash.
enum Scan {
    /// Calls `body` with the number and the distance of each hash within the radius of a query.
    static func forEachNear(
        _ hashes: UnsafeBufferPointer<SIMD4<UInt64>>, to queries: [SIMD4<UInt64>], radius: Int,
        _ body: (Int, Int) throws -> Void
    ) rethrows {
        guard let first = hashes.baseAddress else { return }
        let words = UnsafeRawPointer(first).assumingMemoryBound(to: UInt64.self)
        let screens = queries.map { Screen($0) }
        for start in stride(from: 0, to: hashes.count, by: blockSize) {
            let block = start..<min(start + blockSize, hashes.count)
            for (query, screen) in zip(queries, screens) {
                for number in block where screen.lowerBound(words + number &* 4) <= radius {
                    let distance = first[number].distance(to: query)
                    if distance <= radius { try body(number, distance) }
                }
            }
        }
    }

    /// The number of hashes that stay in the first-level cache while all queries are compared with them.
    private static let blockSize = 512
}
