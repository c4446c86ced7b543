import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

@Suite struct PDQTests {
    @Test(
        "The filter's weights are two passes of a moving mean",
        arguments: [1, 2, 63, 64, 65, 128, 129, 512, 1000, 1023])
    func filter(length: Int) {
        let filter = JaroszFilter(length: length)
        let window = (length + 127) / 128
        // Impulses, one for each pixel, through the passes as PDQ describes them.
        for pixel in stride(from: 0, to: length, by: max(1, length / 97)) {
            let impulse = (0..<length).map { $0 == pixel ? 1.0 : 0 }
            let filtered = Self.movingMean(Self.movingMean(impulse, window), window)
            for (index, sample) in filter.samples.enumerated() {
                let expected = filtered[Int((Double(index) + 0.5) * Double(length) / 64)]
                #expect(abs(filter.weight(of: pixel, in: sample) - expected) < 1e-12)
            }
        }
    }

    /// A window of `size` grows to its length, moves, and shrinks at the end; its lead is half of it.
    private static func movingMean(_ values: [Double], _ size: Int) -> [Double] {
        let lead = (size + 2) / 2
        var means: [Double] = []
        var window: [Double] = []
        for step in 0..<(values.count + lead - 1) {
            if step < values.count { window.append(values[step]) }
            if step >= size { window.removeFirst() }
            if step >= lead - 1 { means.append(window.reduce(0, +) / Double(window.count)) }
        }
        return means
    }

    @Test("Turning the picture turns the hash but for some bits", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) throws {
        let upright = try #require(Self.hash(of: .steps, 640, 640, .up))
        let turned = try #require(Self.hash(of: .steps, 640, 640, orientation))
        #expect((upright == turned) == (orientation == .up))
        #expect(turned.quality == 100)
    }

    @Test("A flat picture has no quality, and without rows there is no hash")
    func flat() throws {
        #expect(try #require(Self.hash(of: .gray, 600, 600, .up)).quality == 0)
        #expect(PDQBuilder().hash(orientation: .up) == nil)
    }

    private static func hash(of pattern: Pattern, _ width: Int, _ height: Int, _ orientation: Orientation) -> PDQHash? {
        let geometry = makeGeometry(width, height)
        var builder = PDQBuilder()
        builder.begin(geometry)
        pattern.pixels(geometry.decodedSize).withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                builder.consume(row: y, UnsafeBufferPointer(rebasing: pixels[(y * width)..<((y + 1) * width)]))
            }
        }
        return builder.hash(orientation: orientation)
    }
}

/// Real photos; PDQ calls hashes of a quality of 80 the same up to 10 bits.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct PDQCorpusTests {
    /// What the Python implementation of ThreatExchange gives, by its `README.md`.
    @Test("Published hashes are met within 10 bits")
    func published() throws {
        let folder = "pdq-threatexchange/pdq"
        let text = String(decoding: try Corpus.bytes(of: "\(folder)/python/README.md"), as: UTF8.self)
        let lines = text.matches(of: /([0-9a-f]{64}),([0-9]+),..\/..\/(data\/bridge-mods\/\S+)/)
        #expect(lines.count == 12)
        for line in lines {
            let ours = try Self.hash(of: "\(folder)/\(line.output.3)")
            #expect(Self.distance(ours.hex, String(line.output.1)) <= 10, "\(line.output.3)")
            #expect(ours.quality == Int(line.output.2))
        }
    }

    /// Takes half a minute without optimisation.
    @Test(
        "Meta's own code gives the same within 10 bits for photos of every source",
        .enabled(if: Python.has("numpy", "pdqhash", "PIL"), "pip install numpy pdqhash Pillow, for python3"))
    func oracle() throws {
        let sources = ["photos-", "immich/", "pexels-", "pdq-", "video-", "exif-orientation/", "deb-lomiri-"]
        let paths = Corpus.entries.filter { entry in
            entry.format != "other" && sources.contains { entry.path.hasPrefix($0) }
        }.map(\.path)
        #expect(paths.count > 100)
        let files = paths.map { Corpus.folder.appendingPathComponent($0).path }
        let outcome = try Python.run(program: "pdq.py", files)
        let lines = outcome.output.split(separator: "\n")
        try #require(outcome.exit == 0 && lines.count == paths.count, "\(outcome.output)")
        for (path, line) in zip(paths, lines) {
            let theirs = line.split(separator: " ").map(String.init)
            let quality = try #require(theirs.last.flatMap { Int($0) })
            let ours = try Self.hash(of: path)
            #expect(abs(ours.quality - quality) <= 5, "\(path)")
            if quality >= 80 { #expect(Self.distance(ours.hex, theirs[0]) <= 10, "\(path)") }
        }
    }

    private static func hash(of path: String) throws -> PDQHash {
        var builder = PDQBuilder()
        let reading = try ImageDecoder().read(
            .bytes(try Corpus.bytes(of: path)), minimumShortSide: PDQBuilder.minimumShortSide,
            computesImageDataDigest: false, into: &builder)
        return try #require(builder.hash(orientation: reading.metadata.orientation), "\(path)")
    }

    /// Bits that differ in two texts of hexadecimal digits.
    private static func distance(_ one: String, _ other: String) -> Int {
        zip(one, other).reduce(0) { sum, pair in
            sum + ((pair.0.hexDigitValue ?? 0) ^ (pair.1.hexDigitValue ?? 15)).nonzeroBitCount
        }
    }
}
