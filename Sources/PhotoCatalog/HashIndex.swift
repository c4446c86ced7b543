internal import Foundation
internal import GRDB
package import PhotoModel

/// All perceptual hashes of a library side by side in memory: 40 bytes an asset.
///
/// Near ones are found by comparing with every one: exact, 5 ns an asset, and nothing on disk to keep in step.
package struct HashIndex: Sendable {
    private var assetIDs: [Int64] = []
    private var hashes: [SIMD4<UInt64>] = []

    package init() {}

    /// How many hashes there are.
    package var count: Int { assetIDs.count }

    package mutating func insert(_ hash: PerceptualHash, assetID: Int64) {
        assetIDs.append(assetID)
        hashes.append(hash.words)
    }

    /// The assets whose hash is within `radius` bits of one of `queries`, nearest first.
    package func candidates(near queries: [PerceptualHash], radius: Int) -> [(assetID: Int64, distance: Int)] {
        var nearest: [Int64: Int] = [:]
        hashes.withUnsafeBufferPointer { hashes in
            for query in queries {
                for (index, words) in hashes.enumerated() {
                    let distance = PerceptualHash(words: words).distance(to: query)
                    guard distance <= radius else { continue }
                    nearest[assetIDs[index]] = min(nearest[assetIDs[index]] ?? distance, distance)
                }
            }
        }
        return nearest.map { ($0.key, $0.value) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}

extension PhotoCatalog {
    /// Reads the hashes of all assets whose signature has `version`.
    package func hashIndex(version: Int = ContentSignature.currentVersion) throws -> HashIndex {
        try read { database in
            var index = HashIndex()
            let rows = try Row.fetchCursor(
                database, sql: "SELECT assetID, hash FROM signature WHERE version = ?", arguments: [version])
            while let row = try rows.next() {
                let hash = try row.withUnsafeData(atIndex: 1) { $0.flatMap { PerceptualHash(bytes: $0) } }
                if let hash { index.insert(hash, assetID: row[0]) }
            }
            return index
        }
    }
}
