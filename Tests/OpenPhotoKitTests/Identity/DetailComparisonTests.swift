import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoMatching

/// The comparison of the details of two files, which identifiers do not have.
@Suite struct DetailComparisonTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    private func store(_ files: [[UInt8]]) async throws -> [String] { try await scene.store(files, in: library) }

    private func resolve(_ file: [UInt8]) async throws -> Resolution {
        try #require(library.resolveAndWait([try await Scene.identifier(of: file, compact: false)]).first).get()
    }

    private func match(_ file: [UInt8]) throws -> Resolution { try scene.match(file, in: library) }

    /// Of an identifier only 64×64 cells are compared.
    ///
    /// Where both files are at hand, their details are compared.
    @Test func aPictureThatShowsEnoughInDetailIsFoundByItsFile() async throws {
        let assets = try await store([TestPhoto.finelyStripedJPEG()])
        let copy = TestPhoto.finelyStripedJPEG(quality: 60)
        let resolved = try await resolve(copy)
        #expect(resolved.status == .multiple && resolved.candidates.map(\.reason) == [.tooFlat])
        let matched = try match(copy)
        #expect(matched.localIdentifier == assets[0] && matched.candidates.map(\.reason) == [.samePicture])
        // The stripes have no details.
        let striped = TestPhoto.stripedJPEG(quality: 60)
        #expect(try match(striped).status != .found)
    }

    /// In 64×64 cells the pictures agree well, as a photo and a copy with a mosaic over a face do.
    @Test func aPictureWithOtherFineDetailsIsNotFoundByItsFile() async throws {
        let assets = try await store([TestPhoto.jpeg(1, width: 640, height: 480)])
        let other = TestPhoto.jpeg(1, width: 640, height: 480, quality: 80, stripes: 50)
        #expect(try await resolve(other).localIdentifier == assets[0])
        let matched = try match(other)
        #expect(matched.status == .multiple && matched.candidates.map(\.reason) == [.nearlyTheSame])
        #expect(try match(TestPhoto.jpeg(1, width: 640, height: 480, quality: 60)).localIdentifier == assets[0])
    }

    /// In 64×64 cells such frames agree.
    ///
    /// With both files at hand copies agree more closely. In small copies sharpening and coding change as much.
    @Test(arguments: [(0.25, 0), (0, 5)]) func anotherFrameOfATripodIsNotFoundByItsFile(moved: Double, spot: Double)
        async throws
    {
        let assets = try await store([Self.waves()])
        let frame = Self.waves(moved: moved, spot: spot, quality: 85)
        #expect(try await resolve(frame).localIdentifier == assets[0])
        let matched = try match(frame)
        #expect(matched.status == .multiple && matched.candidates.map(\.reason) == [.nearlyTheSame])
        #expect(try match(Self.waves(quality: 60)).localIdentifier == assets[0])
    }

    /// The luma of both is the same, and a person may want to keep the colours.
    @Test func aBlackAndWhiteVersionIsNeitherFoundByItsFileNorADuplicate() async throws {
        let assets = try await store([Self.coloredWaves()])
        let matched = try match(Self.waves())
        #expect(matched.status == .multiple && matched.candidates.map(\.reason) == [.nearlyTheSame])
        #expect(try match(Self.coloredWaves(quality: 60)).localIdentifier == assets[0])
        _ = try await store([Self.waves()])
        #expect(try await library.duplicates().isEmpty)
        #expect(try await library.duplicates(.similar).map { Set($0.localIdentifiers) }.count == 1)
    }

    /// A BMP has no image-data digest, as a PNG that was compressed again has another one.
    @Test func aFileWithTheSamePixelsIsFoundBesideANeighbouringFrame() async throws {
        let assets = try await store([Self.bitmap(), Self.bitmap(noise: 3)])
        let copy = Self.bitmap(reserved: 1)
        #expect(try await resolve(copy).status == .multiple)
        let matched = try match(copy)
        #expect(matched.localIdentifier == assets[0] && matched.candidates.map(\.reason) == [.samePicture])
        #expect(matched.lookalikes.map(\.localIdentifier) == [assets[1]])
        #expect(matched.lookalikes.map(\.reason) == [.nearlyTheSame])
        // Of two assets with the same pixels neither is chosen.
        _ = try await store([Self.bitmap(reserved: 2)])
        #expect(try match(copy).status == .multiple)
    }

    /// The waves as a BMP of 24 bits.
    ///
    /// - Parameters:
    ///   - noise: By how many levels a pixel differs at most from the waves.
    ///   - reserved: A byte of the header that has no meaning.
    private static func bitmap(noise: Int = 0, reserved: UInt8 = 0) -> [UInt8] {
        func little(_ number: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(number >> (8 * $0) & 0xFF) } }
        var random = Seeded(3)
        let levels = samples().map { UInt8(Int($0) + Int.random(in: -noise...noise, using: &random)) }
        let header =
            Array("BM".utf8) + little(54 + levels.count, 4) + [reserved, 0, 0, 0] + little(54, 4) + little(40, 4)
            + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 24)
        return header + levels
    }

    private static let (width, height) = (640, 480)

    private static func waves(moved: Double = 0, spot: Double = 0, quality: Int = 90) -> [UInt8] {
        TestPhoto.encode(samples(moved: moved, spot: spot), width, height, quality: quality)
    }

    /// The waves with one colour, which does not change their luma.
    private static func coloredWaves(quality: Int = 90) -> [UInt8] {
        let gray = samples()
        let colored = gray.indices.map { index in UInt8(clamping: Int(gray[index]) + [30, -9, -30][index % 3]) }
        return TestPhoto.encode(colored, width, height, quality: quality)
    }

    /// Waves of many lengths and directions, 640 × 480 pixels of RGB.
    ///
    /// - Parameters:
    ///   - moved: By how many pixels they are moved to the right and down.
    ///   - spot: By how many levels a place of 80 × 60 pixels is brighter.
    private static func samples(moved: Double = 0, spot: Double = 0) -> [UInt8] {
        var random = Seeded(7)
        let waves = (0..<30).map { _ in
            (
                across: Double(Int.random(in: -16...16, using: &random)),
                down: Double(Int.random(in: 1...16, using: &random)),
                phase: Double.random(in: 0..<6, using: &random)
            )
        }
        return (0..<height).flatMap { row in
            (0..<width).flatMap { column in
                let (x, y) = ((Double(column) - moved) / Double(width), (Double(row) - moved) / Double(height))
                let sum = waves.reduce(0.0) { $0 + sin(2 * .pi * ($1.across * x + $1.down * y) + $1.phase) }
                let isInSpot = (280..<360).contains(column) && (210..<270).contains(row)
                let level = 128 + 9 * sum + (isInSpot ? spot : 0)
                return [UInt8](repeating: UInt8(min(max(level, 5), 250).rounded()), count: 3)
            }
        }
    }

    /// The details are compared without the conversion of colours, too.
    @Test func detailsOfACopyThatLostItsProfileAreCompared() async throws {
        let photo = TestPhoto.finelyStripedJPEG()
        let profile = ICCBuilder.rgb(ICCBuilder.sRGB, ICCBuilder.power(461))
        let assets = try await store([TestPhoto.with(profile: profile, photo)])
        let matched = try match(TestPhoto.finelyStripedJPEG(quality: 60))
        #expect(matched.localIdentifier == assets[0] && matched.candidates.map(\.rendering) == [.unconverted])
        #expect(try match(TestPhoto.finelyStripedJPEG(seed: 1, quality: 60)).status != .found)
    }

    /// In 64×64 cells the dots are not visible enough to tell such pictures apart.
    @Test func picturesThatDifferInDetailAreDistinguished() async throws {
        let assets = try await store([TestPhoto.finelyStripedJPEG(), TestPhoto.finelyStripedJPEG(seed: 1)])
        for (seed, asset) in assets.enumerated() {
            let copy = TestPhoto.finelyStripedJPEG(seed: seed, quality: 60)
            #expect(try await resolve(copy).status == .multiple)
            #expect(try match(copy).localIdentifier == asset)
        }
    }

    /// In 64×64 cells the pictures agree but show too little.
    ///
    /// The difference of their details is the reason.
    @Test func aPictureWhoseDetailsDifferIsNotOnlyDoubtful() async throws {
        _ = try await store([Self.dottedBands(seed: 0)])
        let other = Self.dottedBands(seed: 1)
        let resolved = try await resolve(other)
        #expect(resolved.status == .multiple && resolved.candidates.map(\.reason) == [.tooFlat])
        let matched = try match(other)
        #expect(matched.status == .multiple && matched.candidates.map(\.reason) == [.nearlyTheSame])
    }

    /// Slanted bands, in which a movement along them is not visible, with fine dots that differ with the seed.
    private static func dottedBands(seed: Int) -> [UInt8] {
        let (width, height) = (512, 384)
        let levels = [40, 180, 90, 230, 20, 130, 200, 60]
        let samples = (0..<height).flatMap { row in
            (0..<width).flatMap { column in
                let (x, y) = (column / 2, row / 2)
                let isLight = (x * 73 + y * 151 + x * y * (37 + 4 * seed)) % 97 % 2 == 0
                let level = levels[(column * height + row * width) * 8 / (2 * width * height)]
                return [UInt8](repeating: UInt8(level + (isLight ? 6 : -6)), count: 3)
            }
        }
        return TestPhoto.encode(samples, width, height, quality: 90)
    }

    /// A file of the library that cannot be read leaves the question to the user.
    @Test func withoutTheFileOfTheCandidateNothingIsComparedInDetail() async throws {
        _ = try await store([TestPhoto.finelyStripedJPEG()])
        let original = try #require(try library.storedFiles().first)
        try original.place.write(TestPhoto.finelyStripedJPEG(seed: 1))
        let answer = try match(TestPhoto.finelyStripedJPEG(quality: 60))
        #expect(answer.status == .multiple && answer.candidates.map(\.reason) == [.tooFlat])
    }
}
