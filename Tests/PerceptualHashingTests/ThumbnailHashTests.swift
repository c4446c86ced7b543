import Foundation
import PerceptualHashing
import PhotoModel
import Testing

@Suite struct ThumbnailHashTests {
    @Test("The cosine table is the rounded cosine")
    func cosines() {
        for frequency in 0..<16 {
            for position in 0..<64 {
                let exact = cos(Double.pi / 128 * Double((frequency + 1) * (2 * position + 1)))
                #expect(CosineTable.rows[frequency * 64 + position] == Int64((exact * 1_048_576).rounded()))
            }
        }
    }

    @Test("The hash differs from the floating-point transform's by at most 2 bits", arguments: 1...8)
    func floatingPoint(seed: Int) {
        let noise = Pattern.noise.pixels(PixelSize(width: 64 * seed, height: 64))
        let smooth = scene(left: 5 * seed, up: 3 * seed)
        for thumbnail in [Thumbnail { noise[($0 * 64 + $1) * seed] }, smooth] {
            let coefficients = Self.transform(thumbnail)
            let median = coefficients.sorted()[127]
            let hash = thumbnail.hash
            let flipped = (0..<256).count { bit in
                (coefficients[bit] > median) != (hash.words[bit / 64] >> UInt64(bit % 64) & 1 == 1)
            }
            #expect(flipped <= 2)
        }
    }

    @Test("The hashes of turns are those of the turned thumbnails", arguments: 1...4)
    func turns(seed: Int) {
        let noise = Pattern.noise.pixels(PixelSize(width: 64 * seed, height: 64))
        for thumbnail in [Thumbnail { noise[($0 * 64 + $1) * seed] }, scene(left: 5 * seed, up: 3 * seed)] {
            var turned = thumbnail
            for hash in thumbnail.hashesOfTurns {
                #expect(hash == turned.hash)
                // A quarter turn clockwise: the left column becomes the top row.
                let before = turned
                turned = Thumbnail { row, column in before[63 - column, row] }
            }
            #expect(turned == thumbnail && Set(thumbnail.hashesOfTurns).count == 4)
        }
    }

    /// `D·A·Dᵀ` as PDQ writes it.
    private static func transform(_ thumbnail: Thumbnail) -> [Double] {
        // With types, because the compiler needs seconds to infer them.
        let scale = (2.0 / 64).squareRoot()
        let matrix: [[Double]] = (0..<16).map { i -> [Double] in
            (0..<64).map { j -> Double in
                let angle: Double = Double.pi / 128 * Double((i + 1) * (2 * j + 1))
                return scale * cos(angle)
            }
        }
        let columns: [[Double]] = matrix.map { row -> [Double] in
            (0..<64).map { x -> Double in
                (0..<64).reduce(0.0) { sum, y -> Double in sum + row[y] * Double(thumbnail[y, x]) }
            }
        }
        return columns.flatMap { column -> [Double] in
            matrix.map { row -> Double in
                zip(column, row).reduce(0.0) { sum, pair -> Double in sum + pair.0 * pair.1 }
            }
        }
    }

    @Test("A horizontal wave sets the bit of its frequency, in the first row of bits")
    func bitOrder() {
        // cos(π/64·3·(x + ½)) has frequency 3 across and 0 down. The hash does not contain frequency 0, so it is
        // multiplied by a wave of frequency 1 down.
        let thumbnail = Thumbnail { row, column in
            let across = cos(Double.pi / 64 * 3 * (Double(column) + 0.5))
            let down = cos(Double.pi / 64 * 1 * (Double(row) + 0.5))
            return UInt8((128 + 100 * across * down).rounded())
        }
        let coefficients = thumbnail.hash
        // Bit 16·0 + 2: frequency 1 down, 3 across.
        #expect(coefficients.words[0] >> 2 & 1 == 1)
        let inverse = Thumbnail { 255 - thumbnail[$0, $1] }
        #expect(inverse.hash.words[0] >> 2 & 1 == 0)
    }

    @Test("Half of the bits of a picture with detail are set")
    func balance() {
        #expect(scene().hash.distance(to: PerceptualHash(words: .zero)) == 128)
    }

    @Test("Quality counts steps of whole hundredths between neighbours")
    func quality() {
        #expect(Thumbnail { _, _ in 77 }.quality == 0)
        // One step of 100/255 = 39 hundredths in each of 64 rows: 2496 / 90.
        #expect(Thumbnail { $1 < 32 ? 0 : 100 }.quality == 27)
        #expect(Thumbnail { row, _ in row < 32 ? 100 : 0 }.quality == 27)
        // 2 levels are 0 hundredths.
        #expect(Thumbnail { UInt8(($0 + $1) % 2 * 2) }.quality == 0)
        #expect(Thumbnail { UInt8(($0 + $1) % 2 * 255) }.quality == 100)
    }
}
