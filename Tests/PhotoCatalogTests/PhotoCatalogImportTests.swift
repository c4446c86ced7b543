import Foundation
import GRDB
import LibraryStorage
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct PhotoCatalogImportTests {
    private let fixture: CatalogFixture
    private var catalog: PhotoCatalog { fixture.catalog }

    init() throws { fixture = try CatalogFixture() }

    private func rowCount(_ table: String) throws -> Int {
        try catalog.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") ?? -1 }
    }

    // MARK: Classifying

    @Test func theFirstOfABatchIsNewAndItsCopiesAreNot() throws {
        let first = makeFile(bytes: 1, imageData: 1)
        let sameBytes = makeFile("copy.jpg", bytes: 1, imageData: 1)
        let samePicture = makeFile("stripped.jpg", bytes: 2, imageData: 1)
        let sameAsAlternate = makeFile("stripped copy.jpg", bytes: 2, imageData: 1)
        let other = makeFile("other.jpg", bytes: 3, imageData: 2)
        let name = fixture.identifier(first)
        let expected: [IngestDisposition] = [
            .new, .duplicate(of: name), .alternate(of: name), .duplicate(of: name), .new,
        ]
        let batch = [first, sameBytes, samePicture, sameAsAlternate, other]
        #expect(try dispositions(of: batch) == expected)
        #expect(try rowCount("asset") == 0, "Classifying writes nothing.")
        #expect(try fixture.store(batch) == expected)
        #expect(
            try dispositions(of: batch) == [
                .duplicate(of: name), .duplicate(of: name), .duplicate(of: name), .duplicate(of: name),
                .duplicate(of: fixture.identifier(other)),
            ])
    }

    @Test func filesWithoutImageDataAreNeverTheSamePicture() throws {
        #expect(try fixture.store([makeFile(bytes: 1), makeFile(bytes: 2)]) == [.new, .new])
        #expect(try dispositions(of: [makeFile(bytes: 3)]) == [.new])
    }

    @Test func theAlternatesBytesAreTheAssetsToo() throws {
        try fixture.store([makeFile(bytes: 1, imageData: 1), makeFile(bytes: 2, imageData: 1)])
        let name = fixture.identifier(makeFile(bytes: 1))
        #expect(try catalog.asset(withSHA256: makeDigest(2)) == name)
        #expect(try catalog.asset(withSHA256: makeDigest(3)) == nil)
    }

    // MARK: Committing

    /// Simulates two processes without a lock, which both classify a file before one of them commits it.
    @Test func aPhotoStoredSinceItsClassificationIsNotStoredTwice() throws {
        let mine = makeFile(bytes: 1, imageData: 1)
        #expect(try dispositions(of: [mine]) == [.new])
        let theirs = try PhotoCatalog(folder: catalog.folder)
        try theirs.perform([.ingest(IngestBatch([fixture.insertion(mine)]))], run: "other")
        let second = fixture.insertion(mine) {
            $0.localIdentifier = "second"
            $0.path = "originals/second"
        }
        #expect(throws: PhotoLibraryError.self) { try catalog.perform([.ingest(IngestBatch([second]))], run: "run") }
        #expect(try fixture.store([mine]) == [.duplicate(of: fixture.identifier(mine))])
        #expect(try rowCount("asset") == 1)
        #expect(try rowCount("resource") == 1)
        #expect(try catalog.history().count == 1)
    }

    @Test func theHistoryBeginsWithTheFirstAsset() throws {
        let first = makeFile(bytes: 1, imageData: 1)
        let second = makeFile(bytes: 2, imageData: 2)
        try fixture.store([first, second])
        try fixture.store([makeFile(bytes: 3, imageData: 1), makeFile(bytes: 1, imageData: 1)])
        let (one, two) = (fixture.identifier(first), fixture.identifier(second))
        #expect(
            try Set(catalog.history()) == ["1 asset insert \(one)", "1 asset insert \(two)", "2 asset update \(one)"])
    }

    /// An alternate is added without a change of the asset's other properties.
    @Test func anAlternateLeavesTheAssetAsItWas() throws {
        try fixture.store([makeFile("a.jpg", bytes: 1, imageData: 1, time: "2021-01-02T03:04:05")])
        try fixture.store(
            [makeFile("b.jpg", bytes: 2, imageData: 1, size: 2000)], now: Date(timeIntervalSince1970: 5000))
        let name = fixture.identifier(makeFile(bytes: 1))
        let asset = try #require(try catalog.assets([name])[name])
        #expect(asset.resources.map(\.kind) == [.original, .alternate])
        #expect(asset.resources.map(\.bytes) == [1000, 2000])
        #expect(asset.original?.originalFilename == "a.jpg")
        #expect(asset.captureTime?.description == "2021-01-02T03:04:05")
        #expect(asset.addedDate == Date(timeIntervalSince1970: 1000))
    }

    @Test func allValuesOfAFileAreStored() throws {
        var metadata = ImageMetadata()
        metadata.captureTime = CaptureTime("2021-01-02T03:04:05.678+02:00")
        metadata.orientation = .left
        metadata.make = "Mäker"
        metadata.model = "M'odel \"1\""
        metadata.lens = "Lens"
        metadata.bodySerial = "0042"
        metadata.imageUniqueID = "0123456789abcdef0123456789abcdef"
        metadata.location = ImageMetadata.Location(latitude: -45.5, longitude: 170.25, altitude: -3.5)
        let signature = makeSignature(9)
        let profile = makeDigest(77)
        let file = AnalysedFile(
            source: "/photos/é.jpg", identity: makeIdentity(1), sha256: makeDigest(1), bytes: 123, format: .png,
            condition: .damaged, size: PixelSize(width: 30, height: 40), metadata: metadata,
            colorProfile: .embedded(profile, .converted), imageDataDigest: makeDigest(2), signature: signature)
        try fixture.store([file])
        let name = fixture.identifier(file)
        let asset = try #require(try catalog.assets([name])[name])
        #expect(asset.metadata == metadata)
        #expect(asset.captureTime == metadata.captureTime)
        #expect(asset.size == PixelSize(width: 30, height: 40))
        #expect(asset.condition == .damaged)
        #expect(asset.mediaType == .image)
        #expect(asset.isFavorite == false)
        let original = try #require(asset.original)
        #expect(original.sha256 == makeDigest(1) && original.imageDataDigest == makeDigest(2))
        #expect(original.colorProfile == .embedded(profile, .converted))
        #expect(original.orientation == .left && original.format == .png && !original.isReference)
        #expect(original.location == .library(FilePath("originals").appending(makeDigest(1).hex)))
        #expect(try catalog.signedAsset(withLocalIdentifier: name)?.signature == signature)
    }

    @Test func mediaTypesFollowTheFormat() throws {
        let formats: [(ImageFormat, Asset.MediaType)] = [
            (.jpeg, .image), (.heic, .image), (.video, .video), (.unknown, .unknown),
        ]
        for (number, (format, type)) in formats.enumerated() {
            let file = makeFile(bytes: number + 1, format: format)
            try fixture.store([file])
            #expect(try catalog.assets([fixture.identifier(file)]).values.first?.mediaType == type)
        }
    }

    @Test func aReferenceKeepsItsOwnPathEvenTwice() throws {
        let old = makeFile("edited.jpg", bytes: 1)
        let new = makeFile("edited.jpg", bytes: 2)
        try fixture.store([fixture.insertion(old, isReference: true)], .references)
        try fixture.store([fixture.insertion(new, isReference: true)], .references)
        #expect(
            try catalog.assets([fixture.identifier(new)]).values.first?.original?.location
                == .reference("/photos/edited.jpg"))
        #expect(try catalog.assetCount() == 2)
    }

    @Test func aFailedCommitLeavesNothing() throws {
        let good = makeFile(bytes: 1)
        // Local identifiers are unique, so the second row fails, and with it the whole batch.
        let clash = ResourceInsertion(
            makeFile(bytes: 2), localIdentifier: fixture.identifier(good), path: "originals/x", isReference: false)
        #expect(throws: PhotoLibraryError.self) {
            try catalog.perform([.ingest(IngestBatch([fixture.insertion(good), clash]))], run: "run")
        }
        for table in ["asset", "resource", "historyObject", "source"] { #expect(try rowCount(table) == 0, "\(table)") }
    }

    // MARK: Sources already seen

    @Test func anUnchangedSourceIsKnownAndAnyChangeMakesItUnknown() throws {
        let file = makeFile(bytes: 5)
        try fixture.store([file])
        let name = fixture.identifier(file)
        let identity = makeIdentity(5)
        #expect(try fixture.asset(ofUnchanged: file.source, identity) == name)
        #expect(try fixture.asset(ofUnchanged: "/photos/another.jpg", identity) == nil)
        let changed = [(1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0), (0, 0, 0, 0, 1)].map {
            FileIdentity(
                device: identity.device + $0.0, inode: identity.inode + $0.1, size: identity.size + $0.2,
                modifiedNanoseconds: identity.modifiedNanoseconds + $0.3,
                changedNanoseconds: identity.changedNanoseconds + $0.4)
        }
        for identity in changed {
            #expect(try fixture.asset(ofUnchanged: file.source, identity) == nil)
        }
    }

    @Test func aDuplicateIsRememberedAsSeen() throws {
        try fixture.store([makeFile("a.jpg", bytes: 1)])
        let name = fixture.identifier(makeFile(bytes: 1))
        let copy = fixture.duplicate(at: "/card/b.jpg", makeIdentity(8), makeDigest(1), of: name)
        try catalog.perform([.ingest(IngestBatch([copy]))], run: "run")
        #expect(try fixture.asset(ofUnchanged: "/card/b.jpg", makeIdentity(8)) == name)
        // The source of a file that is not in the library is not recorded.
        let stranger = fixture.duplicate(at: "/card/c.jpg", makeIdentity(9), makeDigest(3), of: name)
        try catalog.perform([.ingest(IngestBatch([stranger]))], run: "run")
        #expect(try fixture.asset(ofUnchanged: "/card/c.jpg", makeIdentity(9)) == nil)
    }

    @Test func aChangedSourceReplacesItsEarlierRecord() throws {
        try fixture.store([makeFile("a.jpg", bytes: 1)])
        try fixture.store([makeFile("a.jpg", bytes: 2)])
        #expect(try fixture.asset(ofUnchanged: "/photos/a.jpg", makeIdentity(1)) == nil)
        #expect(
            try fixture.asset(ofUnchanged: "/photos/a.jpg", makeIdentity(2))
                == fixture.identifier(makeFile(bytes: 2)))
        #expect(try rowCount("source") == 1)
    }

    // MARK: Placements

    @Test func plansOfAnEndedRunAreListedUntilForgotten() throws {
        let file = makeFile(bytes: 1)
        let stored = fixture.insertion(file).path
        let lost: FilePath = "originals/undated/lost.jpg"
        _ = try plan([stored, lost], run: "dead")
        _ = try plan(["originals/undated/alive.jpg"], run: "alive")
        #expect(try catalog.hasPath(lost))
        // The commit of another run does not remove the plans of this run.
        try fixture.store([fixture.insertion(file)], run: "alive")
        #expect(try catalog.abandonedPlacements(run: "alive") == ["originals/undated/alive.jpg"], "Not committed yet.")
        #expect(try catalog.abandonedPlacements(run: "dead") == [lost], "A path that became an asset's is no leftover.")
        try catalog.forgetPlacements(run: "dead")
        #expect(try catalog.abandonedPlacements(run: "dead").isEmpty)
        #expect(try !catalog.hasPath(lost))
        #expect(try catalog.hasPath(stored))
    }

    /// Two imports may plan the same path at the same time.
    @Test func aPathIsPlannedByOneRunOnly() throws {
        #expect(try plan(["a", "b"], run: "one") == [])
        #expect(try plan(["b", "c"], run: "two") == ["b"], "Refused: another run has it.")
        #expect(try catalog.abandonedPlacements(run: "two") == ["c"])
    }

    /// A dry run stores nothing, but must recognise copies of files that it classified before.
    @Test func aDryRunRecognisesCopiesOfEarlierFiles() throws {
        let (first, copy) = (makeFile(bytes: 1, imageData: 1), makeFile(bytes: 2, imageData: 1))
        let name = fixture.identifier(first)
        #expect(
            try dispositions(of: [first, first, copy]) == [.new, .duplicate(of: name), .alternate(of: name)])
        #expect(try dispositions(of: [first]) == [.new])
    }

    private func dispositions(of files: [AnalysedFile]) throws -> [IngestDisposition] {
        try fixture.dispositions(of: files.map { fixture.insertion($0) })
    }

    private func plan(_ paths: [FilePath], run: String) throws -> Set<FilePath> { try catalog.plan(paths, run: run) }

    @Test func pathsThatAreNotUTF8AreKeptByteByByte() throws {
        let bytes: [UInt8] = Array("originals/undated/".utf8) + [0xFF, 0x0A, 0x27, 0xC3, 0x28]
        let path = try #require(FilePath(bytes: bytes))
        _ = try plan([path], run: "run")
        #expect(try catalog.hasPath(path))
        #expect(try catalog.abandonedPlacements(run: "run").first?.bytes == bytes)
        let source = try #require(FilePath(bytes: Array("/photos/".utf8) + [0xFE, 0x25]))
        try fixture.store([makeFile(path: source, bytes: 1)])
        let asset = try #require(try catalog.assets([fixture.identifier(makeFile(bytes: 1))]).values.first)
        let name = try #require(asset.original?.originalFilename)
        #expect(FilePath(root: nil, [name]).bytes == [0xFE, 0x25])
        #expect(try fixture.asset(ofUnchanged: source, makeIdentity(1)) != nil)
    }
}
