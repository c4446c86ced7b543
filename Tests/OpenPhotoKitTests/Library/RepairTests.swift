import AssetLoading
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// A library with one of everything, whose catalogue is lost in many ways, and its copy with it.
@Suite struct RepairTests {
    private let scene: Scene
    private let before: [AssetSnapshot]
    private var catalog: FilePath { scene.libraryPath.appending("catalog.sqlite") }

    init() async throws {
        scene = try await Scene.ofEverything()
        before = try AssetSnapshot.all(in: scene.libraryPath)
    }

    @discardableResult
    private func repair(rebuild: Bool = false) throws -> (files: [RepairedFile], summary: RepairSummary) {
        let files = Gathered<RepairedFile>()
        let summary = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: rebuild) { files.append($0) }
        return (files.all, summary)
    }

    private func expectAsBefore() throws {
        let after = try AssetSnapshot.all(in: scene.libraryPath)
        // Names are compared without the number that the library added to equal names.
        #expect(after.map { Self.withoutNames($0) } == before.map { Self.withoutNames($0) })
        let library = try OwnedLibrary(at: scene.libraryPath)
        let findings = Gathered<VerifiedFile>()
        try library.verifyAndWait { findings.append($0) }
        #expect(findings.all.allSatisfy { $0.status == .ok })
        #expect(findings.all.count == 16)
        #expect(scene.libraryPath.names.contains("rebuilding") == false)
    }

    private static func withoutNames(_ snapshot: AssetSnapshot) -> AssetSnapshot {
        AssetSnapshot(
            asset: snapshot.asset,
            resources: snapshot.resources.map { $0.replacing(/originalFilename: [^,]*,/, with: "") },
            cloudIdentifier: snapshot.cloudIdentifier, addedDate: snapshot.addedDate)
    }

    @Test func theLibraryHasOneOfEverything() throws {
        #expect(before.count == 12)
        let kinds = Set(before.flatMap { $0.resources })
        #expect(kinds.count == 16)
        #expect(before.filter { $0.asset.contains("damaged") }.count == 1)
    }

    enum Harm: CaseIterable {
        case gone, goneButForItsLog, empty, cutShort, cutToAPage, garbage, holes, otherDatabase, lostTables
    }

    @Test func aLostCatalogueIsMadeAgain() throws {
        for harm in Harm.allCases {
            try inflict(harm)
            if harm == .gone || harm == .empty {
                #expect(code { _ = try OwnedLibrary(at: scene.libraryPath) } == .libraryDamaged)
            }
            let (files, summary) = try repair()
            #expect(summary.isRebuilt && summary.damage != nil, "\(harm)")
            #expect((summary.oldCatalog == nil) == (harm == .gone), "\(harm)")
            #expect(!summary.hasNewIdentifiers && !summary.isManifestRestored)
            #expect(files.count == 16)
            #expect(files.allSatisfy { $0.status == .rebuilt && $0.error == nil })
            try expectAsBefore()
            let again = try repair()
            #expect(again.files.isEmpty)
            #expect(again.summary.damage == nil && !again.summary.isRebuilt)
        }
        try expectAsBefore()
    }

    private func inflict(_ harm: Harm) throws {
        try? FileManager.default.removeItem(atPath: scene.libraryPath.appending("catalog-copy").string)
        let bytes = try catalog.contents()
        switch harm {
        case .gone:
            try FileManager.default.removeItem(atPath: catalog.string)
        case .goneButForItsLog:
            // The remaining log of the old catalogue must not be applied to the new catalogue.
            try FileManager.default.removeItem(atPath: catalog.string)
            try FilePath(catalog.string + "-wal").write(Array(bytes.prefix(10_000)))
        case .empty: try catalog.write([])
        case .cutShort: try catalog.write(Array(bytes.prefix(bytes.count / 2)))
        case .cutToAPage: try catalog.write(Array(bytes.prefix(4096)))
        case .garbage: try catalog.write((0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        case .holes:
            var holed = bytes
            for index in 8192..<min(bytes.count, 40_960) { holed[index] = 0 }
            try catalog.write(holed)
        case .otherDatabase:
            let other = try Scene()
            _ = try other.open()
            try catalog.write(try other.libraryPath.appending("catalog.sqlite").contents())
        case .lostTables:
            let text = Array("CREATE TABLE thumbnail".utf8)
            let other = Array("CREATE TABLE thumbnaiI".utf8)
            let start = try #require(bytes.firstRange(of: text))
            try catalog.write(Array(bytes[..<start.lowerBound] + other + bytes[start.upperBound...]))
        }
    }

    @Test func aSoundCatalogueStaysAndStrayFilesAreAdded() throws {
        let undated = scene.libraryPath.appending("originals").appending("undated")
        let stray = undated.appending("stray.jpg")
        try stray.write(TestPhoto.jpeg(99))
        let known = undated.appending("known.jpg")
        try known.write(try scene.source.appending("other/1.jpg").contents())
        let like = undated.appending("like.jpg")
        try like.write(TestPhoto.commented(try scene.source.appending("other/1.jpg").contents(), "again"))
        let note = undated.appending("note.txt")
        try note.write([1, 2, 3])
        let (files, summary) = try repair()
        #expect(summary.damage == nil && !summary.isRebuilt)
        #expect(summary.files == [.added: 2, .setAside: 1, .skipped: 1])
        #expect(files.first { $0.path == stray }?.status == .added)
        #expect(files.first { $0.path == known }?.status == .setAside)
        #expect(files.first { $0.path == note }?.error?.code == .notAPhoto)
        let aside = scene.libraryPath.appending("damaged").appending("known.jpg")
        #expect(try aside.contents() == scene.source.appending("other/1.jpg").contents())
        #expect(try AssetSnapshot.all(in: scene.libraryPath).count == before.count + 1)
        // The added files have the same kinds after a rebuild of the catalogue.
        let taken = try AssetSnapshot.all(in: scene.libraryPath)
        try FileManager.default.removeItem(atPath: note.string)
        #expect(try repair(rebuild: true).summary.oldCatalog != nil)
        #expect(
            try AssetSnapshot.all(in: scene.libraryPath).map { Self.withoutNames($0) }
                == taken.map { Self.withoutNames($0) })
    }

    @Test func anOriginalThatStrayedComesBackToItsPlace() throws {
        let undated = scene.libraryPath.appending("originals").appending("undated")
        try FileManager.default.moveItem(
            atPath: undated.appending("damaged.jpg").string, toPath: undated.appending("moved.jpg").string)
        #expect(try repair().summary.files == [.added: 1])
        try expectAsBefore()
    }

    /// A file of the library was damaged, and the user put an intact copy beside it.
    @Test func aGoodStrayCopyTakesThePlaceOfABadOriginal() throws {
        let path = scene.libraryPath.appending("originals").appending("undated").appending("damaged.jpg")
        let good = try path.contents()
        var bad = good
        bad[bad.count / 2] ^= 1
        try path.write(bad)
        try path.removingLastComponent().appending("stray.jpg").write(good)
        #expect(try repair().files.map(\.status) == [.added])
        #expect(try path.contents() == good)
        try expectAsBefore()
    }

    @Test func theManifestIsMadeAgainWithTheLibrarysIdentifier() throws {
        let manifest = scene.libraryPath.appending("library.json")
        try FileManager.default.removeItem(atPath: manifest.string)
        #expect(code { _ = try OwnedLibrary(at: scene.libraryPath) } == .libraryDamaged)
        let summary = try repair().summary
        #expect(summary.isManifestRestored && !summary.hasNewIdentifiers && !summary.isRebuilt)
        try expectAsBefore()
        try manifest.write([1, 2, 3])
        #expect(try repair().summary.isManifestRestored)
        try expectAsBefore()
    }

    @Test func withoutManifestAndCatalogueTheIdentifiersAreNew() throws {
        try FileManager.default.removeItem(atPath: scene.libraryPath.appending("library.json").string)
        try FileManager.default.removeItem(atPath: catalog.string)
        try FileManager.default.removeItem(atPath: scene.libraryPath.appending("catalog-copy").string)
        #expect(try repair().summary.hasNewIdentifiers)
        let after = try AssetSnapshot.all(in: scene.libraryPath)
        #expect(after.count == before.count)
        #expect(Set(after.map(\.asset)).isDisjoint(with: before.map(\.asset)))
    }

    @Test func unreadableFilesAreNamedAndStay() throws {
        let empty = scene.libraryPath.appending("originals").appending("undated").appending("empty.jpg")
        try empty.write([])
        let (files, summary) = try repair(rebuild: true)
        #expect(summary.files == [.rebuilt: 16, .unreadable: 1])
        #expect(files.first { $0.path == empty }?.error?.code == .emptyFile)
        #expect(try empty.contents().isEmpty)
    }

    @Test func aFolderThatIsNoLibraryIsRefused() throws {
        #expect(code { _ = try OwnedLibrary.repairAndWait(at: scene.source) { _ in } } == .libraryNotFound)
        #expect(!scene.source.names.contains("lock"))
    }

    @Test func anOpenLibraryIsNotRepairedAndARepairLocksTheLibrary() throws {
        let library = try scene.open()
        #expect(code { try repair() } == .libraryBusy)
        withExtendedLifetime(library) {}
    }

    @Test func duringARepairTheLibraryIsClosed() throws {
        let path = scene.libraryPath
        let codes = Gathered<PhotoLibraryError.Code?>()
        _ = try OwnedLibrary.repairAndWait(at: path, rebuild: true) { _ in
            codes.append(code { _ = try OwnedLibrary(at: path) })
        }
        #expect(codes.all.count == 16)
        #expect(codes.all.allSatisfy { $0 == .libraryBusy })
    }

    @Test func aCancelledRepairKeepsTheCatalogue() throws {
        let loading = LoadProgress()
        #expect(
            code {
                _ = try OwnedLibrary.repairAndWait(at: scene.libraryPath, rebuild: true, loading: loading) { _ in
                    loading.cancel()
                }
            } == .cancelled)
        #expect(Self.names(try AssetSnapshot.all(in: scene.libraryPath)) == Self.names(before))
        try repair()
        try expectAsBefore()
    }

    private static func names(_ snapshots: [AssetSnapshot]) -> [String] { snapshots.map(\.asset) }
}
