import PhotoModel
import TestSupport
import Testing

@testable import ImageDecoding

/// Sequence parameter sets that libx264 and libx265 wrote (PyAV 18).
enum SequenceSets {
    /// High profile, 320 × 240, fields.
    static let interlaced = bytes("67641015acf05043f2c20000030002000003007828")
    /// High 10 and High 4:2:2, 320 × 240.
    static let tenBits = bytes("676e100da6cb8283f42000000300200000078080")
    static let halfColors = bytes("677a100dbcb8283f420000030002000003007808")

    static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }
}

@Suite struct SequenceParametersTests {
    private func h264(_ bytes: [UInt8]) throws -> SequenceParameters {
        try #require(SequenceParameters(h264: bytes[...]))
    }

    @Test func setsOfH264() throws {
        let interlaced = try h264(SequenceSets.interlaced)
        // Two fields, each of whole blocks.
        #expect(interlaced.hasFields && interlaced.codedSize == PixelSize(width: 320, height: 256))
        let tenBits = try h264(SequenceSets.tenBits)
        #expect(tenBits.depth == 10 && tenBits.chromaFormat == 1 && !tenBits.hasFields)
        #expect(try h264(SequenceSets.halfColors).chromaFormat == 2)
        let full = try h264(SequenceSets.bytes("67f4100d91970507e840000003004000000f01"))
        #expect(full.chromaFormat == 3 && full.depth == 8)
        let baseline = try h264(SequenceSets.bytes("6742c00bdc2c4e84000003000400000300f03c50ae"))
        #expect(baseline.codedSize == PixelSize(width: 176, height: 144) && baseline.points == CodePoints())
        let pictureSet: [UInt8] = [0x68] + SequenceSets.tenBits.dropFirst()
        #expect(SequenceParameters(h264: pictureSet[...]) == nil)
        // 322 × 242 are cropped from whole blocks.
        let odd = try h264(SequenceSets.bytes("6764100dacb82a10f1111080000003008000001e02"))
        #expect(odd.codedSize == PixelSize(width: 336, height: 256))
    }

    @Test func setsOfHEVC() throws {
        let sets: [(String, Int, Int, depth: Int, chroma: Int)] = [
            ("4201010408000003009fa8000003000078a003c08010e596ea4932b9a020000003002000000303c1", 1920, 1080, 8, 1),
            ("4201010408000003009d2800000300003cb00a88040724ed96ea4932b9a020000003002000000303", 336, 256, 10, 2),
            ("4201042160000003009000000300000300960000a005020169659594aca565924cae680800000300", 640, 360, 8, 1),
            ("4201010408000003009fe800000300003cc028203c596ea4932b9a020000030002000003003c10", 320, 240, 8, 0),
        ]
        for set in sets {
            let parameters = try #require(SequenceParameters(hevc: SequenceSets.bytes(set.0)[...]))
            #expect(parameters.codedSize == PixelSize(width: set.1, height: set.2))
            #expect(parameters.depth == set.depth && parameters.chromaFormat == set.chroma)
        }
    }

    @Test func cutAndChangedSetsAreHarmless() {
        var random = Seeded(7)
        for original in [SequenceSets.interlaced, SequenceSets.tenBits] {
            for count in original.indices { _ = SequenceParameters(h264: original.prefix(count)) }
            for _ in 0..<LongTests.count(2000, all: 50_000) {
                var bytes = original
                for _ in 0..<3 {
                    bytes[Int.random(in: 1..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = SequenceParameters(h264: bytes[...])
                _ = SequenceParameters(hevc: bytes[...])
            }
        }
    }

    @Test func numbersOfVariableLength() {
        // 1, 010, 011, 00100, 00101, and 33 zeros.
        var reader = BitReader([0b1010_0110, 0b0100_0010, 0b1000_0000, 0, 0, 0, 0, 0])
        #expect((0..<5).map { _ in reader.number() } == [0, 1, 2, 3, 4])
        #expect(reader.number() == nil)
        var signed = BitReader([0b1010_0110, 0b0100_0010, 0b1000_0000])
        #expect((0..<5).map { _ in signed.signedNumber() } == [0, 1, -1, 2, -2])
        // The third byte of 0, 0, 3 does not belong to the data.
        var escaped = BitReader([0, 0, 3, 1])
        #expect(escaped.bits(24) == 1 && escaped.bits(1) == nil)
    }
}
