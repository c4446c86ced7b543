import Foundation

/// Takes the shots of a plan and writes their files.
struct Photographer: Sendable {
    let folder: URL
    let seed: UInt64
    /// The size of the pictures: 1 is full size.
    let scale: Double

    /// Takes all shots, one for each core at a time, and returns the rows of the table in the order of the plan.
    func take(_ shots: [Shot]) throws -> [Truth] {
        let results = Results(count: shots.count)
        DispatchQueue.concurrentPerform(iterations: shots.count) { i in
            results.store(Result { try take(shots[i]) }, at: i)
        }
        return try results.all().flatMap { try $0.get() }
    }

    /// Paints, develops and encodes one photo, and makes its copies.
    private func take(_ shot: Shot) throws -> [Truth] {
        let negative = try Negative(shot, picture: develop(shot), seed: seed, scale: scale)
        var rows: [Truth] = []
        if shot.kind == .decoy {
            // Of a decoy only the copy from the cloud is written, not the original.
            for copy in shot.copies {
                try write(negative.file(copy.transform), to: copy.path)
                let transform = copy.transform.description
                rows.append(Truth(path: copy.path, kind: .decoy, transform: transform, expected: "notFound"))
            }
            return rows
        }
        try write(negative.original, to: shot.path)
        rows.append(Truth(path: shot.path, kind: shot.kind, expected: "imported"))
        for copy in shot.copies {
            try write(negative.file(copy.transform), to: copy.path)
            rows.append(
                Truth(
                    path: copy.path, kind: copy.kind, original: shot.path, transform: copy.transform.description,
                    expected: copy.expectation(of: shot)))
        }
        return rows
    }

    private func develop(_ shot: Shot) -> Picture {
        let size = shot.frame.size
        var canvas = Canvas(
            width: Int(Double(size.width) * scale), height: Int(Double(size.height) * scale), shift: shot.take.shift)
        shot.scene.paint(&canvas, motion: shot.take.motion)
        let sensor = Sensor(
            exposure: shot.take.exposure, wellDepth: shot.light.wellDepth, seed: stableHash(shot.path, seed))
        return sensor.develop(canvas)
    }

    /// Writes a file of the samples, and creates missing folders.
    func write(_ bytes: [UInt8], to path: String) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }
}

/// A hash of a text and a seed (FNV-1a), which is the same in every run, unlike Swift's hashes.
func stableHash(_ text: String, _ seed: UInt64) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

/// Results of parallel work by index.
private final class Results: @unchecked Sendable {  // Invariant: `results` is accessed only while `lock` is held.
    private let lock = NSLock()
    private var results: [Result<[Truth], any Error>]

    init(count: Int) { results = Array(repeating: .success([]), count: count) }

    func store(_ result: Result<[Truth], any Error>, at index: Int) { lock.withLock { results[index] = result } }

    func all() -> [Result<[Truth], any Error>] { lock.withLock { results } }
}
