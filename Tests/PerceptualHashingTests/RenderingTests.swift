import PhotoModel
import TestSupport
import Testing

@testable import PerceptualHashing

@Suite("Pictures with and without the conversion of their colours")
struct RenderingTests {
    private let size = PixelSize(width: 640, height: 480)
    private let both: ContentSignature

    init() { both = ContentSignature(scene(), unconverted: Self.unconverted(), size: size) }

    /// The scene with other light in a part of the tones, as if its colours were not converted.
    private static func unconverted(by levels: Int = 12) -> Thumbnail {
        let picture = scene()
        return Thumbnail { row, column in
            let level = Int(picture[row, column])
            return UInt8(min(255, level + levels * min(level, 255 - level) / 127))
        }
    }

    @Test("A signature has both renderings only if a smoothed cell differs by more than a level")
    func builder() throws {
        let geometry = makeGeometry(64, 64)
        let pixels = [UInt8](repeating: 100, count: 64 * 64)
        func signature(_ change: (Int) -> UInt8) throws -> ContentSignature {
            try #require(makeSignature(of: pixels, unconverted: pixels.indices.map(change), geometry))
        }
        #expect(try signature { _ in 100 }.unconverted == nil)
        #expect(try signature { _ in 101 }.unconverted == nil)
        let brighter = try signature { _ in 102 }
        let alone = try #require(makeSignature(of: [UInt8](repeating: 102, count: 64 * 64), geometry))
        #expect(brighter.unconverted == .thumbnail(alone.thumbnail, hash: alone.hash))
        #expect(brighter.thumbnail == makeSignature(of: pixels, geometry)?.thumbnail)
        // A change of one cell is smoothed to a quarter.
        #expect(try signature { $0 == 2000 ? 101 : 100 }.unconverted == nil)
        #expect(try signature { $0 == 2000 ? 130 : 100 }.unconverted != nil)
    }

    @Test("A copy without the profile agrees with the unconverted rendering, and a converted copy with the other")
    func copies() {
        let stripped = ContentSignature(Self.unconverted(), size: size)
        let converted = ContentSignature(scene(), size: size)
        #expect(!stripped.verify(against: converted).passes())
        for signature in [both, both.coded] {
            for copy in [stripped, converted] {
                #expect(signature.verify(against: copy).passes() && copy.verify(against: signature).passes())
            }
            #expect(signature.verify(against: both).passes())
            #expect(!signature.verify(against: ContentSignature(scene(left: 3), size: size)).passes())
            #expect(!signature.verify(against: ContentSignature(Self.unconverted(by: 24), size: size)).passes())
        }
    }

    @Test("The comparison names the rendering, in every rotation", arguments: 0..<4)
    func rotations(turns: Int) throws {
        let stripped = ContentSignature(Self.unconverted(), size: size).rotated(quarterTurnsClockwise: -turns)
        let found = try #require(TurnedPicture(stripped).compare(with: both))
        #expect(found.rendering == .unconverted && found.quarterTurns == turns && found.verification.passes())
        let coded = try #require(TurnedPicture(both.coded).compare(with: stripped))
        #expect(coded.rendering == .unconverted && coded.verification.passes())
        let converted = ContentSignature(scene(), size: size).rotated(quarterTurnsClockwise: -turns)
        #expect(TurnedPicture(converted).compare(with: both)?.rendering == .converted)
        let turned = both.rotated(quarterTurnsClockwise: turns)
        let alone = ContentSignature(Self.unconverted(), size: size).rotated(quarterTurnsClockwise: turns)
        #expect(turned.unconverted == .thumbnail(alone.thumbnail, hash: alone.hash))
    }

    @Test("If the converted renderings pass, they are compared, even if others are more similar")
    func preference() throws {
        let near = ContentSignature(scene(), unconverted: Self.unconverted(by: 2), size: size)
        let stripped = ContentSignature(Self.unconverted(by: 2), size: size)
        try #require(ContentSignature(scene(), size: size).verify(against: stripped).passes())
        let found = try #require(TurnedPicture(stripped).compare(with: near))
        #expect(found.rendering == .converted && found.verification.passes() && found.verification.score < 1)
    }

    @Test("Candidates are found by the hashes of both renderings")
    func hashes() {
        let stripped = ContentSignature(Self.unconverted(), size: size)
        for signature in [both, both.coded] {
            let hashes = TurnedPicture(signature).hashes
            #expect(hashes.count == 8)
            #expect(hashes.contains { $0.distance(to: both.hash) == 0 })
            #expect(hashes.contains { $0.distance(to: stripped.hash) <= 8 })
        }
    }

    @Test("Both codes have one step and one budget")
    func budget() throws {
        guard case .code(let code) = both.coded.picture, case .difference(let difference)? = both.coded.unconverted
        else {
            Issue.record("\(both.coded)")
            return
        }
        #expect(code.count + difference.count <= ThumbnailCode.budget && !difference.isEmpty)
        #expect(code.count < ThumbnailCode.encode(scene()).count)
        let same = ContentSignature(scene(), unconverted: scene(), size: size).coded
        #expect(same.unconverted == nil, "A difference without a byte is left out.")
        #expect(same == ContentSignature(scene(), size: size).coded)
    }

    @Test("All bytes are a difference, without a crash")
    func hostile() {
        var random = Seeded(12)
        let code = both.coded.picture
        let stripped = ContentSignature(Self.unconverted(), size: size)
        for _ in 0..<100 {
            let bytes = random.bytes(.random(in: 1..<300, using: &random))
            let signature = both.with(code, unconverted: .difference(bytes))
            #expect(signature.renderings.count == 2)
            #expect(!signature.verify(against: stripped).passes())
        }
        // Without the code of the picture, and with levels of another number, there is one rendering.
        #expect(both.with(both.picture, unconverted: .difference([1])).renderings.count == 1)
        #expect(both.with(both.picture, unconverted: .thumbnail([1], hash: both.hash)).renderings.count == 1)
        #expect(both.with(.none, unconverted: both.unconverted).renderings.isEmpty)
    }
}
