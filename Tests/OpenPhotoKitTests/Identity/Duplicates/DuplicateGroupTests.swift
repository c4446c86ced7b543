import Foundation
import PerceptualHashing
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// Groups of files that the library compares.
@Suite struct DuplicateGroupTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Imports files, also duplicates, and returns their assets in order.
    private func store(_ files: [[UInt8]]) async throws -> [String] {
        try await scene.store(files, in: library) { $0.duplicates = .importAll }
    }

    private func groups(_ kind: DuplicateGroup.Kind = .same) async throws -> [[String]] {
        try await library.duplicates(kind).map(\.localIdentifiers)
    }

    private func content(_ asset: String) throws -> [UInt8] {
        try #require(try library.assets(withLocalIdentifiers: [asset])[asset]?.original?.content)
    }

    private func decide(_ one: String, _ other: String, isSame: Bool) throws {
        try library.decide([Decision(content(one), content(other), isSame: isSame)])
    }

    // MARK: The same photo

    @Test func equalBytes() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(1), TestPhoto.jpeg(2)])
        let group = try #require(try await library.duplicates().first)
        #expect(try await library.duplicates().count == 1)
        #expect(group.localIdentifiers == [assets[0], assets[1]], "The first added is kept.")
        #expect(group.evidence == .bytes && group.members[1].reasons == [.sameBytes] && group.members[1].score == 1)
        #expect(group.keepReason == .firstAdded)
        #expect(group.reclaimableBytes == TestPhoto.jpeg(1).count)
        #expect(try await groups(.similar).isEmpty)
    }

    @Test func equalImageDataAlsoOfPicturesThatAreFlat() async throws {
        let photo = TestPhoto.flatJPEG(level: 90)
        let assets = try await store([photo, TestPhoto.commented(photo, "x")])
        let group = try #require(try await library.duplicates().first)
        #expect(Set(group.localIdentifiers) == Set(assets))
        #expect(group.evidence == .imageData && group.members[1].reasons == [.sameImageData])
        #expect(group.keep == assets[1] && group.keepReason == .largestFile)
    }

    @Test func aReencodedAndASmallerCopyOfTheSamePicture() async throws {
        let assets = try await store([
            TestPhoto.jpeg(1, width: 320, height: 240, quality: 60),
            TestPhoto.jpeg(1, width: 640, height: 480), TestPhoto.jpeg(1, width: 240, height: 180), TestPhoto.jpeg(2),
        ])
        let group = try #require(try await library.duplicates().first)
        #expect(try await library.duplicates().count == 1)
        #expect(group.keep == assets[1] && group.keepReason == .mostPixels)
        #expect(Set(group.localIdentifiers) == Set(assets[0...2]))
        #expect(group.evidence == .content)
        #expect(group.members.dropFirst().allSatisfy { $0.reasons == [.mayBeAnotherFrame] && ($0.score ?? 0) >= 0.5 })
    }

    @Test func metadataIsWorthMoreThanALargerFile() async throws {
        let assets = try await store([
            TestPhoto.jpeg(1, quality: 95), TestPhoto.dated(TestPhoto.jpeg(1, quality: 60), "2021:07:01 10:00:00"),
        ])
        let group = try #require(try await library.duplicates().first)
        #expect(group.keep == assets[1] && group.keepReason == .mostMetadata)
    }

    /// A converted file is usually larger than its HEIC.
    @Test(.enabled(if: ImageFormat.heic.isDecodable, "the trait HEVC is off"))
    func aHEICIsKeptBeforeALargerJPEGOfTheSameSize() async throws {
        let heic = Array(try #require(Data(base64Encoded: Self.heicText, options: .ignoreUnknownCharacters)))
        let jpeg = TestPhoto.dated(TestPhoto.jpeg(1, width: 64, height: 64, quality: 100), "2024:05:17 10:30:00")
        try #require(jpeg.count > heic.count)
        let assets = try await store([jpeg, heic])
        try decide(assets[0], assets[1], isSame: true)
        let group = try #require(try await library.duplicates().first)
        #expect(group.keep == assets[1] && group.keepReason == .heicOriginal)
    }

    /// A HEIC of 64 × 64 pixels with a capture time, by libheif's encoder.
    private static let heicText = """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAZdtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAA
        AERAAAIAAQAAAAABuwABAAAAAAAAAHYAAgAAAAACMQABAAAAAAAAAEoAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAAABVpbmZl
        AgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH/
        /wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNj
        b2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAABppcmVmAAAA
        AAAAAA5jZHNjAAIAAQABAAAAyG1kYXQAAAByKAGvE4DHzPKfQpt1B/YLo0VRYLtcvM2wdqATR9S/lFXbplaguAHwCjLdl38k6ybPxE0ux0VTM+FH
        vGm2vj6x7iG3c3MqVpH2KOgtRPdHsT14efD8V8i1y0PuaiaXE8hjOuoUSyJCuR6BRM9B69pEbuzgAAAABkV4aWYAAE1NACoAAAAIAAGHaQAEAAAA
        AQAAABoAAAAAAAGQAwACAAAAFAAAACwAAAAAMjAyNDowNToxNyAxMDozMDowMAA=
        """

    @Test func aRawFileIsKeptBeforeAJPEGOfTheSameSize() async throws {
        let time = "2024:05:17 10:30:00"
        let assets = try await store([
            TestPhoto.dated(TestPhoto.jpeg(1, width: 40, height: 30), time), GroupedImportTests.raw(time),
        ])
        try decide(assets[0], assets[1], isSame: true)
        let group = try #require(try await library.duplicates().first)
        #expect(group.keep == assets[1] && group.keepReason == .rawOriginal)
    }

    @Test func turnedByItsTag() async throws {
        let photo = TestPhoto.jpeg(1)
        let assets = try await store([photo, TestPhoto.dated(photo, "2021:07:01 10:00:00", orientation: 6)])
        let group = try #require(try await library.duplicates().first)
        #expect(group.localIdentifiers == [assets[1], assets[0]])
        #expect(group.members[1].reasons == [.sameImageDataOtherOrientation])
    }

    /// The pictures show too little in 64×64 cells, and enough in finer ones.
    ///
    /// Finer cells do not prove that photos are the same, because photos of a group may be deleted.
    @Test func picturesThatAgreeInDetailStaySimilar() async throws {
        let assets = try await store([TestPhoto.finelyStripedJPEG(), TestPhoto.finelyStripedJPEG(quality: 60)])
        #expect(try await groups().isEmpty)
        let group = try #require(try await library.duplicates(.similar).first)
        #expect(Set(group.localIdentifiers) == Set(assets))
        #expect(group.evidence == .content && group.members[1].reasons == [.nearlyTheSame])
    }

    @Test func picturesWithOtherDetailsAreNeitherTheSameNorSimilar() async throws {
        let files = (0...1).flatMap { seed in
            [90, 60].map { TestPhoto.finelyStripedJPEG(seed: seed, quality: $0) }
        }
        let assets = try await store(files)
        #expect(try await groups().isEmpty)
        #expect(try await Set(groups(.similar).map(Set.init)) == [Set(assets[0...1]), Set(assets[2...3])])
    }

    /// The details are compared without the conversion of colours, too.
    @Test func picturesWithOtherDetailsAndALostProfileAreNotSimilar() async throws {
        let profile = ICCBuilder.rgb(ICCBuilder.sRGB, ICCBuilder.power(461))
        let assets = try await store(
            [TestPhoto.with(profile: profile, TestPhoto.finelyStripedJPEG())]
                + [0, 1].map { TestPhoto.finelyStripedJPEG(seed: $0, quality: 60) })
        #expect(try await groups(.similar).map(Set.init) == [Set(assets[0...1])])
    }

    /// In 64×64 cells these pictures agree well, as a photo and a copy with a mosaic over a face do.
    @Test func picturesWithOtherFineDetailsAreNotTheSame() async throws {
        let assets = try await store(
            [(90, 0), (85, 50)].map { TestPhoto.jpeg(1, width: 640, height: 480, quality: $0, stripes: $1) })
        let pairs = try library.catalog.pairsToCompareFinely(0.6...1, after: (0, 0), mostOfPicture: 8, limit: 9)
        #expect(pairs.count == 1)
        #expect(try await groups().isEmpty)
        #expect(try await groups(.similar).map(Set.init) == [Set(assets)])
    }

    /// A file that cannot be read leaves the question to the user, and the next search compares the pictures.
    @Test func withoutTheFilesNothingIsComparedInDetail() async throws {
        let (first, second) = (TestPhoto.finelyStripedJPEG(), TestPhoto.finelyStripedJPEG(quality: 60))
        let photo = try await store([first])[0]
        let original = try #require(try library.storedFiles().first)
        try original.place.write(TestPhoto.finelyStripedJPEG(seed: 1))
        let assets = [photo] + (try await store([second]))
        func uncompared() throws -> Int {
            try library.catalog.pairsToCompareFinely(0...1, after: (0, 0), mostOfPicture: 8, limit: 9).count
        }
        #expect(try await groups(.similar).map(Set.init) == [Set(assets)])
        #expect(try uncompared() == 1)
        try original.place.write(first)
        #expect(try await groups(.similar).map(Set.init) == [Set(assets)])
        #expect(try uncompared() == 0)
    }

    // MARK: Similar photos

    @Test func anotherCaptureTimeIsAnotherPhoto() async throws {
        let assets = try await store([
            TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00"),
            TestPhoto.dated(TestPhoto.jpeg(1, quality: 70), "2021:07:01 10:00:01"),
        ])
        #expect(try await groups().isEmpty)
        let group = try #require(try await library.duplicates(.similar).first)
        #expect(Set(group.localIdentifiers) == Set(assets))
        #expect(group.members[1].reasons == [.captureTimeDiffers] && group.evidence == .content)
    }

    @Test func aCopyThatMayBeOfTwoShotsIsInNoGroup() async throws {
        let burst = [("10", 90), ("35", 80)].map {
            TestPhoto.dated(TestPhoto.jpeg(1, quality: $0.1), "2021:07:01 10:00:00", subSeconds: $0.0)
        }
        let assets = try await store(burst + [TestPhoto.jpeg(1, quality: 60)])
        #expect(try await groups().isEmpty)
        #expect(try await groups(.similar).map(Set.init) == [Set(assets)])
        // With its time it has one original only.
        let dated = TestPhoto.dated(TestPhoto.jpeg(1, quality: 50), "2021:07:01 10:00:00", subSeconds: "35")
        _ = try library.deleteAssets([assets[2]])
        try scene.add("later.jpg", dated)
        let copy = try #require(
            try await scene.importAll(library).items.first { $0.path.lastComponent == "later.jpg" }?.localIdentifier)
        #expect(try await groups() == [[assets[1], copy]])
    }

    @Test func flatPicturesAreNeverTheSameByLooks() async throws {
        let assets = try await store([
            TestPhoto.flatJPEG(level: 90), TestPhoto.flatJPEG(level: 90, quality: 95), TestPhoto.jpeg(1),
        ])
        #expect(try await groups().isEmpty)
        let group = try #require(try await library.duplicates(.similar).first)
        #expect(Set(group.localIdentifiers) == Set(assets[0...1]) && group.members[1].reasons == [.tooFlat])
    }

    @Test func damagedPicturesAreNeverTheSameByLooks() async throws {
        let photo = TestPhoto.jpeg(1)
        let assets = try await store([photo, photo.dropLast(8) + []])
        try #require(try library.assets(withLocalIdentifiers: assets)[assets[1]]?.condition == .damaged)
        #expect(try await groups().isEmpty)
        let group = try #require(try await library.duplicates(.similar).first)
        #expect(group.keep == assets[0] && group.keepReason == .undamaged)
        // The end, which is lost, is another difference.
        #expect(group.members[1].reasons == [.damaged, .nearlyTheSame])
    }

    @Test func photosThatWereNotComparedAreNotTheSame() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(1, quality: 60), TestPhoto.jpeg(2)])
        try #require(try await groups().count == 1)
        // As if the third had been signed by an older version.
        // Each photo has one file, which has the row of its asset.
        let row = try #require(try library.catalog.row(of: assets[2], .asset))
        let signature = try #require(try library.signature(of: assets[2]))
        let old = ContentSignature(
            version: -1, hash: signature.hash, quality: signature.quality, thumbnail: signature.thumbnail,
            size: signature.size)
        try library.catalog.record(.signatures([PictureSignature(resourceID: row, signature: old)]))
        #expect(try library.uncomparedPictureCount() == 1)
        #expect(try await groups().isEmpty)
        let group = try #require(try await library.duplicates(.similar).first)
        #expect(group.members[1].reasons == [.notAllCompared])
    }

    /// Each picture is one level brighter than the picture before.
    ///
    /// Neighbours are nearly the same, but the first and the last are not.
    @Test func aChainIsNoGroup() async throws {
        let assets = try await store((0...2).map { TestPhoto.jpeg(1, quality: 95, light: $0) })
        let signatures = try assets.map { try #require(try library.signature(of: $0)) }
        let scores = zip([0, 1, 0], [1, 2, 2]).map { signatures[$0].verify(against: signatures[$1]).score }
        try #require(scores[0] >= 1.0 / 3 && scores[1] >= 1.0 / 3 && scores[2] < 1.0 / 3, "\(scores)")
        #expect(try await groups().isEmpty)
        let groups = try await groups(.similar)
        #expect(groups.count == 1 && groups[0].count == 2 && groups[0].contains(assets[1]))
    }

    // MARK: Decisions of the user

    @Test func aDecisionThatTwoDifferSeparatesThem() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(1, quality: 60)])
        try #require(try await groups().count == 1)
        try decide(assets[1], assets[0], isSame: false)
        #expect(try await groups().isEmpty)
        #expect(try await groups(.similar).isEmpty)
    }

    @Test func aDecisionThatTwoAreTheSameGroupsThem() async throws {
        let assets = try await store([TestPhoto.jpeg(1), TestPhoto.jpeg(2)])
        try #require(try await groups().isEmpty)
        try decide(assets[1], assets[0], isSame: true)
        let group = try #require(try await library.duplicates().first)
        #expect(Set(group.localIdentifiers) == Set(assets))
        #expect(group.evidence == .decision && group.members[1].reasons == [.decided] && group.members[1].score == nil)
        // A decision also ends a group that another decision made.
        try decide(assets[1], assets[0], isSame: false)
        #expect(try await groups().isEmpty)
    }

    @Test func aGroupHasNoPairThatIsDecidedToDiffer() async throws {
        let assets = try await store((1...3).map { TestPhoto.jpeg(UInt64($0)) })
        try decide(assets[0], assets[1], isSame: true)
        try decide(assets[0], assets[2], isSame: true)
        try decide(assets[1], assets[2], isSame: false)
        let groups = try await groups()
        #expect(groups.count == 1 && groups[0].count == 2)
        #expect(!Set(groups[0]).isSuperset(of: assets[1...2]))
    }
}
