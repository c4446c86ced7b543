import Foundation
import ImageDecoding
import PerceptualHashing
import PhotoModel
import TestSupport
import Testing

/// The published test vectors of the signature, in `Tests/Independent/vectors.txt`.
///
/// Computed by `Tests/Independent/signature.py` from the definition in the documentation.
@Suite struct SignatureVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let pattern: Pattern
        let width, height, eighths, rows: Int
        let orientation: Orientation
        let hash: String
        let quality: Int
        /// CRC-32 of the thumbnail.
        let thumbnail: UInt32
        let testDescription: String

        /// A line of the file.
        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().prefix(5).compactMap { Int($0) }
            guard words.count == 9, numbers.count == 5, let pattern = Pattern(rawValue: words[0]),
                let orientation = Orientation(rawValue: numbers[4]), let quality = Int(words[7]),
                let thumbnail = UInt32(words[8], radix: 16)
            else { return nil }
            self.pattern = pattern
            (width, height, eighths, rows) = (numbers[0], numbers[1], numbers[2], numbers[3])
            self.orientation = orientation
            hash = words[6]
            self.quality = quality
            self.thumbnail = thumbnail
            testDescription = words.prefix(6).joined(separator: " ")
        }
    }

    struct Comparison: Sendable, CustomTestStringConvertible {
        let one, other: ContentSignature
        /// The measures and the score.
        let values: [Double]
        let aspectAgrees, isConclusive: Bool
        let testDescription: String

        /// A line of the file that compares two scenes.
        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 29, let one = Self.scene(words[0..<6]), let other = Self.scene(words[6..<12]),
                let aspectAgrees = Bool(words[27]), let isConclusive = Bool(words[28])
            else { return nil }
            (self.one, self.other) = (one, other)
            values = words[12..<27].compactMap(Double.init)
            (self.aspectAgrees, self.isConclusive) = (aspectAgrees, isConclusive)
            testDescription = words.prefix(12).joined(separator: " ")
        }

        private static func scene(_ words: ArraySlice<String>) -> ContentSignature? {
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard let kind = words.first, numbers.count == 5 else { return nil }
            let thumbnail: Thumbnail
            if let fine = SceneKind(rawValue: kind) {
                thumbnail = PerceptualHashingTests.scene(fine, left: numbers[0], up: numbers[1], light: numbers[2])
            } else if ["scene", "coded"].contains(kind) {
                thumbnail = PerceptualHashingTests.scene(left: numbers[0], up: numbers[1], light: numbers[2])
            } else {
                return nil
            }
            let signature = ContentSignature(thumbnail, size: PixelSize(width: numbers[3], height: numbers[4]))
            return kind == "coded" ? signature.coded : signature
        }
    }

    struct Code: Sendable, CustomTestStringConvertible {
        let pattern: Pattern
        let budget, count: Int
        let checksum: UInt32
        /// The first 16 bytes.
        let beginning: String
        let testDescription: String

        /// A line of the file with a thumbnail's code.
        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 6, words[0] == "code", let pattern = Pattern(rawValue: words[1]),
                let budget = Int(words[2]), let count = Int(words[3]), let checksum = UInt32(words[4], radix: 16)
            else { return nil }
            self.pattern = pattern
            (self.budget, self.count, self.checksum) = (budget, count, checksum)
            beginning = words[5]
            testDescription = words.prefix(3).joined(separator: " ")
        }
    }

    struct Difference: Sendable, CustomTestStringConvertible {
        let patterns: [Pattern]
        let budget: Int
        /// The lengths of the code and of the difference.
        let counts: [Int]
        /// The checksum of both.
        let checksum: UInt32
        /// The first 16 bytes of the difference; `-` if it has none.
        let beginning: String
        let testDescription: String

        /// A line of the file with the code of the difference of two thumbnails.
        init?(_ line: Substring) {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 8, words[0] == "difference", let budget = Int(words[3]),
                let checksum = UInt32(words[6], radix: 16)
            else { return nil }
            patterns = words[1...2].compactMap(Pattern.init)
            counts = words[4...5].compactMap { Int($0) }
            (self.budget, self.checksum) = (budget, checksum)
            beginning = words[7]
            testDescription = words.prefix(4).joined(separator: " ")
        }
    }

    private static let lines: [Substring] = {
        let text = try? String(contentsOf: Python.folder.appendingPathComponent("vectors.txt"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }
    }()

    static let vectors = lines.compactMap(Vector.init)
    static let comparisons = lines.compactMap(Comparison.init)
    static let codes = lines.compactMap(Code.init)
    static let differences = lines.compactMap(Difference.init)

    @Test("Every line of the file is a vector, and in the documentation")
    func complete() throws {
        let identifiers = Self.lines.count { $0.hasPrefix("identifier ") }
        let codes = Self.codes.count + Self.differences.count
        #expect(Self.vectors.count + Self.comparisons.count + codes + identifiers == Self.lines.count)
        #expect(Self.vectors.count >= 20 && Self.comparisons.count >= 20 && Self.codes.count >= 8)
        #expect(Self.differences.count >= 5 && identifiers == 5)
        let checkout = Python.folder.deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: checkout.appendingPathComponent(
                "Sources/OpenPhotoKit/OpenPhotoKit.docc/ContentSignature.md"), encoding: .utf8)
        let documented = Set(article.split(separator: "\n"))
        for line in Self.lines { #expect(documented.contains(line), "\(line)") }
    }

    @Test("Signatures are those of the independent program, bit for bit", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let geometry = makeGeometry(vector.width, vector.height, eighths: vector.eighths)
        let pixels = vector.pattern.pixels(geometry.decodedSize)
        let signature = try #require(
            makeSignature(of: pixels, geometry, rows: vector.rows, orientation: vector.orientation))
        #expect(crc32(signature.thumbnail) == vector.thumbnail)
        #expect(signature.hash.hex == vector.hash)
        #expect(signature.quality == vector.quality)
        #expect(signature.size == PixelSize(width: vector.width, height: vector.height).displayed(vector.orientation))
        #expect(signature.version == ContentSignature.currentVersion)
    }

    @Test("Comparisons are those of the independent program", arguments: comparisons)
    func comparison(_ comparison: Comparison) {
        let verification = comparison.one.verify(against: comparison.other)
        let values = [
            verification.rms, verification.worstPixel, verification.worst2x2, verification.worst4x4, verification.mean,
            verification.tone,
            verification.displacement, verification.displacementPixels, verification.residual2x2,
            verification.gradientNormalised4x4, verification.relativeLight, verification.noise, verification.movement,
            verification.movementError, verification.score,
        ]
        #expect(values.count == comparison.values.count)
        for (value, expected) in zip(values, comparison.values) {
            #expect(abs(value - expected) <= 1e-9 * max(1, expected))
        }
        #expect(verification.aspectAgrees == comparison.aspectAgrees)
        #expect(verification.isConclusive == comparison.isConclusive)
    }

    @Test("Codes are those of the independent program, bit for bit", arguments: codes)
    func code(_ code: Code) throws {
        let bytes = ThumbnailCode.encode(try thumbnail(code.pattern), budget: code.budget)
        #expect(bytes.count == code.count)
        #expect(crc32(bytes) == code.checksum)
        #expect(hexadecimal(bytes.prefix(16)) == code.beginning)
    }

    @Test("Codes of differences are those of the independent program, bit for bit", arguments: differences)
    func difference(_ difference: Difference) throws {
        let thumbnails = try difference.patterns.map(thumbnail)
        let (code, bytes) = ThumbnailCode.encode(
            try #require(thumbnails.first), unconverted: thumbnails.last, budget: difference.budget)
        #expect([code.count, bytes.count] == difference.counts)
        #expect(crc32(code + bytes) == difference.checksum)
        #expect((bytes.isEmpty ? "-" : hexadecimal(bytes.prefix(16))) == difference.beginning)
    }

    private func thumbnail(_ pattern: Pattern) throws -> Thumbnail {
        try #require(Thumbnail(levels: pattern.pixels(PixelSize(width: Thumbnail.side, height: Thumbnail.side))))
    }

    private func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    /// ISO 3309, bit by bit.
    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}
