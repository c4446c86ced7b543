import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Files that are changed or truncated at random never trap, hang or give rows out of order.
///
/// The seed is fixed.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct MutationTests {
    /// SplitMix64 (Steele, Lea, Flood 2014).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    @Test(arguments: [
        "go-fuzz-corpus/jpeg/corpus/video-001.q50.440.progressive.jpeg",
        "go-fuzz-corpus/jpeg/corpus/video-001.q50.411.jpeg", "go-fuzz-corpus/jpeg/corpus/video-001.rgb.jpeg",
        "libjpeg-turbo/testimages/testimgari.jpg", "pdq-threatexchange/pdq/data/bridge-mods/shrink-a-lot.jpg",
        "deb-exiftool/Image-ExifTool-13.25/t/images/Canon1DmkIII.jpg",
        "deb-libpng/libpng-1.6.48/contrib/pngsuite/ibasn6a16.png", "pngsuite-lunapaint/png/tbbn2c16.png",
        "image-rs/tests/images/png/apng/rgba16.png", "deb-libpng/libpng-1.6.48/contrib/testpngs/palette-8-tRNS.png",
    ])
    func changedFilesAreHarmless(path: String) throws {
        let original = try corpusBytes(path)
        var generator = Generator(state: UInt64(original.count))
        for _ in 0..<200 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = Bool.random(using: &generator) ? UInt8.random(in: 0...255, using: &generator) : 0xFF
            }
            if Int.random(in: 0..<4, using: &generator) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            try expectReadingIsConsistent(of: bytes)
        }
    }
}

/// Decodes and inspects a file that may be damaged, and checks that the results do not contradict each other.
func expectReadingIsConsistent(of bytes: [UInt8]) throws {
    let (reading, luma) = try ImageDecoder().decode(bytes, minimumShortSide: 16)
    #expect(luma.isInOrder)
    #expect(luma.luma.count == reading.decodedRows * (luma.geometry?.decodedSize.width ?? 0))
    #expect(reading.condition != .ok || reading.hasAllRows)
    #expect(reading.condition == .ok || (reading.imageDataDigest == nil && !reading.warnings.isEmpty))
    _ = try ImageDecoder().inspect(.bytes(bytes))
}
