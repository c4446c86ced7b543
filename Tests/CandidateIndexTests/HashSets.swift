import CandidateIndex
import PhotoModel
import TestSupport
import Testing

/// Hashes of the kinds that an index contains, the same in every run.
enum HashSet: String, CaseIterable, CustomTestStringConvertible {
    /// Every bit is random.
    case random
    /// Near copies of a few pictures: many pairs within every radius.
    case clustered
    /// Flat pictures: most bands have the same values.
    case skewed

    var testDescription: String { rawValue }

    func hashes(_ count: Int, seed: UInt64 = 1) -> [PerceptualHash] {
        var random = Seeded(seed)
        let centres = (0..<max(count / 30, 1)).map { _ in random.hash() }
        return (0..<count).map { number in
            switch self {
            case .random: random.hash()
            case .clustered:
                centres[number % centres.count].flipping(Int.random(in: 0...40, using: &random), &random)
            case .skewed:
                PerceptualHash(words: random.hash().words & random.hash().words & SIMD4(1 << 40 - 1, 0, 0, ~0))
            }
        }
    }
}

extension Seeded {
    mutating func hash() -> PerceptualHash { PerceptualHash(words: SIMD4(next(), next(), next(), next())) }
}

extension PerceptualHash {
    /// The hash with exactly `count` changed bits.
    func flipping(_ count: Int, _ random: inout Seeded) -> PerceptualHash {
        var words = words
        for bit in (0..<256).shuffled(using: &random).prefix(count) { words[bit / 64] ^= 1 << UInt64(bit % 64) }
        return PerceptualHash(words: words)
    }
}

extension IndexEntries {
    /// The hashes with consecutive keys that begin with `first`.
    init(_ hashes: [PerceptualHash], first: Int64 = 0) {
        self.init()
        for (number, hash) in hashes.enumerated() { append(hash, key: first + Int64(number)) }
    }
}

/// Counts every bit of every hash, as the reference result.
struct BitCounter {
    var entries: [(key: Int64, bytes: [UInt8])] = []

    mutating func append(_ hashes: [PerceptualHash], first: Int64 = 0) {
        for (number, hash) in hashes.enumerated() { entries.append((first + Int64(number), hash.bytes)) }
    }

    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var sum = 0
        for index in 0..<32 {
            var rest = left[index] ^ right[index]
            while rest > 0 {
                rest &= rest - 1
                sum += 1
            }
        }
        return sum
    }

    /// All keys with their least distance, nearest first.
    func byDistance(from queries: [PerceptualHash]) -> [Found] {
        var nearest: [Int64: Int] = [:]
        for query in queries.map(\.bytes) {
            for (key, bytes) in entries {
                nearest[key] = min(nearest[key] ?? 256, Self.distance(query, bytes))
            }
        }
        return nearest.map { Found(key: $0.key, distance: $0.value) }.sorted {
            ($0.distance, $0.key) < ($1.distance, $1.key)
        }
    }
}

struct Found: Equatable {
    let key: Int64
    let distance: Int
}

extension CandidateIndex {
    func found(near queries: [PerceptualHash], radius: Int, limit: Int = .max) throws -> [Found] {
        try candidates(near: queries, radius: radius, limit: limit).map { Found(key: $0.key, distance: $0.distance) }
    }
}
