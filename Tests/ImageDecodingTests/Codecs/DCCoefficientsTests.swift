import CImageShims
import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// The reader of DC coefficients has libjpeg's results, or declines.
@Suite struct DCCoefficientsTests {
    private static let memory: UInt64 = 64 << 20

    private func coefficients(
        _ bytes: [UInt8], pieceSize: Int = 64 << 10, memory: UInt64 = memory
    ) throws -> DCCoefficients? {
        try DCCoefficients(BytePieces(bytes, size: pieceSize), memory: memory)
    }

    // MARK: libjpeg's coefficients

    @Test(arguments: [(100, 1_000), (700, 60)])
    func randomFilesHaveTheCoefficientsOfLibjpeg(side: Int, files: Int) throws {
        for seed in 0..<UInt64(files) {
            let bytes = RandomJPEG(seed: seed, side: side).bytes
            let read = try coefficients(bytes, pieceSize: seed % 2 == 0 ? 64 << 10 : Int(seed % 61) + 1)
            #expect(read.map { $0.differences(from: bytes) } == 0, "seed \(seed)")
        }
    }

    /// The data fill several windows, in each of which two parsers have to agree.
    @Test(arguments: [(2, 2), (2, 1), (1, 2), (1, 1)], [false, true])
    func largeFilesHaveTheCoefficientsOfLibjpeg(sampling: (Int, Int), isProgressive: Bool) throws {
        let pixels = JPEGInputs.noise(1_501, 1_001)
        for quality in [60, 90, 99] {
            let bytes = TestPhoto.encode(
                pixels, 1_501, 1_001, quality: quality, sampling: sampling, isProgressive: isProgressive)
            #expect(bytes.count > 2 * 64 << 10)
            let read = try #require(try coefficients(bytes))
            #expect(read.differences(from: bytes) == 0)
            #expect(read.size == PixelSize(width: 1_501, height: 1_001) && read.components.count == 3)
        }
    }

    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func corpusHasTheCoefficientsOfLibjpeg() throws {
        var counts = (equal: 0, declined: 0)
        for file in Corpus.entries where file.format == "jpeg" {
            let bytes = try Corpus.bytes(of: file.path)
            if let read = try coefficients(bytes) {
                #expect(read.differences(from: bytes) == 0, "\(file.path)")
                counts.equal += 1
            } else {
                counts.declined += 1
            }
        }
        #expect(counts == (269, 922))
    }

    // MARK: readings

    /// Compares the reading at 1/8 with that of libjpeg alone, and the luma of a gray or declined file.
    ///
    /// The luma of other files is that of RGB (``DCLumaTests``).
    private func expectReadingOfLibjpeg(_ bytes: [UInt8], _ name: String) throws {
        let (reading, luma) = try ImageDecoder().decode(bytes, minimumShortSide: 0)
        let (expected, expectedLuma) = try ImageDecoder.ofLibjpeg.decode(bytes, minimumShortSide: 0)
        #expect(reading == expected, "\(name)")
        #expect(luma.isInOrder && luma.luma.count == expectedLuma.luma.count, "\(name)")
        let hasColors = try coefficients(bytes).map { $0.components.count == 3 } ?? false
        #expect(hasColors || luma.luma == expectedLuma.luma, "\(name)")
    }

    /// The large files have windows with two parsers.
    @Test(arguments: [(100, 500, 6), (700, 60, 20)])
    func damagedFilesAreReadAsByLibjpegAlone(side: Int, files: Int, damages: Int) throws {
        var random = Seeded(15)
        for seed in 0..<UInt64(files) {
            let original = RandomJPEG(seed: seed, side: side).bytes
            try expectReadingOfLibjpeg(original, "seed \(seed)")
            for index in 0..<damages {
                try expectReadingOfLibjpeg(JPEGInputs.damaged(original, &random), "seed \(seed), damage \(index)")
            }
        }
    }

    @Test(.long, .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func corpusIsReadAsByLibjpegAlone() throws {
        for file in Corpus.entries where file.format == "jpeg" {
            try expectReadingOfLibjpeg(try Corpus.bytes(of: file.path), file.path)
        }
    }

    // MARK: declined files

    private static let scanHeader = SmallJPEG.segment(0xDA, [1, 1, 0, 0, 63, 0])
    private static func replacing(_ old: [UInt8], by new: [UInt8]) -> [UInt8] {
        guard let range = SmallJPEG.bytes.firstRange(of: old) else { return [] }
        return Array(SmallJPEG.bytes[..<range.lowerBound] + new + SmallJPEG.bytes[range.upperBound...])
    }

    @Test(arguments: [
        ("12 bits", replacing([8, 0, 8, 0, 8], by: [12, 0, 8, 0, 8])),
        ("arithmetic coding", replacing([0xFF, 0xC0], by: [0xFF, 0xC9])),
        ("lossless", replacing([0xFF, 0xC0], by: [0xFF, 0xC3])),
        ("a height of 0, which DNL states later", replacing([8, 0, 8, 0, 8], by: [8, 0, 0, 0, 8])),
        ("an undefined code", replacing([0x3F, 0xFF, 0xD9], by: [0xBF, 0xFF, 0xD9])),
        ("a byte after the last block", replacing([0x3F, 0xFF, 0xD9], by: [0x3F, 0, 0xFF, 0xD9])),
        ("no byte for the block", replacing([0x3F, 0xFF, 0xD9], by: [0xFF, 0xD9])),
        ("no end", replacing([0xFF, 0xD9], by: [])),
        ("a restart marker at the end", replacing([0xFF, 0xD9], by: [0xFF, 0xD0, 0xFF, 0xD9])),
        ("a comment at the end", replacing([0xFF, 0xD9], by: SmallJPEG.segment(0xFE, [1]) + [0xFF, 0xD9])),
        ("a second scan", replacing([0xFF, 0xD9], by: scanHeader + [0x3F, 0xFF, 0xD9])),
        ("another spectral selection", replacing([0, 63, 0], by: [0, 62, 0])),
        ("no Huffman table", replacing(SmallJPEG.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 16)), by: [])),
        ("a restart marker after the last progressive scan", progressive + [0xFF, 0xD0, 0xFF, 0xD9]),
        ("garbage between segments", replacing(scanHeader, by: [1] + scanHeader)),
        ("a zero in the quantization table", replacing([0, 1, 1], by: [0, 0, 1])),
    ])
    func unusualFilesAreDeclined(name: String, bytes: [UInt8]) throws {
        #expect(!bytes.isEmpty)
        #expect(try coefficients(bytes) == nil, "\(name)")
        try expectReadingOfLibjpeg(bytes, name)
    }

    /// A progressive file up to its only scan, of DC coefficients.
    private static let progressive =
        replacing([0xFF, 0xC0], by: [0xFF, 0xC2]).dropLast(scanHeader.count + 3)
        + SmallJPEG.segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x7F]

    @Test func theSmallFileIsNotDeclined() throws {
        let read = try #require(try coefficients(SmallJPEG.bytes))
        #expect(read.components[0].coefficients?.pointee == 0 && read.components[0].quantizer == 1)
        #expect(try coefficients(SmallJPEG.with(SmallJPEG.segment(0xE1, [1, 2, 3]))) != nil)
        #expect(try coefficients(Self.replacing([0xFF, 0xD9], by: [0xFF, 0xFF, 0xFF, 0xD9])) != nil)
        #expect(try coefficients(Self.progressive + [0xFF, 0xD9]) != nil)
    }

    /// libjpeg accepts it, too.
    @Test func anEmptySegmentOfHuffmanTablesIsRead() throws {
        let bytes = SmallJPEG.with(SmallJPEG.segment(0xC4, []))
        #expect(try coefficients(bytes) != nil)
        try expectReadingOfLibjpeg(bytes, "an empty segment")
    }

    @Test func coefficientsOverTheLimitAreDeclined() throws {
        let bytes = TestPhoto.flatJPEG(level: 100)
        let count = try #require(try coefficients(bytes)).components.reduce(0) { $0 + $1.stride * Int($1.rows) }
        #expect(try coefficients(bytes, memory: UInt64(2 * count - 1)) == nil)
    }

    @Test func anErrorOfTheSourceIsThrown() throws {
        let bytes = TestPhoto.flatJPEG(level: 100)
        for end in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: DecodeStop.self) {
                try DCCoefficients(BytePieces(bytes, size: 97, end: end), memory: Self.memory)
            }
        }
    }
}
