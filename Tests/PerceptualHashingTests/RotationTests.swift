import ImageDecoding
import PerceptualHashing
import PhotoModel
import Testing

@Suite struct RotationTests {
    private let geometry = makeGeometry(150, 90)
    private var pixels: [UInt8] { Pattern.rings.pixels(geometry.decodedSize) }

    @Test("Turning a signature gives the signature of the turned picture")
    func turns() throws {
        let upright = try #require(makeSignature(of: pixels, geometry))
        for (turns, orientation) in [
            (1, Orientation.right), (2, .down), (3, .left), (-1, .left), (4, .up), (-5, .left),
        ] {
            #expect(
                upright.rotated(quarterTurnsClockwise: turns)
                    == makeSignature(of: pixels, geometry, orientation: orientation))
        }
    }

    @Test("A quarter turn clockwise moves the top left corner to the top right")
    func direction() {
        let corner = Thumbnail { $0 < 8 && $1 < 8 ? 255 : 0 }
        let size = PixelSize(width: 30, height: 20)
        let turned = ContentSignature(
            hash: corner.hash, quality: corner.quality, thumbnail: corner.levels, size: size
        ).rotated(quarterTurnsClockwise: 1)
        #expect(turned.thumbnail[63] == 255)
        #expect(turned.thumbnail[0] == 0)
        #expect(turned.size == PixelSize(width: 20, height: 30))
        #expect(turned.hash != corner.hash)
    }

    @Test("A damaged signature is not changed")
    func damaged() {
        let damaged = ContentSignature(
            hash: PerceptualHash(words: .zero), quality: 60, thumbnail: [1, 2, 3], size: PixelSize(width: 3, height: 2))
        #expect(damaged.rotated(quarterTurnsClockwise: 1) == damaged)
    }
}
