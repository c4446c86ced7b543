import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The merge of duplicate groups: the kept photo, the properties that it gets, and the deleted photos.
@Suite struct ResolveDuplicatesTests {
    private let scene: Scene
    private let library: OwnedLibrary

    init() throws {
        scene = try Scene()
        library = try scene.open()
    }

    /// Imports the source folder, and returns the assets by the names of their originals.
    private func store(_ configure: (inout ImportRequest) -> Void = { _ in }) async throws -> [String: String] {
        try await scene.importAll(library) {
            $0.duplicates = .importAll
            $0.makesAlbums = true
            configure(&$0)
        }
        var assets: [String: String] = [:]
        try library.forEachAsset { assets[$0.original?.originalFilename?.string ?? ""] = $0.localIdentifier }
        return assets
    }

    private func asset(_ identifier: String) throws -> Asset {
        try #require(try library.assets(withLocalIdentifiers: [identifier])[identifier])
    }

    private func onlyGroup(_ kind: DuplicateGroup.Kind = .same) async throws -> DuplicateGroup {
        let groups = try await library.duplicates(kind)
        #expect(groups.count == 1)
        return try #require(groups.first)
    }

    /// Adds a large photo without texts in one folder, and a small copy with the texts of an export in another folder.
    private func addPhotoAndExport() throws {
        try scene.add("Camera/IMG_1.JPG", TestPhoto.jpeg(1, width: 640, height: 480))
        try scene.add("Harbour/IMG_1234.JPG", TestPhoto.jpeg(1))
        try scene.add("Harbour/IMG_1234.JPG.json", Array(SidecarTests.takeout.utf8))
        try scene.add("Harbour/other.JPG", TestPhoto.jpeg(2))
    }

    @Test func theKeptAssetGetsMissingValues() async throws {
        try addPhotoAndExport()
        let assets = try await store()
        let (kept, other) = (try #require(assets["IMG_1.JPG"]), try #require(assets["IMG_1234.JPG"]))
        let group = try await onlyGroup()
        #expect(group.localIdentifiers == [kept, other])
        let plan = try library.duplicatePlan(for: group)
        #expect(plan.kept == kept && plan.deleted == [other] && plan.obstacles == [.mayBeAnotherFrame])
        #expect(plan.reclaimableBytes == group.reclaimableBytes)
        let before = tree(scene.libraryPath.appending("originals"))
        try await library.resolveDuplicates([plan])
        let photo = try asset(kept)
        #expect(photo.isFavorite && photo.metadata.caption == "At the harbour")
        #expect(photo.captureTime?.description == "2024-05-17T08:30:00+00:00")
        #expect(photo.metadata.location?.altitude == 35)
        #expect(try library.albumTitles(of: [kept])[kept] == ["Camera", "Harbour"])
        #expect(try asset(other).deletedDate != nil)
        #expect(try await library.duplicates().isEmpty)
        #expect(tree(scene.libraryPath.appending("originals")) == before, "No original is touched.")
    }

    @Test func aPlanChangesNothing() async throws {
        try addPhotoAndExport()
        let assets = try await store()
        let before = try library.assets(withLocalIdentifiers: Array(assets.values))
        let albums = try library.albumTitles(of: Array(assets.values))
        let group = try await onlyGroup()
        _ = try library.duplicatePlan(for: group)
        #expect(try library.assets(withLocalIdentifiers: Array(assets.values)) == before)
        #expect(try library.albumTitles(of: Array(assets.values)) == albums)
        #expect(try library.decisions().isEmpty)
        #expect(try await onlyGroup() == group)
    }

    @Test func theKeptAssetKeepsItsDescriptions() async throws {
        try addPhotoAndExport()
        try scene.add("Camera/IMG_2.JPG", TestPhoto.jpeg(1, quality: 60))
        let assets = try await store()
        let export = try #require(assets["IMG_1234.JPG"])
        let group = try #require(try await onlyGroup().keeping(export))
        #expect(group.keepReason == .chosen && group.keep == export && group.members.count == 3)
        let before = try asset(export)
        try await library.resolveDuplicates([library.duplicatePlan(for: group)])
        let after = try asset(export)
        #expect(after.metadata == before.metadata && after.modificationDate == before.modificationDate)
        #expect(try library.albumTitles(of: [export])[export] == ["Camera", "Harbour"])
        #expect(try library.assetCount() == 2)
    }

    @Test func theOwnersValuesOfTheDeletedAssetAreKept() async throws {
        try addPhotoAndExport()
        let assets = try await store()
        let (kept, other) = (try #require(assets["IMG_1.JPG"]), try #require(assets["IMG_1234.JPG"]))
        let stated = try asset(other).metadata
        let time = try #require(CaptureTime("1999-01-02T03:04:05"))
        let place = ImageMetadata.Location(latitude: -33.5, longitude: -70.25, altitude: nil)
        try library.performChangesAndWait { changes in
            try changes.set(.captureTime(.set(time)), ofAssets: [other])
            try changes.set(.location(.set(place)), ofAssets: [other])
        }
        try await library.resolveDuplicates([library.duplicatePlan(for: onlyGroup())])
        #expect(try asset(kept).captureTime == time && asset(kept).location == place)
        try library.performChangesAndWait { changes in
            try changes.set(.captureTime(.original), ofAssets: [kept])
            try changes.set(.location(.original), ofAssets: [kept])
        }
        #expect(try asset(kept).captureTime == stated.captureTime && asset(kept).location == stated.location)
    }

    @Test func deletedDuplicatesAreRestored() async throws {
        try addPhotoAndExport()
        _ = try await store()
        let group = try await onlyGroup()
        let plan = try library.duplicatePlan(for: group)
        try await library.resolveDuplicates([plan])
        #expect(try library.restoreDeletedAssets(plan.deleted) == plan.deleted)
        #expect(try library.assetCount() == 3)
        #expect(try library.albumTitles(of: plan.deleted)[plan.deleted[0]] == ["Harbour"])
        // Settling it was the owner's word.
        #expect(try await onlyGroup().evidence == .decision)
    }

    @Test func identifiersOfTheDeletedAssetResolveToTheKeptAsset() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1, width: 640, height: 480))
        // Another picture, which only the owner knows to be a version of the first picture.
        try scene.add("b.jpg", TestPhoto.jpeg(2))
        let assets = try await store()
        let (kept, other) = (try #require(assets["a.jpg"]), try #require(assets["b.jpg"]))
        let identifiers = library.cloudIdentifierMappings(forLocalIdentifiers: [kept, other])
        let contentOfKept = try #require(try asset(kept).original).content
        let contentOfOther = try #require(try asset(other).original).content
        let (ofKept, ofOther) = (try #require(identifiers[kept]).get(), try #require(identifiers[other]).get())
        try library.decide(ofKept, isSame: true, as: other)
        // A third content that was decided to be the same as the photo to delete.
        let foreign = Array(repeating: UInt8(9), count: 16)
        try library.decide([Decision(foreign, contentOfOther, isSame: true)])
        _ = try library.forgetDecision(about: contentOfKept, and: contentOfOther)
        try #require(try await library.duplicates().isEmpty)
        try library.decide(ofKept, isSame: true, as: other)
        try await library.resolveDuplicates([library.duplicatePlan(for: onlyGroup())])
        for identifier in [ofKept, ofOther] {
            let answer = try #require(library.resolveAndWait([identifier]).first).get()
            #expect(answer.status == .found && answer.localIdentifier == kept)
        }
        #expect(
            try library.decisions().contains {
                $0.isSame && $0.other(than: foreign) == contentOfKept
            })
    }

    @Test func lookalikesGiveNoTimeAndNoDecision() async throws {
        try scene.add("big.jpg", TestPhoto.jpeg(1, width: 640, height: 480, quality: 95))
        try scene.add(
            "small.jpg", TestPhoto.dated(TestPhoto.jpeg(1, quality: 95, light: 1), "2021:07:01 10:00:00"))
        let assets = try await store()
        let group = try await onlyGroup(.similar)
        #expect(group.keep == assets["big.jpg"])
        let plan = try library.duplicatePlan(for: group)
        #expect(plan.merge.captureTime == nil && plan.decisions.isEmpty)
        try await library.resolveDuplicates([plan])
        #expect(try asset(group.keep).captureTime == nil)
        #expect(try library.decisions().isEmpty)
    }

    @Test func nothingIsDeletedForAFileThatIsGone() async throws {
        try addPhotoAndExport()
        _ = try await store()
        let plan = try await library.duplicatePlan(for: onlyGroup())
        let original = try #require(try asset(plan.kept).original)
        try FileManager.default.removeItem(atPath: library.place(of: original).string)
        await #expect(throws: PhotoLibraryError(.missingResource, "")) { try await library.resolveDuplicates([plan]) }
        #expect(try library.assetCount() == 3)
        #expect(try asset(plan.kept).metadata.caption == nil)
    }

    @Test func aPersonIsWarnedOfARawFileThatWouldGo() async throws {
        try scene.add("big.jpg", TestPhoto.jpeg(1, width: 640, height: 480))
        try scene.add("DSCF0001.JPG", GroupedImportTests.photo(1))
        try scene.add("DSCF0001.DNG", GroupedImportTests.raw("2024:05:17 10:30:00"))
        let assets = try await store()
        let group = try await onlyGroup()
        #expect(group.keep == assets["big.jpg"])
        #expect(try library.duplicatePlan(for: group).obstacles == [.losesAttachedFiles, .mayBeAnotherFrame])
        let withRaw = try #require(assets["DSCF0001.JPG"])
        let other = try #require(group.keeping(withRaw))
        #expect(try library.duplicatePlan(for: other).obstacles == [.mayBeAnotherFrame])
    }

    /// A person said of another picture, such as a crop, that it is the photo, or of a copy with another time.
    @Test(arguments: [false, true])
    func aPersonIsWarnedOfPicturesThatDiffer(agree: Bool) async throws {
        try scene.add("photo.jpg", TestPhoto.dated(TestPhoto.jpeg(1), "2021:07:01 10:00:00"))
        try scene.add("part.jpg", TestPhoto.dated(TestPhoto.jpeg(agree ? 1 : 2, quality: 70), "2021:07:01 11:00:00"))
        let assets = try await store()
        let contents = try ["photo.jpg", "part.jpg"].map { name in
            let identifier = try #require(assets[name])
            return try #require(try asset(identifier).original?.content)
        }
        try library.decide([Decision(contents[0], contents[1], isSame: true)])
        let group = try await onlyGroup()
        #expect(group.members[1].reasons == [.decided])
        #expect(try library.duplicatePlan(for: group).obstacles == (agree ? [] : [.picturesDiffer]))
    }

    @Test func aPersonIsWarnedOfAPhotoThatTheLibraryDoesNotKeep() async throws {
        try scene.add("stored.jpg", TestPhoto.jpeg(1))
        _ = try await store()
        let outside = try scene.add("../outside.jpg", TestPhoto.jpeg(1, width: 640, height: 480))
        try await scene.importAll(library, [outside], mode: .reference)
        let group = try await onlyGroup()
        #expect(try asset(group.keep).original?.isReference == true)
        #expect(try library.duplicatePlan(for: group).obstacles == [.keepsReference, .mayBeAnotherFrame])
        let other = try #require(group.keeping(group.localIdentifiers[1]))
        #expect(other.reclaimableBytes == 0, "What is outside is not the library's to free.")
        #expect(try library.duplicatePlan(for: other).obstacles == [.mayBeAnotherFrame])
    }
}
