import PerceptualHashing
import PhotoModel
import Testing

@Suite struct VerificationTests {
    private let size = PixelSize(width: 640, height: 480)

    private func signature(_ thumbnail: Thumbnail, _ size: PixelSize? = nil) -> ContentSignature {
        ContentSignature(thumbnail, size: size ?? self.size)
    }

    private func verify(_ a: Thumbnail, _ b: Thumbnail) -> Verification { signature(a).verify(against: signature(b)) }

    /// A spot of 4×4 cells, half as bright.
    private var spotted: Thumbnail {
        let whole = scene()
        return Thumbnail { row, column in
            (20..<24).contains(row) && (40..<44).contains(column) ? whole[row, column] / 2 : whole[row, column]
        }
    }

    // The figures were computed in numpy from the definition, with its own least squares (an SVD).
    @Test("Measures are those of an independent program")
    func oracle() {
        expect(
            verify(scene(), scene(left: 1)),
            [
                0.5084594541998251, 1.9844541971440166, 0.8794201967147771, 0.45401852580574203, 0.012660543469691686,
                0.0019260487846219773, 1.2325616025491273, 0.8958710372745295, 0.11441147254784531,
            ])
        expect(
            verify(scene(), scene(up: 2, light: 3)),
            [
                3.0743334414781214, 7.386668786969603, 4.795162701588296, 3.5166188954558697, 2.986217179407185,
                0.0038273037005355777, 1.8416882901430724, 2.2462413411930653, 0.10575164521206364,
            ])
        expect(
            verify(scene(), spotted),
            [
                1.9594575336431772, 40.4597527004022, 36.982583392074815, 30.907615253910965, 0.11756624875656294,
                0.000604045717789252, 0.3824541146280468, 36.72285755804005, 2.2885246014061456,
            ])
    }

    private func expect(
        _ verification: Verification, _ figures: [Double], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let measures = [
            verification.rms, verification.worstPixel, verification.worst2x2, verification.worst4x4, verification.mean,
            verification.shift, verification.shiftPixels, verification.residual2x2, verification.gradientNormalised4x4,
        ]
        for (measure, figure) in zip(measures, figures) {
            #expect(abs(measure - figure) < 1e-9 * max(1, figure), sourceLocation: sourceLocation)
        }
    }

    @Test("A picture is itself")
    func identical() {
        let same = verify(scene(), scene())
        #expect(same.passes(slack: 0))
        #expect(same.score == 1)
        #expect(same.failedMeasures.isEmpty)
    }

    @Test("Exchanging the two changes nothing, bit for bit")
    func symmetry() {
        let small = PixelSize(width: 320, height: 240)
        for other in [scene(left: 1), scene(up: 3, light: 2), spotted] {
            let there = signature(scene()).verify(against: signature(other, small))
            #expect(signature(other, small).verify(against: signature(scene())) == there)
        }
    }

    @Test("The fitted shift is the real one, within 5 %", arguments: [(1, 0), (0, 1), (2, 2), (3, 1)])
    func shift(left: Int, up: Int) {
        let verification = verify(scene(), scene(left: left, up: up))
        let cells = (Double(left * left + up * up)).squareRoot() / 8
        #expect(abs(verification.shift * 64 / cells - 1) < 0.05)
    }

    @Test("A shift is forgiven up to 0.75 pixels of the smaller picture, and the other measures do not see it")
    func forgivenShift() {
        let full = signature(scene(), PixelSize(width: 6400, height: 4800))
        let moved = scene(left: 1)  // 1/8 cell: 0.2 % of the frame, 12.5 pixels of 6400, 0.6 of 320
        let failing = full.verify(against: signature(moved, PixelSize(width: 6400, height: 4800)))
        #expect(failing.failedMeasures.count == 1)
        #expect(failing.failedMeasures.first?.contains("moved") == true)
        #expect(full.verify(against: signature(moved, PixelSize(width: 320, height: 240))).passes())
        #expect(signature(moved, PixelSize(width: 320, height: 240)).verify(against: full).passes())
    }

    @Test("One level more is another exposure; slack forgives it")
    func brightness() {
        let verification = verify(scene(), scene(light: 1))
        #expect(!verification.passes())
        #expect(verification.isCompatible)
        #expect(verification.failedMeasures == ["one is brighter overall: 1 levels (at most 0.75)"])
        #expect(verification.score == 1 / (1 + 1 / 0.75))
        #expect(!verify(scene(), scene(light: 2)).isCompatible)
    }

    @Test("A spot that changed fails, in words")
    func spot() {
        let verification = verify(scene(), spotted)
        #expect(!verification.isCompatible)
        #expect(verification.failedMeasures.contains { $0.hasPrefix("they differ at a spot: 30.91 levels") })
        #expect(verification.failedMeasures.contains { $0.hasPrefix("something has changed") })
    }

    @Test("Looser limits let more pass; each limit counts")
    func limits() {
        var limits = VerificationLimits.standard
        limits.mean = 1
        #expect(signature(scene()).verify(against: signature(scene(light: 1)), limits: limits).passes())
        limits.rms = 0.5
        #expect(!signature(scene()).verify(against: signature(scene(light: 1)), limits: limits).passes())
    }

    @Test(
        "Shapes agree within a pixel of the smaller picture",
        arguments: [
            (4000, 3000, 400, 300, true), (4000, 3000, 400, 301, true), (4000, 3000, 400, 302, false),
            (4000, 3000, 300, 400, false), (4000, 3000, 0, 0, false), (1, 5000, 1, 4000, true),
            (500, 333, 4000, 2667, true), (4000, 3000, 4000, 2998, false), (Int.max, Int.max, 5, 5, true),
            (-4, -3, 4, 3, false),
        ])
    func aspect(width: Int, height: Int, otherWidth: Int, otherHeight: Int, agrees: Bool) {
        let one = signature(scene(), PixelSize(width: width, height: height))
        let other = signature(scene(), PixelSize(width: otherWidth, height: otherHeight))
        for verification in [one.verify(against: other), other.verify(against: one)] {
            #expect(verification.aspectAgrees == agrees)
            #expect(verification.passes() == agrees)
            #expect((verification.score == 0) == !agrees)
            #expect(verification.failedMeasures == (agrees ? [] : ["the shapes differ"]))
        }
    }

    @Test("Flat pictures and plain ramps give figures, and brightness is not mistaken for a shift")
    func degenerate() {
        let flat = verify(Thumbnail { _, _ in 90 }, Thumbnail { _, _ in 93 })
        #expect(flat.mean == 3)
        #expect(flat.shift == 0)
        #expect(!flat.isCompatible)
        let ramp = verify(Thumbnail { UInt8($1 * 2 + $0 * 0) }, Thumbnail { UInt8($1 * 2 + 2 + $0 * 0) })
        #expect(ramp.mean == 2)
        #expect(ramp.shift == 0)
        #expect(verify(Thumbnail { _, _ in 0 }, Thumbnail { _, _ in 0 }).score == 1)
    }

    @Test("Signatures that cannot be compared never pass")
    func incomparable() {
        let whole = signature(scene())
        let short = ContentSignature(hash: whole.hash, quality: 60, thumbnail: [], size: size)
        let newer = ContentSignature(
            version: ContentSignature.currentVersion + 1, hash: whole.hash, quality: 60, thumbnail: whole.thumbnail,
            size: size)
        for other in [short, newer] {
            let verification = whole.verify(against: other)
            #expect(!verification.passes(slack: 1_000_000))
            #expect(verification.score == 0)
            #expect(verification.failedMeasures == ["the two cannot be compared"])
        }
        #expect(short.verify(against: short).score == 0)
    }
}
