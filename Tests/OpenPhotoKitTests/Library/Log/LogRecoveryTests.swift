import DeviceRegistry
import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// Everything that a person set is back after the catalogue and its copies are lost.
@Suite struct LogRecoveryTests {
    private let scene: LogScene

    init() async throws { scene = try await LogScene() }

    @Test func everythingThatAPersonSetIsBack() async throws {
        let photos = try await scene.setEverything()
        let before = try scene.values()
        try scene.loseCatalog(andCopies: true)
        let summary = try scene.repair()
        #expect(summary.isRebuilt)
        let log = try #require(summary.log)
        #expect(log.isComplete && log.photos == photos.count && log.collections == 5 && log.decisions == 2)
        #expect(summary.losses.allSatisfy { !RepairLoss.keptByLog.contains($0) })
        #expect(try scene.values().difference(from: before) == [])
        // Another repair, of a catalogue that a repair made.
        try scene.loseCatalog(andCopies: true)
        #expect(try scene.repair().log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
    }

    @Test(arguments: 0..<6) func randomChangesAreBack(seed: UInt64) async throws {
        var random = Seeded(seed)
        let photos = try scene.photos()
        for round in 0..<3 {
            let library = try scene.open()
            for _ in 0..<25 {
                try RandomChanges.perform(library, assets: photos, &random)
                if let photo = photos.randomElement(using: &random) {
                    try library.performChangesAndWait { changes in
                        if Bool.random(using: &random) {
                            try changes.deleteAssets([photo])
                        } else {
                            try changes.restoreAssets([photo])
                        }
                    }
                }
            }
            // In some rounds the copy of the catalogue is from the middle of the changes.
            if round == 1, seed.isMultiple(of: 2) { try await library.copyCatalog() }
        }
        let before = try scene.values()
        try scene.loseCatalog(andCopies: !seed.isMultiple(of: 2))
        let summary = try scene.repair()
        #expect(summary.isRebuilt == !seed.isMultiple(of: 2))
        #expect(summary.log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
    }

    /// The log names the library, so that its local identifiers stay.
    @Test func theManifestIsBack() async throws {
        _ = try await scene.setEverything()
        let before = try scene.values()
        try scene.loseCatalog(andCopies: true)
        try FileManager.default.removeItem(atPath: scene.path.appending("library.json").string)
        let summary = try scene.repair()
        #expect(summary.isManifestRestored && !summary.hasNewIdentifiers && summary.log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
    }

    /// A sound catalogue is made again, without a log before.
    @Test func aRebuildKeepsWhatAPersonSet() async throws {
        _ = try await scene.setEverything()
        let before = try scene.values()
        for name in ["registry", "writer.json"] {
            try FileManager.default.removeItem(atPath: scene.path.appending(name).string)
        }
        let summary = try OwnedLibrary.repairAndWait(at: scene.path, rebuild: true) { _ in }
        #expect(summary.isRebuilt && summary.log?.isComplete == true)
        #expect(summary.losses.allSatisfy { !RepairLoss.keptByLog.contains($0) })
        #expect(try scene.values().difference(from: before) == [])
    }

    @Test func changesAfterTheCopyAreBack() async throws {
        let photos = try scene.photos()
        do {
            let library = try scene.open()
            try library.performChangesAndWait { try $0.set(.title("Before"), ofAssets: photos) }
            try await library.copyCatalog()
            try library.performChangesAndWait { changes in
                try changes.set(.title("After"), ofAssets: [photos[0]])
                try changes.deleteAssets([photos[1]])
            }
        }
        let before = try scene.values()
        try scene.loseCatalog(andCopies: false)
        let summary = try scene.repair()
        #expect(summary.restoredCopyDate != nil && summary.log?.isComplete == true)
        #expect(try scene.values().difference(from: before) == [])
        // The writer goes on.
        let writers = try scene.log.writers()
        try scene.open().performChangesAndWait { try $0.set(.title("Later"), ofAssets: [photos[2]]) }
        let later = try scene.values()
        #expect(try scene.log.writers() == writers)
        try scene.loseCatalog(andCopies: true)
        _ = try scene.repair()
        #expect(try scene.values().difference(from: later) == [])
    }

    @Test func anImportPublishesNothing() async throws {
        let values = try scene.values()
        #expect(values.rows.count > 0)
        #expect(try scene.log.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: scene.path.appending("writer.json").string))
    }

    @Test func albumsThatAnImportMadeAreBack() async throws {
        try scene.scene.add("Rome/7.jpg", TestPhoto.jpeg(7))
        try await scene.scene.importAll { $0.makesAlbums = true }
        let before = try scene.values()
        #expect(before.description.contains("title=\"Rome\""))
        try scene.loseCatalog(andCopies: true)
        _ = try scene.repair()
        #expect(try scene.values().difference(from: before) == [])
    }

    /// A sidecar names the album of a photo that the person removed from it, and the order is another one.
    @Test func albumsOfSidecarsAreAsThePersonLeftThem() async throws {
        for name in ["1", "2", "3"] {
            let sidecar = """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description xmlns:opk="\(OwnXMP.namespace)">
                <opk:Albums><rdf:Bag><rdf:li>Travels/Rome</rdf:li></rdf:Bag></opk:Albums>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """
            try scene.scene.add(FilePath("\(name).jpg.xmp"), Array(sidecar.utf8))
        }
        try await scene.scene.importAll()
        let photos: [String]
        do {
            let library = try scene.open()
            let album = try #require(try library.fetchAlbums().firstObject)
            photos = try library.fetchAssets(in: album).localIdentifiers
            #expect(album.title == "Rome" && photos.count == 3)
            try library.performChangesAndWait { changes in
                try changes.removeAssets([photos[0]], fromAlbum: album.localIdentifier)
                try changes.moveAssets(at: [1], to: 0, inAlbum: album.localIdentifier)
            }
        }
        let before = try scene.values()
        for _ in 0..<2 {
            try scene.loseCatalog(andCopies: true)
            #expect(try scene.repair().log?.isComplete == true)
            #expect(try scene.values().difference(from: before) == [])
            // What the repair made is not what a person set.
            try scene.open().finishLog()
        }
    }

    /// A rebuild of photos of the same bytes gives the id of the one that was purged to no other.
    @Test func aPurgedDoubleTakesNoOther() async throws {
        for name in ["second", "third"] { try scene.scene.add(FilePath("\(name).jpg"), TestPhoto.jpeg(1)) }
        try await scene.scene.importAll { $0.duplicates = .importAll }
        do {
            let library = try scene.open()
            let photos = try library.allLocalIdentifiers()
            #expect(photos.count == 8)
            let second = photos[6]
            try library.performChangesAndWait { try $0.deleteAssets([second]) }
            #expect(try await library.purgeDeletedAssets([second]) == [second])
        }
        let before = try scene.stableIDs()
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try scene.photos().count == 7)
        #expect(try scene.stableIDs() == before)
    }

    /// The first of several photos of the same bytes was purged, and the others come in several batches.
    @Test func doublesOfAPurgedPhotoKeepTheirIds() async throws {
        for name in ["m2", "z3"] { try scene.scene.add(FilePath("\(name).jpg"), TestPhoto.jpeg(1)) }
        // A batch has at most 64 files.
        for number in 100...240 as ClosedRange<UInt64> {
            let name = FilePath("\(number < 170 ? "b" : "n")\(number).jpg")
            try scene.scene.add(name, TestPhoto.jpeg(number, width: 32, height: 32))
        }
        try await scene.scene.importAll { $0.duplicates = .importAll }
        do {
            let library = try scene.open()
            let first = try library.photo("1.jpg")
            try library.performChangesAndWait { try $0.deleteAssets([first]) }
            #expect(try await library.purgeDeletedAssets([first]) == [first])
        }
        let before = try scene.stableIDs()
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try scene.photos().count == 148)
        #expect(try scene.stableIDs() == before)
    }

    /// An app does not see that the owner purged the photo.
    @Test func aPurgedPhotoThatAnAppAddsIsBack() async throws {
        do {
            let library = try scene.open()
            let photo = try #require(try library.allLocalIdentifiers().first)
            let bytes = try library.data(
                of: try #require(try library.assets(withLocalIdentifiers: [photo])[photo]?.original), options: .init())
            try library.performChangesAndWait { try $0.deleteAssets([photo]) }
            #expect(try await library.purgeDeletedAssets([photo]) == [photo])
            let app = try library.bound(to: .full(app: "app"))
            _ = try app.performChangesAndWait {
                try $0.createAsset(AssetCreationRequest(original: .data(bytes, filename: "a.jpg"))).localIdentifier
            }
            #expect(try library.allLocalIdentifiers().count == 6)
        }
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try scene.photos().count == 6)
    }

    @Test func aPurgedPhotoThatIsImportedAgainIsBack() async throws {
        do {
            let library = try scene.open()
            let photo = try #require(try library.allLocalIdentifiers().first)
            try library.performChangesAndWait { try $0.deleteAssets([photo]) }
            #expect(try await library.purgeDeletedAssets([photo]) == [photo])
            try library.finishLog()
            try await scene.scene.importAll(library) { $0.restoresDeleted = true }
            #expect(try library.allLocalIdentifiers().count == 6)
        }
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try scene.photos().count == 6)
    }

    /// An album of a folder on disk was deleted, and another one with its identifier is of none.
    @Test func anAlbumThatIsOfNoFolderAnyMoreStaysSo() async throws {
        try scene.scene.add("Rome/7.jpg", TestPhoto.jpeg(7))
        try await scene.scene.importAll { $0.makesAlbums = true }
        do {
            let library = try scene.open()
            let album = try #require(try library.fetchAlbums().firstObject).localIdentifier
            try library.performChangesAndWait { try $0.deleteAlbums([album]) }
            try library.catalog.perform([.makeAlbum(album, title: "Rome", folder: nil)])
            try library.finishLog()
        }
        let before = try scene.values()
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try scene.values().difference(from: before) == [])
    }

    @Test func aDamagedFileOfTheLogIsNamedAndTheOthersCount() throws {
        let photos = try scene.photos()
        for title in ["one", "two"] {
            try scene.open().performChangesAndWait {
                try $0.set(title == "one" ? .title(title) : .caption(title), ofAssets: [photos[0]])
            }
            _ = try scene.values()
        }
        let writer = try #require(scene.log.writers().first)
        let names = try scene.log.segments(of: writer)
        #expect(names.count == 2)
        let damaged = scene.path.appending("registry/logs/\(writer)/\(names[1].text)")
        try damaged.write([1, 2, 3])
        try scene.loseCatalog(andCopies: true)
        let log = try #require(scene.repair().log)
        #expect(!log.isComplete && log.unusableFiles.map(\.path) == [damaged])
        let asset = try #require(try scene.open().assets(withLocalIdentifiers: [photos[0]])[photos[0]])
        #expect(asset.metadata.title == "one" && asset.metadata.caption == nil)
    }
}
