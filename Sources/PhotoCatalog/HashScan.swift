internal import Foundation
internal import GRDB
internal import PhotoModel

/// Finds near hashes by comparing with every one: exact, and no index to keep in step.
enum HashScan {
    static func candidates(_ database: Database, near hashes: [PerceptualHash], radius: Int) throws -> [(
        assetID: Int64, distance: Int
    )] {
        var found: [(assetID: Int64, distance: Int)] = []
        let rows = try Row.fetchCursor(database, sql: "SELECT assetID, hash FROM signature")
        while let row = try rows.next() {
            let stored = try row.withUnsafeData(atIndex: 1) { $0.flatMap { PerceptualHash(bytes: $0) } }
            guard let stored, let distance = hashes.lazy.map({ $0.distance(to: stored) }).min(), distance <= radius
            else { continue }
            found.append((row[0], distance))
        }
        return found
    }
}
