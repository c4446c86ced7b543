import Foundation
import LibraryStorage
import Originals
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner
@testable import PhotoIngest

/// The history is replayed after random operations.
///
/// Between the operations, the library is opened again and importing processes are killed. From each recorded point,
/// the changes in the history lead from the state at this point to the present state.
@Suite("The history is replayed")
struct ReplayTests {
    /// All visible objects by local identifier.
    struct State: Equatable {
        var assets: [String: String] = [:]
        var albums: [String: String] = [:]
        /// The folders with their titles and members.
        ///
        /// The top level is not included. Each album has the value whether it is at the top level.
        var folders: [String: String] = [:]

        init(of library: OwnedLibrary) throws {
            try library.forEachAsset { asset in
                assets[asset.localIdentifier] =
                    "\(asset.resources.map(\.kind)) \(asset.isFavorite) \(asset.isHidden) \(asset.metadata.title ?? "-") "
                    + "\(asset.metadata.burstIdentifier ?? "-") \(asset.metadata.caption ?? "-") "
                    + "\(asset.metadata.keywords) \(asset.captureTime?.description ?? "-") \(String(describing: asset.location))"
            }
            for folder in try library.fetchFolders() {
                let children = try library.fetchCollections(in: folder).localIdentifiers
                folders[folder.localIdentifier] = "\(folder.title) \(children)"
            }
            for album in try library.fetchAlbums() {
                let shown = try library.fetchAssets(in: album).localIdentifiers
                albums[album.localIdentifier] = "\(album.title) \(shown) \(album.folderIdentifier == nil)"
            }
        }

        /// Applies the changes of one type to the earlier objects; `nil` if the changes do not match the earlier or the
        /// present objects.
        static func apply(
            _ details: PersistentObjectChangeDetails, to objects: [String: String], now: [String: String]
        ) -> [String: String]? {
            let there = Set(objects.keys)
            guard details.insertedLocalIdentifiers.isDisjoint(with: there),
                details.updatedLocalIdentifiers.isSubset(of: there),
                details.deletedLocalIdentifiers.isSubset(of: there)
            else { return nil }
            var objects = objects
            for identifier in details.deletedLocalIdentifiers { objects[identifier] = nil }
            for identifier in details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers) {
                guard let object = now[identifier] else { return nil }
                objects[identifier] = object
            }
            return objects
        }
    }

    private let scene: Scene
    init() throws { scene = try Scene() }

    /// 10,000 operations with 1,000 points take two minutes: set `OPENPHOTOKIT_OPERATIONS`.
    @Test(.timeLimit(.minutes(15))) func fromAnyPointToTheStateNow() async throws {
        let operations =
            ProcessInfo.processInfo.environment["OPENPHOTOKIT_OPERATIONS"].flatMap { Int($0) }
            ?? LongTests.count(200, all: 2_000)
        var random = Seeded(5)
        var library = try scene.open()
        var writer = RandomWriter(library.catalog)
        var samples: [(token: PersistentChangeToken, state: State)] = []
        var kills = 0
        for operation in 0..<operations {
            try await writer.write(library, &random)
            if operation % 10 == 3 { samples.append((try library.currentChangeToken, try State(of: library))) }
            if operation % 700 == 0 {
                library = try scene.open()
                writer.catalog = library.catalog
            }
            if operation % (operations / 5) == operations / 10 {
                // The last token before the import, with the state at this point.
                samples.append((try library.currentChangeToken, try State(of: library)))
                if try killAnImport(operation) { kills += 1 }
            }
        }
        #expect(kills >= 4)
        let now = try State(of: library)
        var failures = 0
        for (token, state) in samples {
            let changes = try library.fetchPersistentChanges(since: token)
            let assets = try State.apply(changes.netDetails(for: .asset), to: state.assets, now: now.assets)
            let albums = try State.apply(changes.netDetails(for: .album), to: state.albums, now: now.albums)
            let folders = try State.apply(changes.netDetails(for: .folder), to: state.folders, now: now.folders)
            if assets != now.assets || albums != now.albums || folders != now.folders { failures += 1 }
        }
        #expect(samples.count >= operations / 10)
        #expect(failures == 0, "of \(samples.count) points")
        try checkEachChange(in: library, now, atLeast: operations / 2)
    }

    /// Checks all changes from the first: no object is inserted twice, and no missing object is deleted.
    private func checkEachChange(in library: OwnedLibrary, _ now: State, atLeast least: Int) throws {
        let changes = try library.fetchPersistentChanges(since: library.oldestChangeToken)
        var there: [ObjectType: Set<String>] = [:]
        var failures = 0
        var count = 0
        for change in changes {
            count += 1
            for type in ObjectType.allCases {
                let details = try change.changeDetails(for: type)
                let before = there[type, default: []]
                if !details.insertedLocalIdentifiers.isDisjoint(with: before)
                    || !details.updatedLocalIdentifiers.isSubset(of: before)
                    || !details.deletedLocalIdentifiers.isSubset(of: before)
                {
                    failures += 1
                }
                there[type] = before.subtracting(details.deletedLocalIdentifiers)
                    .union(details.insertedLocalIdentifiers)
            }
        }
        #expect(failures == 0)
        #expect(count == changes.changeCount && count > least)
        #expect(there[.asset] == Set(now.assets.keys) && there[.album] == Set(now.albums.keys))
        #expect(there[.folder, default: []] == Set(now.folders.keys))
    }

    /// Starts an import and kills it; `false` if it ended before.
    private func killAnImport(_ number: Int) throws -> Bool {
        let folder = FilePath("\(number)")
        for file in 0..<40 {
            try scene.add(folder.appending("\(file).jpg"), Array("not really a photo \(number) \(file)".utf8))
        }
        let outcome = try PhotosProcess.run(
            arguments: [
                "import", "--json", "--quiet", "--albums-from-folders", "--library", scene.libraryPath.string,
                scene.source.pushing(folder).string,
            ], sending: SIGKILL
        ) { $0 >= number / 1_500 * 4 }
        return outcome.exitCode == 128 + SIGKILL
    }
}

/// Makes random changes to a catalogue, like users and imports.
private struct RandomWriter {
    var catalog: PhotoCatalog
    private var alive: [String] = []
    private var deleted: [String] = []
    private var files: [String: AnalysedFile] = [:]
    private var count = 0

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    mutating func write(_ library: OwnedLibrary, _ random: inout Seeded) async throws {
        // Some dozens of assets, so that each is met again.
        let choice = Int.random(in: alive.count < 20 ? 0..<30 : alive.count > 60 ? 30..<100 : 0..<100, using: &random)
        switch choice {
        case 0..<20: try insert(Int.random(in: 1...3, using: &random), &random)
        case 20..<30: try addAlternate(&random)
        case 30..<45: try addToAlbum(&random)
        case 45..<52: try update(&random)
        case 52..<60: try RandomChanges.perform(library, assets: alive, &random)
        case 60..<80: try delete(Int.random(in: 1...4, using: &random), &random)
        case 80..<88: try restore(&random)
        case 88..<93: try await purge(library, &random)
        default: try resolve(&random)
        }
    }

    private mutating func file(imageData: Digest?, _ random: inout Seeded) throws -> AnalysedFile {
        count += 1
        return AnalysedFile(
            source: FilePath("/photos/\(count).jpg"),
            identity: FileIdentity(
                device: 1, inode: Int64(count), size: 3, modifiedNanoseconds: 4, changedNanoseconds: 5),
            sha256: try #require(Digest(random.bytes(32))), bytes: 3, imageDataDigest: imageData)
    }

    private func commit(_ insertions: [ResourceInsertion], bursts: [String: String] = [:]) throws {
        let store = LibraryContext(
            folder: LibraryFolder(path: catalog.folder), catalog: catalog, libraryID: UUID(),
            originals: LibraryOriginals(folder: catalog.folder))
        var classifier = DuplicateClassifier(store.originals, store.catalog, ClassificationPolicy(keepsCopies: true))
        var insertions = insertions
        for index in insertions.indices { try classifier.classify(&insertions[index]) }
        try catalog.perform([.ingest(IngestBatch(insertions, bursts: bursts))], run: nil)
    }

    private func insertion(_ file: AnalysedFile) -> ResourceInsertion {
        ResourceInsertion(
            file, localIdentifier: file.sha256.hex, path: FilePath("originals/\(file.sha256.hex)"),
            isReference: false)
    }

    private mutating func insert(_ number: Int, _ random: inout Seeded) throws {
        var batch: [ResourceInsertion] = []
        for _ in 0..<number {
            var insertion = insertion(try file(imageData: Digest(random.bytes(32)), &random))
            if Bool.random(using: &random) { insertion.albums = [album(&random)] }
            batch.append(insertion)
        }
        let names = batch.map(\.localIdentifier)
        try commit(batch, bursts: number == 3 ? Dictionary(uniqueKeysWithValues: names.map { ($0, "burst") }) : [:])
        alive += names
        for insertion in batch { files[insertion.localIdentifier] = insertion.file }
    }

    private mutating func addAlternate(_ random: inout Seeded) throws {
        guard let asset = alive.randomElement(using: &random), let known = files[asset] else { return }
        try commit([insertion(file(imageData: known.imageDataDigest, &random))])
    }

    private func album(_ random: inout Seeded) -> DestinationAlbum {
        DestinationAlbum(folder: nil, title: "Album \(Int.random(in: 0..<20, using: &random))")
    }

    private mutating func addToAlbum(_ random: inout Seeded) throws {
        guard let asset = alive.randomElement(using: &random), let known = files[asset] else { return }
        var seen = insertion(known)
        seen.disposition = .duplicate(of: asset)
        seen.albums = [album(&random)]
        try catalog.perform([.ingest(IngestBatch([seen]))], run: nil)
    }

    private mutating func update(_ random: inout Seeded) throws {
        guard let asset = alive.randomElement(using: &random) else { return }
        var merge = DuplicatePlan.Merge()
        merge.isFavorite = Bool.random(using: &random)
        merge.title = "Title \(count)"
        try carryOut(asset, [], merge)
    }

    private mutating func resolve(_ random: inout Seeded) throws {
        let pair = alive.shuffled(using: &random).prefix(2)
        guard let kept = pair.first, let double = pair.last, kept != double else { return }
        var merge = DuplicatePlan.Merge()
        merge.isFavorite = Bool.random(using: &random)
        try carryOut(kept, [double], merge)
        alive.removeAll { $0 == double }
        deleted.append(double)
    }

    private func carryOut(_ kept: String, _ deleted: [String], _ merge: DuplicatePlan.Merge) throws {
        let plan = DuplicatePlan(
            kept: kept, deleted: deleted, merge: merge, decisions: [], reclaimableBytes: 0, obstacles: [])
        try catalog.perform([.settle(plan)])
    }

    private mutating func delete(_ number: Int, _ random: inout Seeded) throws {
        let gone = Array(alive.shuffled(using: &random).prefix(number))
        try catalog.perform(gone.map { .delete(asset: $0) })
        alive.removeAll(where: gone.contains)
        deleted += gone
    }

    private mutating func restore(_ random: inout Seeded) throws {
        let back = Array(deleted.shuffled(using: &random).prefix(2))
        try catalog.perform(back.map { .restore(asset: $0) })
        deleted.removeAll(where: back.contains)
        alive += back
    }

    private mutating func purge(_ library: OwnedLibrary, _ random: inout Seeded) async throws {
        let gone = Array(deleted.shuffled(using: &random).prefix(3))
        _ = try await library.purgeDeletedAssets(gone)
        deleted.removeAll(where: gone.contains)
    }
}
