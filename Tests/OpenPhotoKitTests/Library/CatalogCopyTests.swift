import Foundation
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// A lost or damaged catalogue is restored from its copy.
@Suite struct CatalogCopyTests {
    private let scene: Scene
    private var catalog: FilePath { scene.libraryPath.appending("catalog.sqlite") }
    private var copy: FilePath { scene.libraryPath.appending("catalog-copy/catalog.sqlite") }

    init() async throws {
        scene = try Scene()
        for seed in 1...4 as ClosedRange<UInt64> {
            try scene.add(FilePath("\(seed).jpg"), TestPhoto.jpeg(seed))
        }
        try await scene.importAll()
        try scene.waitUntilClosed()
    }

    /// The data of the catalogue that is not in the files.
    private struct Knowledge: Equatable {
        var albums: [String: [String]] = [:]
        var folders: [String] = []
        var favorites: [String] = []
        var captions: [String: String] = [:]
        var decisions = 0
        var history: [String] = []

        init(_ library: OwnedLibrary) throws {
            try library.fetchAlbums().enumerateObjects { album in
                albums[album.title] = try library.fetchAssets(in: album).map(\.localIdentifier)
            }
            folders = try library.fetchFolders().map(\.title)
            try library.forEachAsset { asset in
                if asset.isFavorite { favorites.append(asset.localIdentifier) }
                captions[asset.localIdentifier] = asset.metadata.caption
            }
            decisions = try library.decisions().count
            history = try library.fetchPersistentChanges(since: library.oldestChangeToken).map {
                $0.changeToken.archivalStringValue
            }
        }
    }

    /// Gives the library an album, a folder, a favourite, a caption and a decision.
    private func addKnowledge(to library: OwnedLibrary) throws {
        let photos = try library.allLocalIdentifiers()
        try library.performChangesAndWait { changes in
            let folder = try changes.createFolder(title: "Travels")
            let album = try changes.createAlbum(title: "Rome", inFolder: folder.localIdentifier)
            try changes.addAssets([photos[1], photos[0]], toAlbum: album.localIdentifier)
            try changes.set(.favorite(true), ofAssets: [photos[0]])
            try changes.set(.caption("At the sea"), ofAssets: [photos[2]])
        }
        let identifier = try #require(
            try library.cloudIdentifierMappings(forLocalIdentifiers: [photos[0]])[photos[0]]?.get())
        try library.decide(identifier, isSame: false, as: photos[3])
    }

    private func loseCatalog() throws {
        try scene.waitUntilClosed()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: scene.libraryPath.string + "/catalog.sqlite" + ending)
        }
    }

    private func repair() throws -> (files: [RepairedFile], summary: RepairSummary) {
        try scene.waitUntilClosed()
        let files = Gathered<RepairedFile>()
        let summary = try OwnedLibrary.repairAndWait(at: scene.libraryPath) { files.append($0) }
        return (files.all, summary)
    }

    // MARK: Making

    @Test func anImportMakesACopyOnceADay() async throws {
        let first = try #require(try scene.open().catalogCopyDate)
        #expect(abs(first.timeIntervalSinceNow) < 300)
        try scene.add("5.jpg", TestPhoto.jpeg(5))
        try await scene.importAll()
        #expect(try scene.open().catalogCopyDate == first)
        // The time of the file is the age of the copy.
        try FileManager.default.setAttributes(
            [.modificationDate: Date() - 25 * 3600], ofItemAtPath: copy.string)
        try scene.add("6.jpg", TestPhoto.jpeg(6))
        try await scene.importAll()
        let library = try scene.open()
        #expect(try #require(try library.catalogCopyDate) > first)
        #expect(try await library.verifyCatalogCopy().date != nil)
        #expect(copy.removingLastComponent().names == ["catalog.sqlite"], "One file, and nothing half done.")
    }

    @Test func aChangeMakesTheCopyThatIsDueBeforeTheProcessEnds() throws {
        let library = try scene.open()
        try FileManager.default.removeItem(atPath: copy.string)
        try library.finishCatalogCopy()
        #expect(try library.catalogCopyDate == nil, "Nothing was changed.")
        try addKnowledge(to: library)
        try library.finishCatalogCopy()
        #expect(try library.catalogCopyDate != nil)
    }

    @Test func theOwnerSetsHowOldTheCopyMayBecome() async throws {
        let library = try scene.open()
        #expect(try library.catalogCopyInterval == 24)
        #expect(code { try library.setCatalogCopyInterval(0) } == .changeNotSupported)
        try library.setCatalogCopyInterval(nil)
        #expect(try library.catalogCopyInterval == nil)
        try FileManager.default.removeItem(atPath: copy.string)
        try scene.add("5.jpg", TestPhoto.jpeg(5))
        try await scene.importAll(library)
        #expect(try library.catalogCopyDate == nil)
        try library.setCatalogCopyInterval(6)
        #expect(try scene.open().catalogCopyInterval == 6)
        try library.finishCatalogCopy()
        #expect(try library.catalogCopyDate != nil)
    }

    @Test func aDryRunMakesNoCopy() async throws {
        try FileManager.default.removeItem(atPath: copy.string)
        try await scene.importAll(dryRun: true)
        #expect(try scene.open().catalogCopyDate == nil)
    }

    @Test func aCancelledCopyLeavesTheOneBefore() async throws {
        let library = try scene.open()
        let before = try copy.contents()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await library.copyCatalog()
        }
        await #expect(throws: PhotoLibraryError.self) { try await task.value }
        #expect(try copy.contents() == before)
        #expect(copy.removingLastComponent().names == ["catalog.sqlite"])
    }

    /// The copy of a damaged catalogue must not replace a sound copy.
    @Test func aDamagedCatalogueIsNotCopied() async throws {
        let library = try scene.open()
        try addKnowledge(to: library)
        try await library.copyCatalog()
        let before = try copy.contents()
        try library.catalog.close()
        try catalog.breakRootPage(of: "source")
        let damaged = try scene.open()
        await #expect(throws: PhotoLibraryError.self) { try await damaged.copyCatalog() }
        #expect(try copy.contents() == before)
    }

    @Test func theIndexesOfARestoredCopyAreMadeAgain() async throws {
        var library: OwnedLibrary? = try scene.open()
        try library.map(addKnowledge)
        let before = try library.map(Knowledge.init)
        try library?.catalog.close()
        library = nil
        try catalog.exchangeIndexes()
        #expect(try CatalogExamination(folder: scene.libraryPath).damage != nil)
        try await scene.open().copyCatalog()
        try loseCatalog()
        #expect(try repair().summary.restoredCopyDate != nil)
        #expect(try CatalogExamination(folder: scene.libraryPath).damage == nil)
        #expect(try Knowledge(scene.open()) == before)
    }

    @Test func theFilesOfAKilledCopyAreRemoved() async throws {
        let making = copy.removingLastComponent().appending("making")
        try FileManager.default.createDirectory(atPath: making.string, withIntermediateDirectories: true)
        try making.appending("catalog.sqlite").write([1, 2, 3])
        try making.appending("catalog.sqlite-journal").write([4])
        let library = try scene.open()
        try await library.copyCatalog()
        #expect(try await library.verifyCatalogCopy().date != nil)
        #expect(copy.removingLastComponent().names == ["catalog.sqlite"])
    }

    // MARK: Restoring

    /// The history may have been shortened since the copy was made.
    @Test func anOlderCopyDoesNotReplaceASoundCatalogue() async throws {
        var library: OwnedLibrary? = try scene.open()
        try await library?.copyCatalog()
        let bytes = try copy.contents()
        try library.map(addKnowledge)
        try library?.catalog.record(.historyBeginning)
        let before = try library.map(Knowledge.init)
        library = nil
        let summary = try repair().summary
        #expect(summary.damage == nil && summary.restoredCopyDate == nil && !summary.isRebuilt)
        #expect(try Knowledge(scene.open()) == before)
        #expect(try copy.contents() == bytes)
    }

    @Test(arguments: [false, true])
    func aLostCatalogueIsRestored(isEmpty: Bool) async throws {
        var library: OwnedLibrary? = try scene.open()
        try library.map(addKnowledge)
        try await library?.copyCatalog()
        let date = try #require(try library?.catalogCopyDate)
        let before = try library.map(Knowledge.init)
        let snapshots = try AssetSnapshot.all(in: scene.libraryPath)
        library = nil
        try loseCatalog()
        if isEmpty { try scene.libraryPath.appending("catalog.sqlite").write([]) }
        #expect(code { _ = try scene.open() } == .libraryDamaged)
        let found = try await OwnedLibrary.examineForRepair(at: scene.libraryPath)
        #expect(found.damage != nil && found.copy == .sound(date))
        let (files, summary) = try repair()
        #expect(files.isEmpty && summary.faults == 0)
        #expect(summary.restoredCopyDate == date && !summary.isRebuilt && summary.assets == 4)
        #expect(try Knowledge(scene.open()) == before)
        #expect(try AssetSnapshot.all(in: scene.libraryPath) == snapshots)
        #expect(try scene.open().catalogCopyDate == date, "The copy stays.")
        #expect(try repair().summary.damage == nil)
    }

    @Test func laterPhotosAreAddedAndMissingOnesReported() async throws {
        var library: OwnedLibrary? = try scene.open()
        try library.map(addKnowledge)
        try await library?.copyCatalog()
        let before = try library.map(Knowledge.init)
        let token = try #require(try library?.currentChangeToken)
        let photos = try #require(try library?.allLocalIdentifiers())
        try scene.add("new.jpg", TestPhoto.jpeg(9))
        try await scene.importAll(library)
        let all = try #require(try library?.allLocalIdentifiers())
        let new = try #require(Set(all).subtracting(photos).first)
        let younger = try #require(try library?.currentChangeToken)
        try library?.performChangesAndWait { try $0.deleteAssets([photos[3]]) }
        _ = try await library?.purgeDeletedAssets([photos[3]])
        let youngest = try #require(try library?.currentChangeToken)
        library = nil
        try loseCatalog()
        let (files, summary) = try repair()
        // The log tells that the fourth photo was purged: its file is not missing.
        #expect(files.map(\.status) == [.added])
        #expect(files.map(\.localIdentifier) == [new])
        #expect(summary.files == [.added: 1] && summary.assets == 4)

        // A token from after the copy expires, whatever changes now.
        let restored = try scene.open()
        let changes = try restored.fetchPersistentChanges(since: token)
        #expect(try changes.flatMap { try $0.changeDetails(for: .asset).insertedLocalIdentifiers } == [new])
        for _ in 0..<4 {
            for token in [younger, youngest] {
                #expect(
                    code { _ = try restored.fetchPersistentChanges(since: token) } == .persistentChangeTokenExpired)
            }
            try restored.performChangesAndWait { try $0.set(.title("Other"), ofAssets: [new]) }
        }
        #expect(try restored.currentChangeToken.number > youngest.number + 1000)
        try restored.performChangesAndWait { try $0.deleteAssets([photos[3]]) }
        #expect(try Knowledge(restored).albums == before?.albums)
    }

    /// The search index has numbers that were given after the copy was made.
    @Test func searchingByContentFindsPhotosThatWereAddedAgain() async throws {
        var library: OwnedLibrary? = try scene.open()
        try await library?.copyCatalog()
        try scene.add("9.jpg", TestPhoto.jpeg(9))
        try scene.add("8.jpg", TestPhoto.jpeg(8))
        try await scene.importAll(library)
        library = nil
        try loseCatalog()
        _ = try repair()
        let restored = try scene.open()
        for photo in try restored.allLocalIdentifiers() {
            let asset = try #require(try restored.catalog.signedAsset(withLocalIdentifier: photo))
            let hash = asset.signature.hash
            let found = try restored.local.index.candidates(near: [hash], limit: 100, asker: restored.catalog)
            #expect(
                try found.contains { key, distance in
                    try distance == 0 && restored.catalog.hash(ofSignature: key) == hash
                })
        }
    }

    /// The file of a photo that was added later was planned when the copy was made, and must not be removed.
    @Test func aPlannedFileIsAdded() async throws {
        var library: OwnedLibrary? = try scene.open()
        let planned = FilePath("originals/undated/9.jpg")
        _ = try library?.catalog.plan([planned], run: UUID().uuidString)
        try await library?.copyCatalog()
        library = nil
        try scene.libraryPath.pushing(planned).write(TestPhoto.jpeg(9))
        try loseCatalog()
        #expect(try repair().files.map(\.status) == [.added])
        #expect(try scene.open().assetCount() == 5)
    }

    @Test func aLostManifestIsRestoredToo() async throws {
        var library: OwnedLibrary? = try scene.open()
        let identifier = library?.local.libraryID
        library = nil
        try loseCatalog()
        try FileManager.default.removeItem(atPath: scene.libraryPath.appending("library.json").string)
        #expect(code { _ = try scene.open() } == .libraryDamaged)
        let summary = try repair().summary
        #expect(summary.isManifestRestored && !summary.hasNewIdentifiers && summary.restoredCopyDate != nil)
        #expect(try scene.open().local.libraryID == identifier)
    }

    // MARK: Damage

    /// The log has the last changes, so a catalogue without its log is an older one.
    @Test func aCatalogueThatLostItsLogIsOlderThanItsCopy() async throws {
        let old = scene.libraryPath.appending("old.sqlite")
        try scene.open().catalog.close()
        try FileManager.default.copyItem(
            atPath: scene.libraryPath.appending("catalog.sqlite").string, toPath: old.string)
        var next: OwnedLibrary? = try scene.open()
        try next.map(addKnowledge)
        try await next?.copyCatalog()
        let before = try next.map(Knowledge.init)
        next = nil
        // As after a killed process, when the last changes are only in the log.
        try loseCatalog()
        try FileManager.default.moveItem(
            atPath: old.string, toPath: scene.libraryPath.appending("catalog.sqlite").string)
        var opened: OwnedLibrary? = try scene.open()
        let bytes = try copy.contents()
        await #expect(throws: PhotoLibraryError.self) { try await opened?.copyCatalog() }
        #expect(try copy.contents() == bytes, "The copy has later changes, and stays.")
        opened = nil
        let summary = try repair().summary
        #expect(summary.damage?.contains("older than its copy") == true && summary.restoredCopyDate != nil)
        #expect(try Knowledge(scene.open()) == before)
    }

    @Test func withADamagedCopyANewCatalogueIsMadeOfTheFiles() async throws {
        let snapshots = try AssetSnapshot.all(in: scene.libraryPath)
        try loseCatalog()
        try copy.damagePages()
        let found = try await OwnedLibrary.examineForRepair(at: scene.libraryPath)
        #expect(found.copy.date == nil && found.copy != .missing)
        let summary = try repair().summary
        #expect(summary.isRebuilt && summary.restoredCopyDate == nil && summary.files == [.rebuilt: 4])
        #expect(try AssetSnapshot.all(in: scene.libraryPath) == snapshots)
        #expect(scene.libraryPath.appending("damaged").names.contains("catalog.sqlite"), "It is not deleted.")
        try await scene.open().copyCatalog()
        #expect(try await scene.open().verifyCatalogCopy().date != nil)
    }

    @Test func theCopyOfAnotherLibraryIsNotUsed() async throws {
        let other = try Scene()
        try other.add("a.jpg", TestPhoto.jpeg(50))
        try await other.importAll()
        try other.waitUntilClosed()
        try loseCatalog()
        try FileManager.default.removeItem(atPath: copy.string)
        try FileManager.default.copyItem(
            atPath: other.libraryPath.appending("catalog-copy/catalog.sqlite").string, toPath: copy.string)
        let summary = try repair().summary
        #expect(summary.isRebuilt && summary.files == [.rebuilt: 4])
        #expect(summary.copy == .damaged("The copy is that of another library's catalogue."))
        #expect(try scene.open().assetCount() == 4)
    }

    /// A new catalogue lacks data that the copy of the old one has.
    @Test func theCopyOfACatalogueBeforeARebuildIsSetAside() async throws {
        let bytes = try copy.contents()
        try scene.waitUntilClosed()
        _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true) { _ in }
        #expect(try copy.contents() == bytes)
        try await scene.open().copyCatalog()
        #expect(try scene.libraryPath.appending("damaged/catalog.sqlite").contents() == bytes)
    }
}
