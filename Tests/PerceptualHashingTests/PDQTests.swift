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
    func filter(length: Int) throws {
        let filter = try #require(JaroszFilter(length: length))
        let window = (length + 127) / 128
        // Impulses, one for each pixel, through the passes that PDQ describes.
        for pixel in stride(from: 0, to: length, by: max(1, length / 97)) {
            let impulse = (0..<length).map { $0 == pixel ? 1.0 : 0 }
            let filtered = Self.movingMean(Self.movingMean(impulse, window), window)
            for (index, sample) in filter.samples.enumerated() {
                let expected = filtered[Int((Double(index) + 0.5) * Double(length) / 64)]
                #expect(abs(filter.weight(of: pixel, in: sample) - expected) < 1e-12)
            }
        }
    }

    @Test(
        "A decoded pixel has the weight of the stored pixels that it represents", arguments: [1, 2, 4], [false, true])
    func scales(eighths: Int, isMirrored: Bool) throws {
        let whole = try #require(JaroszFilter(length: 2003, isMirrored: isMirrored))
        let scaled = try #require(JaroszFilter(length: 2003, eighths: eighths, isMirrored: isMirrored))
        for (one, other) in zip(scaled.samples, whole.samples) {
            for pixel in 0..<((2003 * eighths + 7) / 8) {
                let first = pixel * 8 / eighths
                let sum = (first..<(first + 8 / eighths)).reduce(0) { $0 + whole.weight(of: $1, in: other) }
                #expect(abs(scaled.weight(of: pixel, in: one) - sum) < 1e-12)
            }
        }
    }

    /// The moving mean with a window of `size`: the window grows at the beginning, moves, and shrinks at the end.
    ///
    /// Half of the window is ahead of the position.
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

    @Test("The hash is that of the displayed pixels", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) throws {
        let stored = PixelSize(width: 517, height: 701)
        let pixels = Pattern.steps.pixels(stored)
        let displayed = displayedPixels(pixels, stored, orientation)
        let hash = Self.hash(of: displayed, stored.displayed(orientation))
        #expect(Self.hash(of: pixels, stored, orientation) == hash)
        #expect((Self.hash(of: pixels, stored) == hash) == (orientation == .up))
    }

    @Test("A flat picture has no quality, and without rows there is no hash")
    func flat() throws {
        let size = PixelSize(width: 600, height: 600)
        #expect(try #require(Self.hash(of: Pattern.gray.pixels(size), size)).quality == 0)
        #expect(PDQBuilder(orientation: .up).hash == nil)
    }

    @Test("Sizes that contradict each other give no hash", arguments: [0, 3, 4])
    func contradictingSizes(eighths: Int) {
        let size = PixelSize(width: 600, height: 600)
        let row = [UInt8](repeating: 0, count: 600)
        var builder = PDQBuilder(orientation: .up)
        builder.begin(LumaGeometry(storedSize: size, decodedSize: size, eighths: eighths))
        row.withUnsafeBufferPointer { builder.consume(row: 0, $0) }
        #expect(builder.hash == nil)
    }

    @Test("Missing rows count as level 128")
    func damaged() {
        let size = PixelSize(width: 600, height: 600)
        let pixels = Pattern.rings.pixels(size)
        let whole = pixels[..<(600 * 400)] + [UInt8](repeating: 128, count: 600 * 200)
        #expect(Self.hash(of: pixels, size, rows: 400) == Self.hash(of: Array(whole), size))
    }

    private static func hash(
        of pixels: [UInt8], _ size: PixelSize, _ orientation: Orientation = .up, rows: Int? = nil
    ) -> PDQHash? {
        var builder = PDQBuilder(orientation: orientation)
        builder.begin(makeGeometry(size.width, size.height))
        pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<(rows ?? size.height) {
                let row = pixels[(y * size.width)..<((y + 1) * size.width)]
                builder.consume(row: y, UnsafeBufferPointer(rebasing: row))
            }
        }
        return builder.hash
    }
}

/// Real photos.
///
/// PDQ regards hashes of a quality of 80 or more as equal up to 10 bits.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct PDQCorpusTests {
    /// The values of the Python implementation of ThreatExchange, from its `README.md`.
    @Test("Published hashes agree within 10 bits")
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
            #expect(abs(ours.quality - quality) <= 1, "\(path)")
            if quality >= 80 { #expect(Self.distance(ours.hex, theirs[0]) <= 10, "\(path)") }
        }
    }

    private static func hash(of path: String) throws -> PDQHash {
        let source = ImageSource.bytes(try Corpus.bytes(of: path))
        var builder = PDQBuilder(orientation: try ImageDecoder().inspect(source).metadata.orientation)
        _ = try ImageDecoder().read(
            source, minimumShortSide: PDQBuilder.minimumShortSide, computesImageDataDigest: false, into: &builder)
        return try #require(builder.hash, "\(path)")
    }

    /// The number of bits that differ in two texts of hexadecimal digits.
    private static func distance(_ one: String, _ other: String) -> Int {
        zip(one, other).reduce(0) { sum, pair in
            sum + ((pair.0.hexDigitValue ?? 0) ^ (pair.1.hexDigitValue ?? 15)).nonzeroBitCount
        }
    }
}
