import Glibc
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

    // numpy computed the figures from the definition, with its own least squares (an SVD).
    @Test("Measures are those of an independent program")
    func oracle() {
        expect(
            verify(scene(), scene(left: 1)),
            [
                0.18375919485982173, 0.729564784980038, 0.627115807414661, 0.3449721636711519, 0.018127253264414715,
                0.0018742632095461132, 1.1995284541095126, 0.616066155265385, 0.0765590948076701,
            ])
        expect(
            verify(scene(), scene(up: 2, light: 3)),
            [
                2.998620040131823, 4.965574954935147, 3.774556037877854, 3.3420989046317473, 2.989113422678277,
                0.0039020823182069754, 1.8729995127393482, 1.254415559855628, 0.07720974157907638,
            ])
        expect(
            verify(scene(), spotted),
            [
                1.6274326764068299, 33.77481314697908, 27.064125845925616, 23.523840897777713, 0.13716727455619596,
                0.0007472420500135532, 0.37437716346797995, 26.805384111951962, 2.068078693836182,
            ])
    }

    private func expect(
        _ verification: Verification, _ figures: [Double], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let measures = [
            verification.rms, verification.worstPixel, verification.worst2x2, verification.worst4x4, verification.mean,
            verification.displacement, verification.displacementPixels, verification.residual2x2,
            verification.gradientNormalised4x4,
        ]
        for (measure, figure) in zip(measures, figures) {
            #expect(abs(measure - figure) < 1e-9 * max(1, figure), sourceLocation: sourceLocation)
        }
    }

    // Ramps and stripes, with noise like that of coding.
    @Test("Pictures that cannot show a movement are not conclusive")
    func plainPictures() {
        let ramp = Thumbnail { row, column in UInt8(2 * row + column + (row * 7 + column * 3) % 2) }
        let stripes = Thumbnail { _, column in UInt8(column % 8 * 30) }
        // Slanted bands with sharp turns.
        let bands = Thumbnail { row, column in UInt8(40 + abs((5 * column + 3 * row) % 120 - 60) * 3) }
        for plain in [ramp, stripes, bands, Thumbnail { _, _ in 90 }] {
            let verification = verify(plain, plain)
            #expect(verification.passes() && verification.doubt == .tooFlat && verification.movement == 0)
            #expect(verification.score == 0.49)
        }
        for rich in [scene(), scene(.faint), Thumbnail { ($0 / 7 + $1 / 5).isMultiple(of: 2) ? 40 : 210 }] {
            #expect(verify(rich, rich).isConclusive && verify(rich, rich).score == 1)
        }
    }

    /// A movement of 0.3 % of the frame, which is 0.6 pixels of the smaller picture, and smaller ones.
    @Test("Pictures that seem to have moved by more than 0.1 % are not conclusive, whatever their size")
    func moved() throws {
        let wide = PixelSize(width: 2000, height: 1500)
        let small = ContentSignature(detailed(), size: PixelSize(width: 200, height: 150))
        for (movement, isConclusive) in [(0.3, false), (0.15, false), (0.12, false), (0.08, true)] {
            let moved = ContentSignature(detailed(moved: movement), size: wide)
            let verification = small.verify(against: moved)
            #expect(abs(verification.movement * 100 - movement) < 0.1 * movement)
            #expect(verification.passes() && verification.doubt == (isConclusive ? nil : .mayHaveMoved))
            #expect(verification.isConclusive == isConclusive && (verification.score >= 0.5) == isConclusive)
        }
    }

    @Test("Cells of fewer than two pixels prove nothing")
    func tinyPictures() {
        for (width, isConclusive) in [(128, true), (127, false)] {
            let tiny = signature(scene(), PixelSize(width: width, height: width * 3 / 4))
            #expect(tiny.verify(against: signature(scene())).isConclusive == isConclusive)
        }
    }

    /// In a dark picture a whole level is much light.
    @Test("Light and small places that differ relative to brightness and noise are not conclusive")
    func smallDifferences() {
        let (dark, darker) = (scene(.faint, light: -18), scene(.faint, light: -19))
        let half = Thumbnail { row, column in row.isMultiple(of: 2) ? dark[row, column] : darker[row, column] }
        let verification = verify(dark, half)
        #expect(verification.mean < 0.6 && verification.passes() && verification.doubt == .differs)
        #expect(verify(scene(.spot), scene(.spot, light: 2)).isConclusive)
        let spot = verify(scene(.spot), scene(.spot, light: 3))
        #expect(spot.passes() && spot.doubt == .differs)
    }

    /// The detail is in the middle, so that a zoom about the middle moves it little.
    @Test("A zoom about the only detail of a picture is not excluded")
    func movementAboutDetail() {
        func pattern(zoom: Double) -> Thumbnail {
            Thumbnail { row, column in
                let (x, y) = ((Double(column) - 31.5) / zoom, (Double(row) - 31.5) / zoom)
                return UInt8((120 + 90 * exp(-(x * x + y * y) / 30) * cos(x / 2) * cos(y / 2 + 1)).rounded())
            }
        }
        let large = PixelSize(width: 4000, height: 3000)
        let zoomed = signature(pattern(zoom: 1), large).verify(against: signature(pattern(zoom: 1.005), large))
        #expect(zoomed.passes() && !zoomed.isConclusive)
    }

    /// Waves in several directions whose content is moved to the left, in percent of the frame, and turned about the
    /// middle, in degrees.
    private func detailed(moved percent: Double = 0, turned degrees: Double = 0) -> Thumbnail {
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return Thumbnail { row, column in
            let (across, down) = (Double(column) - 31.5, Double(row) - 31.5)
            let (x, y) = (cosine * across - sine * down + 31.5 + percent * 0.64, sine * across + cosine * down + 31.5)
            return UInt8((128 + 50 * sin(x / 3 + y / 9) + 40 * cos(y / 2.5 - x / 11)).rounded())
        }
    }

    @Test("A picture equals itself")
    func identical() {
        let same = verify(scene(), scene())
        #expect(same.passes(slack: 0))
        #expect(same.score == 1 && same.isIdentical)
        #expect(same.failedMeasures.isEmpty)
    }

    @Test("Exchanging the pictures gives the same result, bit for bit")
    func symmetry() {
        let small = PixelSize(width: 320, height: 240)
        for other in [scene(left: 1), scene(up: 3, light: 2), spotted] {
            let there = signature(scene()).verify(against: signature(other, small))
            #expect(signature(other, small).verify(against: signature(scene())) == there)
        }
    }

    @Test("The fitted displacement equals the real one within 5 %", arguments: [(1, 0), (0, 1), (3, 1)])
    func displacement(left: Int, up: Int) {
        let verification = verify(scene(), scene(left: left, up: up))
        #expect(abs(verification.displacement * 64 / (Double(max(left, up)) / 8) - 1) < 0.05)
    }

    @Test("A shift of up to a pixel of the smaller picture passes, and does not change the other measures")
    func forgivenShift() {
        let full = signature(scene(), PixelSize(width: 6400, height: 4800))
        let moved = scene(left: 1)  // 1/8 cell: 0.2 % of the frame, 12.5 pixels of 6400, 0.6 of 320
        let failing = full.verify(against: signature(moved, PixelSize(width: 6400, height: 4800)))
        #expect(failing.failedMeasures.count == 1)
        #expect(failing.failedMeasures.first?.contains("moved") == true)
        #expect(full.verify(against: signature(moved, PixelSize(width: 320, height: 240))).passes())
        #expect(signature(moved, PixelSize(width: 320, height: 240)).verify(against: full).passes())
    }

    @Test("A displacement beyond its limit gets a quarter of the slack")
    func slackOfDisplacement() {
        // 1.08 pixels of 576, or 1.17 pixels of 624. The limit is 0.9 pixels: the first is compatible, the second is
        // not.
        let moved = scene(left: 1)
        let original = signature(scene(), PixelSize(width: 6400, height: 4800))
        #expect(original.verify(against: signature(moved, PixelSize(width: 576, height: 432))).isCompatible)
        #expect(!original.verify(against: signature(moved, PixelSize(width: 624, height: 468))).isCompatible)
    }

    @Test("In pictures of equal size a shift of a fifth of a pixel means another frame")
    func equalSizes() {
        let small = PixelSize(width: 160, height: 120)
        let slightlyMoved = scene(left: 1)  // 0.3 pixels of 160
        #expect(!signature(scene(), small).verify(against: signature(slightlyMoved, small)).isCompatible)
        #expect(signature(scene()).verify(against: signature(slightlyMoved, small)).passes())
    }

    @Test("A turn by a quarter of a degree fails by its displacement at the corners")
    func turned() {
        let large = PixelSize(width: 4000, height: 4000)
        let turned = signature(detailed(), large).verify(against: signature(detailed(turned: 0.25), large))
        #expect(!turned.isCompatible && turned.hasMoved)
        // Of a square the middle of an edge moves by half of the sine.
        #expect(abs(turned.movement / (sin(0.25 * .pi / 180) / 2) - 1) < 0.1)
    }

    @Test("One level of brightness fails, and passes with slack")
    func brightness() {
        let verification = verify(scene(), scene(light: 1))
        #expect(!verification.passes())
        #expect(verification.isCompatible)
        #expect(
            verification.failedMeasures == [
                "one picture is brighter: 1 levels (at most 0.9)"
            ])
        let ratio = 1 / 0.9
        #expect(verification.score == 1 / (1 + ratio))
        #expect(!verify(scene(), scene(light: 2)).isCompatible)
    }

    /// An automatic contrast correction can make such a change.
    @Test("More contrast fails, even if the mean stays the same")
    func contrast() {
        let whole = scene()
        let mean = Double(whole.levels.reduce(0) { $0 + Int($1) }) / Double(Thumbnail.levelCount)
        let edited = Thumbnail { row, column in
            UInt8((mean + (Double(whole[row, column]) - mean) * 0.97).rounded())
        }
        let verification = verify(whole, edited)
        #expect(verification.mean < 0.5 && verification.rms < 2.8)
        #expect(verification.failedMeasures.count == 1 && verification.failedMeasures[0].hasPrefix("the light differs"))
    }

    /// Sharpening clips white and black, so that it changes the mean too, and the fit explains a part of it by
    /// movement.
    @Test("A sharpened copy is neither said to be moved nor to be brighter", arguments: [2.0, 5])
    func sharpened(amount: Double) {
        let whole = scene(light: 40)
        let sharp = Thumbnail { row, column in
            let near = (max(0, row - 1)...min(63, row + 1)).flatMap { row in
                (max(0, column - 1)...min(63, column + 1)).map { Double(whole[row, $0]) }
            }
            let level = Double(whole[row, column])
            let mean = near.reduce(0, +) / Double(near.count)
            return UInt8(min(max(level + amount * (level - mean), 0), 255).rounded())
        }
        let verification = verify(whole, sharp)
        #expect(!verification.passes() && verification.moved < verification.noise && !verification.hasMoved)
        #expect(verification.firstFailure.map { !$0.contains("moved") && !$0.contains("bright") } == true)
        #expect(!verification.failedMeasures.contains { $0.hasPrefix("the content has moved") })
    }

    @Test("A changed spot fails, with a description")
    func spot() {
        let verification = verify(scene(), spotted)
        #expect(!verification.isCompatible)
        #expect(verification.failedMeasures.contains { $0.hasPrefix("the pictures differ at a spot: 23.52 levels") })
        #expect(verification.failedMeasures.contains { $0.hasPrefix("a detail has changed or moved") })
    }

    @Test("Wider limits pass more pictures; each limit counts")
    func limits() {
        var limits = VerificationLimits.standard
        limits.mean = 1.1
        limits.tone = 1.1
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

    @Test("Flat pictures and plain ramps give finite measures, and brightness does not count as a shift")
    func degenerate() {
        let flat = verify(Thumbnail { _, _ in 90 }, Thumbnail { _, _ in 93 })
        #expect(flat.mean == 3)
        #expect(flat.displacement == 0)
        #expect(!flat.isCompatible)
        let ramp = verify(Thumbnail { UInt8($1 * 2 + $0 * 0) }, Thumbnail { UInt8($1 * 2 + 2 + $0 * 0) })
        #expect(abs(ramp.mean - 2) < 1e-9)
        #expect(ramp.displacement < 1e-9)
        #expect(verify(Thumbnail { _, _ in 0 }, Thumbnail { _, _ in 0 }).passes())
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
            #expect(verification.failedMeasures == ["the two pictures cannot be compared"])
        }
        #expect(short.verify(against: short).score == 0)
    }
}
