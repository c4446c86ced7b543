import Foundation
import LibraryInterface
import Originals
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import Thumbnails

@testable import OpenPhotoKit
@testable import OpenPhotoKitOwner

/// A photo whose original is in a remote store is neither lost nor damaged.
@Suite struct ElsewhereTests {
    private let scene: Scene
    private let library: OwnedLibrary
    private let bytes = TestPhoto.with(Self.places, TestPhoto.jpeg(1, width: 320, height: 240))
    /// The photo that is elsewhere.
    private let photo: String

    private static let latitude = [(48, 1), (7, 1), (24, 1)]
    private static let places = TIFFBuilder(gps: [
        .text(1, "N"), .rationals(2, latitude), .text(3, "E"), .rationals(4, latitude),
    ])

    init() async throws {
        scene = try Scene()
        try scene.add("1.jpg", bytes)
        for number in 2...3 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        var first: OwnedLibrary? = try scene.open()
        try await scene.importAll(first)
        let asset = try #require(
            try first?.storedFiles().first { $0.resource.originalFilename?.string == "1.jpg" }?.asset)
        photo = asset.localIdentifier
        let digest = try #require(asset.original).sha256
        first = nil
        try scene.waitUntilClosed()
        #expect(try scene.libraryPath.moveElsewhere([digest]) == [bytes])
        library = try scene.open()
    }

    private var originals: LibraryOriginals { library.local.context.originals }

    private var resource: AssetResource {
        get throws { try #require(try library.assets(withLocalIdentifiers: [photo])[photo]?.original) }
    }

    private func connect(_ fault: StoreInMemory.Fault? = nil) throws -> StoreInMemory {
        let store = try StoreInMemory([bytes], fault)
        originals.connect(store, as: "cloud")
        return store
    }

    private func failure(_ body: () async throws -> Void) async -> PhotoLibraryError? {
        do {
            try await body()
            return nil
        } catch { return error as? PhotoLibraryError }
    }

    @Test func theAssetStays() throws {
        #expect(try library.assetCount() == 3)
        #expect(try resource.location == .elsewhere)
        #expect(try library.localURL(of: resource) == nil)
    }

    @Test func anImportSaysThatTheOriginalIsElsewhere() async throws {
        let path = try scene.add("../again.jpg", bytes)
        let (items, summary) = try await scene.importAll(library, [path])
        #expect(items.map(\.localIdentifier) == [photo] && items.first?.warnings == [.elsewhere])
        #expect(summary.elsewhere == 1 && summary.duplicates == 1)
    }

    // MARK: Reading

    @Test func theOriginalIsLoadedIfTheNetworkIsAllowed() async throws {
        let copies = scene.folder.filePath.appending("copies")
        try FileManager.default.createDirectory(atPath: copies.string, withIntermediateDirectories: false)
        let store = try connect()
        let refused = try await library.loadOriginals(of: [photo], to: copies)
        #expect(throws: PhotoLibraryError(.networkAccessRequired, "")) { try refused[0].get() }
        #expect(copies.names.isEmpty && store.openings.isEmpty)
        let allowed = ResourceRequestOptions(isNetworkAccessAllowed: true)
        let loaded = try await library.loadOriginals(of: [photo], to: copies, options: allowed)
        #expect(try loaded[0].get().path.contents() == bytes)
    }

    @Test func anAppReadsItWithAndWithoutPlaces() async throws {
        let store = try connect()
        let allowed = ResourceRequestOptions(isNetworkAccessAllowed: true)
        let full = try library.bound(to: .full(app: "app"))
        let file = try #require(try full.assets(withLocalIdentifiers: [photo])[photo]?.original)
        #expect(file.location == .withheld(asset: photo))
        #expect(throws: PhotoLibraryError(.networkAccessRequired, "")) { try full.data(of: file, options: .init()) }
        #expect(try [UInt8](full.data(of: file, options: allowed)) == bytes)

        let place = Data(TIFFBuilder.Entry.rationals(2, Self.latitude).value)
        #expect(Data(bytes).range(of: place) != nil)
        let without = try library.bound(to: .full(app: "app", .withoutPlaces))
        #expect(throws: PhotoLibraryError(.networkAccessRequired, "")) { try without.data(of: file, options: .init()) }
        let openings = store.openings.count
        let data = try without.data(of: file, options: allowed)
        #expect(data.count == bytes.count && data.range(of: place) == nil)
        #expect(store.openings.count - openings <= 4, "Few requests: \(store.openings)")
    }

    /// The store answers with other bytes after the places were sought.
    @Test func noPlaceIsGivenThatWasNotThereBefore() throws {
        let place = Data(TIFFBuilder.Entry.rationals(2, Self.latitude).value)
        let position = try #require(Data(bytes).range(of: place)).lowerBound
        _ = try connect(.changesByte(at: position - 40))
        let without = try library.bound(to: .full(app: "app", .withoutPlaces))
        let file = try #require(try without.assets(withLocalIdentifiers: [photo])[photo]?.original)
        let allowed = ResourceRequestOptions(isNetworkAccessAllowed: true)
        #expect(throws: PhotoLibraryError(.invalidResource, "")) { try without.data(of: file, options: allowed) }
    }

    @Test func anExportSaysWhichPhotosAreElsewhere() async throws {
        let folder = scene.folder.filePath.appending("export")
        func export(_ options: ExportOptions) async throws -> [FilePath.Component?: PhotoLibraryError?] {
            let items = Gathered<ExportedItem>()
            try await library.export(AssetQuery(), to: folder, options: options) { items.append($0) }
            return Dictionary(items.all.map { ($0.path.lastComponent, $0.error) }) { first, _ in first }
        }
        var options = ExportOptions()
        let first = try await export(options)
        #expect(first.count == 3 && first["1.jpg"]??.code == .networkAccessRequired)
        #expect(first.values.compactMap { $0 }.count == 1)
        options.isNetworkAccessAllowed = true
        #expect(try await export(options)["1.jpg"]??.code == .networkError, "No store is connected.")
        _ = try connect()
        #expect(try await export(options).values.allSatisfy { $0 == nil })
        let copy = try #require(tree(folder).keys.first { $0.hasSuffix("1.jpg") })
        #expect(try folder.pushing(FilePath(copy)).contents() == bytes)
    }

    @Test func anExportWithoutPlacesRemovesThemOnTheWay() async throws {
        _ = try connect()
        var options = ExportOptions()
        options.isNetworkAccessAllowed = true
        options.removesPlaces = true
        let folder = scene.folder.filePath.appending("export")
        try await library.export(AssetQuery(), to: folder, options: options)
        let copy = try #require(tree(folder).keys.first { $0.hasSuffix("1.jpg") })
        let place = Data(TIFFBuilder.Entry.rationals(2, Self.latitude).value)
        #expect(Data(try folder.pushing(FilePath(copy)).contents()).range(of: place) == nil)
    }

    /// A session that has the photo, as the session of a person's selection.
    private final class Session: PickSession {
        let originals: LibraryOriginals
        let stored: AssetResource

        init(_ originals: LibraryOriginals, _ stored: AssetResource) {
            (self.originals, self.stored) = (originals.bound(to: .full(app: "app")), stored)
        }

        func state() -> PickState { PickState(.picked) }
        func assets(of revision: Int, from: Int, count: Int) -> [PickedAsset]? { nil }
        func change(_ change: PickChange) {}
        func cancel() {}
        func open(_ resource: AssetResource, _ range: Range<Int64>?, _ policy: FetchPolicy) throws -> OpenedBytes {
            try originals.open(stored, range, policy, withPlaces: false)
        }
    }

    @Test func aPickedPhotoIsDownloadedByItself() async throws {
        let app = try library.bound(to: .full(app: "app"))
        let file = try #require(try app.assets(withLocalIdentifiers: [photo])[photo]?.original)
        let picked = PickedAsset(
            localIdentifier: photo, isPreselected: false, resources: [file], hasPicture: true)
        let item = PickedItem(
            picked, of: Session(originals, try resource), .network, identifiesAsset: true, prefersCompatible: false)
        let copy = scene.folder.filePath.appending("copy.jpeg")
        #expect(await failure { try await item.load(.jpeg, to: copy) }?.code == .networkError)
        let store = try connect(.neverAnswers)
        let progress = Progress(totalUnitCount: 1)
        let cancelled = Task { try await item.load(.jpeg, to: copy, progress: progress) }
        while store.waitingCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let start = ContinuousClock.now
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) { try await cancelled.value }
        #expect(ContinuousClock.now - start < .milliseconds(200))
        _ = try connect()
        let whole = Progress(totalUnitCount: 1)
        try await item.load(.jpeg, to: copy, progress: whole)
        #expect(whole.isFinished && whole.fractionCompleted == 1)
        #expect(try copy.contents().count == bytes.count)
    }

    @Test func aThumbnailComesFromTheCacheOnly() async throws {
        let loader = library.thumbnailLoader(nil, decoding: .inProcess)
        _ = try connect()
        let resource = try resource
        let error = await failure { _ = try await loader.thumbnail(for: resource) }
        #expect(error?.code == .networkAccessRequired)
    }

    // MARK: Checks

    @Test(arguments: [false, true]) func aCheckCountsItSeparately(isQuick: Bool) throws {
        let files = Gathered<VerifiedFile>()
        var request = VerifyRequest()
        request.isQuick = isQuick
        let summary = try library.verifyAndWait(request) { files.append($0) }
        #expect(summary.counts == [.ok: 2, .elsewhere: 1] && summary.faults == 0 && summary.elsewhere == 1)
        let file = try #require(files.all.first { $0.status == .elsewhere })
        #expect(file.localIdentifier == photo && file.error == nil && file.path == "1.jpg")
        #expect(try library.catalog.damagedFiles().isEmpty)
    }

    @Test func thereIsNothingToHeal() throws {
        try library.verifyAndWait { _ in }
        var healed: [HealedFile] = []
        try library.healDamagedFilesAndWait(from: [scene.source]) { healed.append($0) }
        #expect(healed.isEmpty)
    }

    // MARK: Import

    @Test func anImportHasItAlready() async throws {
        let before = tree(scene.libraryPath.appending("originals"))
        for dryRun in [true, false] {
            let (items, summary) = try await scene.importAll(library, dryRun: dryRun)
            #expect(summary.duplicates == 3 && summary.imported == 0 && summary.restored == 0)
            #expect(items.contains { $0.path.lastComponent == "1.jpg" && $0.localIdentifier == photo })
        }
        #expect(tree(scene.libraryPath.appending("originals")) == before)
    }

    @Test func aSourceIsSafeToEraseOnlyIfAStoreShowsItsBytesNow() throws {
        func reason() throws -> SafeFile.Reason? {
            let files = Gathered<SafeFile>()
            try library.checkSafetyAndWait(of: [scene.source]) { files.append($0) }
            return try #require(files.all.first { $0.path.lastComponent == "1.jpg" }).reason
        }
        #expect(try reason() == .onlyElsewhere)
        for fault in [StoreInMemory.Fault.hasWrongByte(at: 100), .endsEarly(at: 100), .isLonger, .fails(at: 0)] {
            _ = try connect(fault)
            #expect(try reason() == .onlyElsewhere, "\(fault)")
        }
        _ = try connect()
        #expect(try reason() == nil)
    }

    @Test func aMoveKeepsTheSourceUnlessAStoreShowsItsBytesNow() async throws {
        let source = scene.source.appending("1.jpg")
        for fault in [nil, StoreInMemory.Fault.hasWrongByte(at: 100)] {
            if let fault { _ = try connect(fault) }
            let (items, _) = try await scene.importAll(library, mode: .move)
            let item = try #require(items.first { $0.path == source })
            #expect(!item.isMoved && item.warnings == [.elsewhere, .sourceKept(.onlyElsewhere)])
            #expect(try source.contents() == bytes)
        }
        _ = try connect()
        let (items, _) = try await scene.importAll(library, mode: .move)
        #expect(items.map(\.isMoved) == [true])
        #expect(scene.source.names.isEmpty)
    }

    // MARK: Deleting

    /// Adds another copy of the photo, which is here.
    private func addCopy() async throws -> String {
        let known = Set(try library.allLocalIdentifiers())
        let copy = try scene.add("../copies/1.jpg", bytes)
        try await scene.importAll(library, [copy]) { $0.duplicates = .importAll }
        return try #require(try library.allLocalIdentifiers().first { !known.contains($0) })
    }

    @Test func duplicatesAreSettledOnlyIfAStoreShowsTheKeptPhotoNow() async throws {
        let copy = try await addCopy()
        let group = try #require(try await library.duplicates().first { $0.localIdentifiers.contains(photo) })
        let plan = try library.duplicatePlan(for: group)
        try #require(plan.kept == photo && plan.deleted == [copy])
        #expect(await failure { try await library.resolveDuplicates([plan]) }?.code == .networkAccessRequired)
        _ = try connect(.hasWrongByte(at: 100))
        #expect(await failure { try await library.resolveDuplicates([plan]) }?.code == .networkAccessRequired)
        #expect(try library.assets(withLocalIdentifiers: [copy])[copy]?.deletedDate == nil)
        _ = try connect()
        try await library.resolveDuplicates([plan])
        #expect(try library.assets(withLocalIdentifiers: [copy])[copy]?.deletedDate != nil)
    }

    @Test func aPurgeLeavesTheLastBytesOfAnotherPhoto() async throws {
        let copy = try await addCopy()
        try library.performChangesAndWait { try $0.deleteAssets([copy]) }
        let before = tree(scene.libraryPath.appending("originals"))
        #expect(await failure { _ = try await library.purgeDeletedAssets([copy]) }?.code == .networkAccessRequired)
        _ = try connect(.endsEarly(at: 100))
        #expect(await failure { _ = try await library.purgeDeletedAssets([copy]) }?.code == .networkAccessRequired)
        #expect(tree(scene.libraryPath.appending("originals")) == before)
        _ = try connect()
        #expect(try await library.purgeDeletedAssets([copy]) == [copy])
        #expect(tree(scene.libraryPath.appending("originals")).count == before.count - 1)
    }

    @Test func aPhotoThatIsElsewhereCanBePurged() async throws {
        try library.performChangesAndWait { try $0.deleteAssets([photo]) }
        #expect(try await library.purgeDeletedAssets([photo]) == [photo])
    }
}

/// Repairs of a library with a photo elsewhere.
@Suite struct ElsewhereRepairTests {
    private let scene: Scene
    private let bytes = TestPhoto.jpeg(1)

    init() async throws {
        scene = try Scene()
        for number in 1...3 { try scene.add(FilePath("\(number).jpg"), TestPhoto.jpeg(UInt64(number))) }
        var library: OwnedLibrary? = try scene.open()
        try await scene.importAll(library)
        let files = try library?.storedFiles()
        let resource = try #require(files?.first { $0.resource.originalFilename?.string == "1.jpg" }).resource
        library = nil
        try scene.waitUntilClosed()
        try scene.libraryPath.moveElsewhere([resource.sha256])
    }

    private func repair(rebuild: Bool = false) throws -> (summary: RepairSummary, files: [RepairedFile]) {
        let files = Gathered<RepairedFile>()
        let summary = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: rebuild, decoding: .inProcess) {
            files.append($0)
        }
        return (summary, files.all)
    }

    @Test func aRepairDoesNotMissIt() throws {
        let (summary, files) = try repair()
        #expect(summary.faults == 0 && files.isEmpty && summary.assets == 3)
    }

    /// A catalogue of the files alone cannot have the photo, and the repair says so.
    @Test func aRebuildNamesTheLoss() async throws {
        let found = try await OwnedLibrary.examineForRepair(at: scene.libraryPath)
        #expect(found.losses.contains(.elsewhere))
        let (summary, _) = try repair(rebuild: true)
        #expect(summary.losses.contains(.elsewhere) && summary.faults == 0)
    }

    @Test func bytesThatAreInTheFolderAgainAreHereAgain() throws {
        let path = scene.libraryPath.appending("originals").appending("undated").appending("back.jpg")
        try path.write(bytes)
        let (summary, files) = try repair()
        #expect(files.map(\.status) == [.added] && summary.assets == 3)
        let library = try scene.open()
        #expect(try library.storedFiles().count == 3)
        #expect(try library.verifyAndWait { _ in }.counts == [.ok: 3])
    }
}
