import CImageShims
import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// Luma at 1/4, 1/2 and 1/1 that is read without libjpeg has libjpeg's samples.
@Suite struct ScaledLumaTests {
    private static let memory: UInt64 = 64 << 20
    private static let sides = [2, 4, 8]

    private func coefficients(
        _ bytes: [UInt8], lumaSide: Int, pieceSize: Int = 64 << 10, memory: UInt64 = memory
    ) throws -> DCCoefficients? {
        try DCCoefficients(BytePieces(bytes, size: pieceSize), memory: memory, lumaSide: lumaSide)
    }

    // MARK: libjpeg's samples

    /// The data fill several windows, in each of which two parsers have to agree.
    @Test(arguments: sides, LongTests.every(2, of: [(2, 2), (2, 1), (1, 1), (1, 2)]))
    func encodedFilesHaveTheSamplesOfLibjpeg(lumaSide: Int, sampling: (Int, Int)) throws {
        for (width, height) in [(1_501, 1_001), (1, 1), (17, 33), (160, 8)] {
            let pixels = JPEGInputs.noise(width, height)
            for quality in [5, 40, 75, 92, 99, 100] {
                let bytes = TestPhoto.encode(pixels, width, height, quality: quality, sampling: sampling)
                let read = try #require(try coefficients(bytes, lumaSide: lumaSide))
                #expect(read.differences(from: bytes) == 0, "\(width) × \(height), quality \(quality)")
            }
        }
    }

    /// The files have restart intervals, several scans and all samplings.
    ///
    /// Of those with larger values, most are left to libjpeg.
    @Test(arguments: sides, [3, 6]) func randomFilesHaveTheSamplesOfLibjpegOrAreDeclined(lumaSide: Int, valueBits: Int)
        throws
    {
        var readCount = 0
        for seed in 0..<UInt64(1_000) {
            let bytes = RandomJPEG(seed: seed, side: 100, valueBits: valueBits, greatestFactor: 4).bytes
            let pieceSize = seed % 2 == 0 ? 64 << 10 : Int(seed % 61) + 1
            guard let read = try coefficients(bytes, lumaSide: lumaSide, pieceSize: pieceSize) else { continue }
            #expect(read.differences(from: bytes) == 0, "seed \(seed)")
            readCount += 1
        }
        #expect(readCount > (valueBits == 3 ? 100 : 10))
    }

    @Test(
        .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
        arguments: LongTests.every(3, of: sides))
    func corpusHasTheSamplesOfLibjpeg(lumaSide: Int) throws {
        var readCount = 0
        for file in Corpus.entries where file.format == "jpeg" {
            let bytes = try Corpus.bytes(of: file.path)
            guard let read = try coefficients(bytes, lumaSide: lumaSide) else { continue }
            #expect(read.differences(from: bytes) == 0, "\(file.path)")
            readCount += 1
        }
        #expect(readCount > 150)
    }

    // MARK: readings

    /// Compares the whole reading at each scale with that of libjpeg alone.
    private func expectReadingsOfLibjpeg(_ bytes: [UInt8], shortSide: Int, _ name: String) throws {
        for eighths in [2, 4, 8] {
            let minimum = max(1, shortSide * eighths / 8)
            let (reading, luma) = try ImageDecoder().decode(bytes, minimumShortSide: minimum)
            let (expected, expectedLuma) = try ImageDecoder.ofLibjpeg.decode(bytes, minimumShortSide: minimum)
            #expect(reading == expected, "\(name) at \(eighths)/8")
            #expect(luma.luma == expectedLuma.luma, "\(name) at \(eighths)/8")
        }
    }

    @Test(arguments: [(1, 1), (2, 2)])
    func damagedFilesAreReadAsByLibjpegAlone(sampling: (Int, Int)) throws {
        var random = Seeded(21)
        for (width, height) in [(200, 120), (700, 500)] {
            let original = TestPhoto.encode(
                JPEGInputs.noise(width, height), width, height, quality: 80, sampling: sampling)
            try expectReadingsOfLibjpeg(original, shortSide: height, "original")
            for index in 0..<60 {
                let bytes = JPEGInputs.damaged(original, &random)
                try expectReadingsOfLibjpeg(bytes, shortSide: height, "damage \(index)")
            }
        }
    }

    /// libjpeg clips samples that are far outside of the range differently on different processors.
    @Test func extremeCoefficientsAreReadAsByLibjpegAlone() throws {
        for seed in 0..<UInt64(200) {
            let bytes = RandomJPEG(seed: seed, side: 60).bytes
            let shortSide = try ImageDecoder().decode(bytes).reading.storedSize.map { min($0.width, $0.height) }
            try expectReadingsOfLibjpeg(bytes, shortSide: shortSide ?? 1, "seed \(seed)")
        }
    }

    // MARK: declined files

    @Test func progressiveFilesAreDeclined() throws {
        let bytes = TestPhoto.encode(JPEGInputs.noise(64, 64), 64, 64, quality: 80, isProgressive: true)
        #expect(try coefficients(bytes, lumaSide: 0) != nil)
        for side in Self.sides { #expect(try coefficients(bytes, lumaSide: side) == nil) }
    }

    @Test(arguments: sides) func samplesOverTheLimitAreDeclined(lumaSide: Int) throws {
        let bytes = TestPhoto.flatJPEG(level: 100)
        let read = try #require(try coefficients(bytes, lumaSide: lumaSide))
        let blocks = read.components.map { $0.stride * Int($0.rows) }
        let samples = blocks[0] * lumaSide * lumaSide
        let memory = UInt64(2 * blocks.reduce(0, +) + samples)
        #expect(try coefficients(bytes, lumaSide: lumaSide, memory: memory) != nil)
        #expect(try coefficients(bytes, lumaSide: lumaSide, memory: memory - 1) == nil)
    }
}
