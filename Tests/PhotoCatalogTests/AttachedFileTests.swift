import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog
@testable import PhotoIngest

/// Files that belong to a photo, albums, duplicates, and deleted photos.
@Suite struct AttachedFileTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }
    private let photo = makeFile("IMG_1.JPG", bytes: 1, imageData: 1)

    init() throws { fixture = try CatalogFixture() }

    private var asset: String { fixture.identifier(photo) }

    private func attached(
        _ name: String, bytes: Int, _ kind: AssetResource.Kind, to asset: String? = nil, format: ImageFormat = .video,
        _ change: (inout ImageMetadata) -> Void = { _ in }
    ) -> ResourceInsertion {
        fixture.insertion(makeFile(name, bytes: bytes, format: format).with(change)) {
            $0.attachment = Attachment(to: asset ?? self.asset, as: kind)
        }
    }

    private func new(_ file: AnalysedFile) -> ResourceInsertion { fixture.insertion(file) }

    private func stored(_ identifier: String) throws -> Asset? { try catalog.assets([identifier])[identifier] }

    // MARK: Attached files

    @Test func aVideoBecomesAResourceOfItsPhoto() throws {
        let video = attached("IMG_1.MOV", bytes: 2, .pairedVideo) { $0.duration = 2.5 }
        #expect(try fixture.store([new(photo), video]) == [.new, .attached(to: asset, as: .pairedVideo)])
        let stored = try #require(try stored(asset))
        #expect(stored.resources.map(\.kind) == [.original, .pairedVideo])
        #expect(stored.metadata.subtypes == .photoLive)
        #expect(stored.metadata.duration == 2.5)
        #expect(stored.mediaType == .image)
        #expect(try catalog.assetCount() == 1)
    }

    @Test func theSameSidecarMayLieBesideTwoPhotos() throws {
        let other = makeFile("IMG_2.JPG", bytes: 3, imageData: 3)
        let first = attached("IMG_1.AAE", bytes: 9, .adjustmentData, format: .unknown)
        var second = attached("IMG_2.AAE", bytes: 9, .adjustmentData, to: fixture.identifier(other), format: .unknown)
        try fixture.store([new(photo), new(other), first])
        second.path = "attached/IMG_2.AAE"
        #expect(
            try fixture.store([second])
                == [.attached(to: fixture.identifier(other), as: .adjustmentData)])
        #expect(try stored(fixture.identifier(other))?.resources.count == 2)
        #expect(try fixture.store([first]) == [.duplicate(of: asset)], "One photo has it once.")
    }

    @Test func aSidecarAddsMetadataThatThePhotoLacks() throws {
        let dated = makeFile("IMG_1.JPG", bytes: 1, time: "2020-05-17T10:30:00")
        var sidecar = attached("IMG_1.JPG.json", bytes: 5, .sidecar, format: .unknown) {
            $0.captureTime = CaptureTime("1999-01-01T00:00:00")
            $0.title = "Harbour"
            $0.keywords = ["sea", "boats"]
        }
        sidecar.isFavorite = true
        sidecar.albums = [DestinationAlbum(folder: nil, title: "Holiday")]
        try fixture.store([new(dated), sidecar])
        let stored = try #require(try stored(asset))
        #expect(stored.captureTime == CaptureTime("2020-05-17T10:30:00"), "The photo's own word counts first.")
        #expect(stored.metadata.title == "Harbour")
        #expect(stored.metadata.keywords == ["sea", "boats"])
        #expect(stored.isFavorite)
        #expect(try catalog.albums().map(\.title) == ["Holiday"])
    }

    /// The folder of the video was imported before that of the photo.
    @Test func aVideoThatWasImportedFirstIsAttached() throws {
        let identifier = "2DC7F7A0-0000-4000-8000-000000000001"
        let video = makeFile("IMG_1.MOV", bytes: 2, format: .video).with {
            $0.contentIdentifier = identifier
            $0.duration = 3
            $0.title = "Waves"
        }
        try fixture.store([video])
        try fixture.store([photo.with { $0.contentIdentifier = identifier }])
        let stored = try #require(try stored(asset))
        #expect(stored.resources.map(\.kind) == [.original, .pairedVideo])
        #expect(stored.metadata.subtypes == .photoLive)
        #expect(stored.metadata.duration == 3)
        #expect(stored.metadata.title == "Waves", "What was said of the video is not lost.")
        #expect(try catalog.assetCount() == 1)
        #expect(
            try Set(catalog.history()) == [
                "1 asset insert \(fixture.identifier(video))", "2 asset delete \(fixture.identifier(video))",
                "2 asset insert \(asset)",
            ])
    }

    @Test func filesThatWereReadAreFoundByStem() throws {
        try fixture.store([photo, makeFile("IMG_12.JPG", bytes: 4), makeFile("IMG_1-2.JPG", bytes: 5)])
        let found = try catalog.assetsRead(from: "/photos", stem: Array("IMG_1".utf8))
        #expect(found.map(\.name.string) == ["IMG_1.JPG"])
        #expect(try catalog.assetsRead(from: "/photo", stem: Array("IMG_1".utf8)).isEmpty)
    }

    // MARK: Duplicates

    @Test func duplicatesAreStoredOnRequest() throws {
        try fixture.store([photo])
        var double = new(photo)
        double.copy = try catalog.copies(of: photo.sha256)
        double.localIdentifier = "double"
        double.path = "originals/double"
        #expect(try fixture.store([double]) == [.new])
        #expect(try catalog.assetCount() == 2)
        #expect(
            try catalog.assets(with: .bytes, prefix: photo.sha256.bytes).map(\.localIdentifier) == [asset, "double"])
        #expect(try fixture.store([photo]) == [.duplicate(of: asset)], "Not asked for, it is a duplicate.")
    }

    // MARK: Deleted photos

    private func disposition(
        _ file: AnalysedFile, copy: Int? = nil, restoringDeleted: Bool = false
    ) throws -> IngestDisposition? {
        let policy = ClassificationPolicy(keepsCopies: true, restoresDeleted: restoringDeleted)
        return try fixture.dispositions(of: [fixture.insertion(file) { $0.copy = copy }], policy).first
    }

    @Test func aDeletedPhotoIsHiddenAndNotImportedAgain() throws {
        try fixture.store([photo])
        #expect(try catalog.delete([asset, "missing"]) == [asset])
        #expect(try catalog.assetCount() == 0)
        #expect(try catalog.allLocalIdentifiers().isEmpty)
        #expect(try catalog.assets(with: .bytes, prefix: photo.sha256.bytes).isEmpty)
        #expect(try catalog.asset(withSHA256: photo.sha256) == nil)
        #expect(try catalog.ownFiles(with: photo.sha256).isEmpty, "A card is not safe to wipe with it.")
        #expect(try disposition(photo) == .deleted(asset))
        #expect(
            try disposition(makeFile("stripped.jpg", bytes: 2, imageData: 1)) == .deleted(asset), "The same picture.")
        #expect(try disposition(photo, restoringDeleted: true) == .undeleted(asset))
        #expect(try catalog.restore([asset]) == [asset])
        #expect(try catalog.assetCount() == 1)
        #expect(try disposition(photo) == .duplicate(of: asset))
    }

    @Test func theVideoOfAPurgedLivePhotoIsNotImportedEither() throws {
        let video = attached("IMG_1.MOV", bytes: 2, .pairedVideo)
        try fixture.store([new(photo), video])
        _ = try catalog.delete([asset])
        #expect(try catalog.purge([asset], run: "purge") == [asset])
        #expect(try disposition(makeFile("IMG_1.MOV", bytes: 2, format: .video)) == .deleted(asset))
    }

    @Test func duplicatesOfDeletedPhotosAreNotImported() throws {
        try fixture.store([photo])
        _ = try catalog.delete([asset])
        #expect(try disposition(photo, copy: 1) == .deleted(asset))
        let other = makeFile("stripped.jpg", bytes: 2, imageData: 1)
        #expect(try disposition(other, copy: 0) == .deleted(asset))
        _ = try catalog.purge([asset], run: "purge")
        #expect(try disposition(photo, copy: 1) == .deleted(asset))
        #expect(try disposition(photo, copy: 1, restoringDeleted: true) == .new)
    }

    @Test func aPurgedPhotoLeavesATombstoneAndItsFilesToTheRun() throws {
        try fixture.store([photo])
        #expect(try catalog.purge([asset], run: "purge").isEmpty, "Only what was deleted.")
        _ = try catalog.delete([asset])
        #expect(try catalog.purge([asset], run: "purge") == [asset])
        #expect(try catalog.abandonedPlacements(run: "purge") == [fixture.insertion(photo).path])
        #expect(try stored(asset) == nil)
        #expect(try disposition(photo) == .deleted(asset))
        #expect(try disposition(makeFile("stripped.jpg", bytes: 2, imageData: 1)) == .deleted(asset))
        #expect(try disposition(photo, restoringDeleted: true) == .new)
        try catalog.forgetPlacements(run: "purge")
        let policy = ClassificationPolicy(keepsCopies: true, restoresDeleted: true)
        #expect(try fixture.store([new(photo)], policy) == [.new])
        _ = try catalog.delete([asset])
        _ = try catalog.restore([asset])
        #expect(try disposition(photo) == .duplicate(of: asset), "The tombstone is gone.")
    }

    // MARK: Albums

    @Test func foldersBecomeAlbums() throws {
        let rome = DestinationAlbum(folder: "/card/2019/Rome", title: "Rome")
        let otherRome = DestinationAlbum(folder: "/card/2023/Rome", title: "Rome")
        try fixture.store([fixture.insertion(photo) { $0.albums = [rome] }])
        let seen = fixture.duplicate(
            at: "/card/2023/Rome/a.jpg", makeIdentity(7), photo.sha256, of: asset, albums: [rome, otherRome])
        try catalog.perform([.ingest(IngestBatch([seen]))], run: "run")
        #expect(try catalog.albums().map { "\($0.title) \($0.assetCount)" } == ["Rome 1", "Rome 1"])
        for album in try catalog.albums() {
            #expect(try catalog.localIdentifiers(of: AssetQuery(.album(album.localIdentifier))) == [asset])
        }
        let path = photo.source
        #expect(
            try fixture.asset(ofUnchanged: path, photo.identity, in: [rome]) == asset)
        let elsewhere = DestinationAlbum(folder: "/elsewhere", title: "Elsewhere")
        #expect(
            try fixture.asset(ofUnchanged: path, photo.identity, in: [elsewhere]) == nil,
            "It is read again, to be put there.")
    }

    @Test func albumsOfOneTitleInDifferentFoldersAreKeptApart() throws {
        let inner = DestinationAlbum(folder: nil, title: "Rome", in: ["2024"])
        let outer = DestinationAlbum(folder: nil, title: "Rome")
        try fixture.store([fixture.insertion(photo) { $0.albums = [inner, outer, inner, outer] }])
        let albums = try catalog.albums()
        #expect(albums.map { "\($0.title) \($0.assetCount)" } == ["Rome 1", "Rome 1"])
        #expect(albums.count { $0.folderIdentifier == nil } == 1)
    }

    /// The sidecars of an export name the albums that imports made of folders by their titles.
    @Test func anExportThatIsImportedAgainMakesNoFurtherAlbums() throws {
        let other = makeFile("b.jpg", bytes: 3, imageData: 3)
        let folders = [
            DestinationAlbum(folder: "/2019/Rome", title: "Rome"),
            DestinationAlbum(folder: "/2023/Rome", title: "Rome"),
        ]
        try fixture.store([
            fixture.insertion(photo) { $0.albums = [folders[0]] },
            fixture.insertion(other) { $0.albums = [folders[1]] },
        ])
        let named = DestinationAlbum(folder: nil, title: "Rome")
        let again = [photo, other].map {
            fixture.duplicate(
                at: FilePath("/export/\($0.bytes).jpg"), makeIdentity(7), $0.sha256, of: fixture.identifier($0),
                albums: [named])
        }
        try catalog.perform([.ingest(IngestBatch(again)), .makeAlbums([named])], run: "run")
        #expect(try catalog.albums().map { "\($0.title) \($0.assetCount)" } == ["Rome 1", "Rome 1"])
    }

    @Test func aCatalogueBelongsToOneLibrary() throws {
        let library = UUID()
        try catalog.belong(to: library)
        try catalog.belong(to: library)
        #expect(throws: PhotoLibraryError(.libraryDamaged, "")) { try catalog.belong(to: UUID()) }
    }

    /// A block creates a Live Photo from a photo and a video that is already an asset.
    ///
    /// When the photo is stored, the asset of the video becomes part of the photo.
    @Test func aVideoIsNotAttachedTwice() throws {
        let video = makeFile("1.mov", bytes: 5, format: .video).with { $0.contentIdentifier = "live" }
        try fixture.store([video])
        let photo = makeFile("1.jpg", bytes: 6, imageData: 6).with { $0.contentIdentifier = "live" }
        let name = fixture.identifier(photo)
        let again = fixture.insertion(video) {
            $0.copy = 1
            $0.disposition = .attached(to: name, as: .pairedVideo)
            $0.path = "attached/1.mov"
        }
        try fixture.catalog.perform([.insert(fixture.insertion(photo)), .insert(again)], run: "run")
        #expect(try fixture.catalog.assets([name])[name]?.resources.map(\.kind) == [.original, .pairedVideo])
    }
}
