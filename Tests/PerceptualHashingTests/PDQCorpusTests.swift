import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

/// Real photos.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct PDQCorpusTests {
    /// The values of the Python implementation of ThreatExchange, from its `README.md`.
    ///
    /// That program makes larger pictures smaller first. Meta's code in the package pdqhash does not, and its hash of
    /// one of them differs from the published one by 12 bits.
    @Test("Published hashes of pictures of at most 512 pixels agree within 4 bits")
    func published() throws {
        let folder = "pdq-threatexchange/pdq"
        let text = String(decoding: try Corpus.bytes(of: "\(folder)/python/README.md"), as: UTF8.self)
        let lines = text.matches(of: /([0-9a-f]{64}),([0-9]+),..\/..\/(data\/bridge-mods\/\S+)/)
        #expect(lines.count == 12)
        var count = 0
        for line in lines {
            let bytes = try Corpus.bytes(of: "\(folder)/\(line.output.3)")
            let size = try #require(try ImageDecoder().inspect(.bytes(bytes)).storedSize)
            guard max(size.width, size.height) <= 512 else { continue }
            count += 1
            let ours = try PDQHash(decoding: bytes)
            #expect(ours.distance(to: String(line.output.1)) <= 4, "\(line.output.3)")
            #expect(ours.quality == Int(line.output.2))
        }
        #expect(count == 4)
    }

    /// Takes half a minute without optimisation.
    @Test("Meta's own code gives the same within 4 bits for photos of every source", .enabled(if: hasOracle, absence))
    func oracle() throws {
        let lines = try Self.hashes(Self.photos)
        #expect(lines.count == Self.photos.count && lines.count > 100)
        try compare(lines)
    }

    @Test("Meta's own code gives the same within 4 bits for 1,000 photos", .long, .enabled(if: hasOracle, absence))
    func copies() throws {
        let folder = try TemporaryFolder()
        let lines = try Self.hashes(["--parts", folder.path("")] + Self.photos)
        #expect(lines.filter { $0.quality >= 80 }.count >= 1000)
        try compare(lines)
    }

    /// Compares with the hashes of the same files.
    private func compare(_ lines: [Line]) throws {
        var counts: [Int: Int] = [:]
        for line in lines {
            let ours = try PDQHash(decoding: [UInt8](try Data(contentsOf: URL(fileURLWithPath: line.path))))
            #expect(abs(ours.quality - line.quality) <= 1, "\(line.path)")
            guard line.quality >= 80 else { continue }
            let distance = ours.distance(to: line.hash)
            counts[distance, default: 0] += 1
            #expect(distance <= 4, "\(line.path)")
        }
        print("Photos by the bits that differ: \(counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })")
    }

    /// A line of the output of `pdq.py`.
    private struct Line {
        let hash: String
        let quality: Int
        let path: String
    }

    private static func hashes(_ arguments: [String]) throws -> [Line] {
        let outcome = try Python.run(program: "pdq.py", arguments)
        try #require(outcome.exit == 0, "\(outcome.output)")
        return try outcome.output.split(separator: "\n").map { line in
            let fields = line.split(separator: " ", maxSplits: 2).map(String.init)
            try #require(fields.count == 3)
            return Line(hash: fields[0], quality: try #require(Int(fields[1])), path: fields[2])
        }
    }

    private static let hasOracle = Python.has("numpy", "pdqhash", "PIL")
    private static let absence: Comment = "pip install numpy pdqhash Pillow, for python3"

    private static let photos: [String] = {
        let sources = ["photos-", "immich/", "pexels-", "pdq-", "video-", "exif-orientation/", "deb-lomiri-"]
        return Corpus.entries.filter { entry in
            entry.format != "other" && sources.contains { entry.path.hasPrefix($0) }
        }.map { Corpus.folder.appendingPathComponent($0.path).path }
    }()
}
