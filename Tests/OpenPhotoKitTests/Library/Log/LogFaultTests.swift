import DeviceRegistry
import Foundation
import GRDB
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// What a repair does with a log of which files are lost, and with values that no catalogue can have.
@Suite struct LogFaultTests {
    private let scene: LogScene

    init() async throws { scene = try await LogScene() }

    /// Makes changes that one file of the log has.
    private func change(_ body: (ChangeRequests) throws -> Void) throws {
        let library = try scene.open()
        try library.performChangesAndWait { try body($0) }
        try library.finishLog()
    }

    private func title(_ photo: String) throws -> String? {
        try scene.open().assets(withLocalIdentifiers: [photo])[photo]?.metadata.title
    }

    /// The copy of the catalogue has the value of a lost file, and the log an older one.
    @Test func aRestoredCopyKeepsItsNewerValues() async throws {
        let photo = try scene.photos()[0]
        try change { try $0.set(.title("one"), ofAssets: [photo]) }
        try change { try $0.set(.title("two"), ofAssets: [photo]) }
        try await scene.open().copyCatalog()
        try scene.scene.waitUntilClosed()
        try FileManager.default.removeItem(atPath: try #require(scene.segments().last).string)
        try scene.loseCatalog(andCopies: false)
        #expect(try scene.repair().restoredCopyDate != nil)
        #expect(try title(photo) == "two")
        // The log has the value again.
        try scene.loseCatalog(andCopies: true)
        try scene.repair()
        #expect(try title(photo) == "two")
    }

    enum Loss: CaseIterable { case damaged, missing }

    /// The files of the log are lost, and the catalogue is sound.
    @Test(arguments: Loss.allCases, [false, true])
    func aLogIsMadeGoodFromASoundCatalogue(_ loss: Loss, rebuild: Bool) throws {
        let photos = try scene.photos()
        var (folder, album) = ("", "")
        try change { changes in
            folder = try changes.createFolder(title: "Journey").localIdentifier
            album = try changes.createAlbum(title: "Rome", inFolder: folder).localIdentifier
            try changes.addAssets([photos[0]], toAlbum: album)
            try changes.set(.title("one"), ofAssets: photos)
            try changes.deleteAssets([photos[3]])
        }
        try change { changes in
            try changes.renameFolder(folder, to: "Journeys")
            try changes.renameAlbum(album, to: "Roma")
            try changes.addAssets([photos[1]], toAlbum: album)
            try changes.set(.title("two"), ofAssets: [photos[0]])
            try changes.deleteAssets([photos[2]])
            try changes.restoreAssets([photos[3]])
        }
        let before = try scene.values()
        let lost = try #require(scene.segments().last)
        switch loss {
        case .damaged: try lost.write([1, 2, 3])
        case .missing: try FileManager.default.removeItem(atPath: lost.string)
        }
        let summary = try scene.repair(rebuild: rebuild)
        #expect(summary.isRebuilt == rebuild)
        #expect(summary.losses.allSatisfy { !RepairLoss.keptByLog.contains($0) })
        #expect(try scene.values().difference(from: before) == [])
        // Another repair has nothing to write.
        let segments = try scene.segments()
        try scene.repair(rebuild: rebuild)
        #expect(try scene.segments() == segments)
        try scene.loseCatalog(andCopies: true)
        // The log does not show that its last file is missing.
        #expect(try scene.repair().log?.isComplete == (loss == .missing))
        #expect(try scene.values().difference(from: before) == [])
    }

    /// All files of the writer are lost, and those of an earlier writer are there.
    @Test func aWriterWithoutFilesIsALoss() throws {
        let photos = try scene.photos()
        try change { try $0.set(.title("one"), ofAssets: photos) }
        try scene.scene.waitUntilClosed()
        let former = try #require(scene.segments().first)
        try FileManager.default.removeItem(atPath: scene.path.appending("writer.json").string)
        try change { try $0.set(.caption("two"), ofAssets: photos) }
        try scene.scene.waitUntilClosed()
        for file in try scene.segments() where file != former {
            try FileManager.default.removeItem(atPath: file.string)
        }
        try scene.loseCatalog(andCopies: true)
        #expect(try scene.repair().log?.isComplete == false)
    }

    /// A program of another device, or a hostile one, wrote values that no album can have.
    @Test func valuesThatNoAlbumCanHaveAreLeftOut() throws {
        let photos = try scene.photos()
        try change { try $0.set(.title("one"), ofAssets: [photos[0]]) }
        try scene.scene.waitUntilClosed()
        let key = try SigningKey.generate()
        var registers = RegisterSet()
        for (number, (id, title)) in [
            ([1, 2, 3], "Short"), ([UInt8](repeating: 7, count: 16), " \n"), ([UInt8](repeating: 8, count: 16), "a\0b"),
        ].enumerated() {
            let values: [(Key, [UInt8])] = [
                (.identifier, RegisterValue.text("album-\(number)")), (.title, RegisterValue.text(title)),
                (.state, ObjectState.present.value),
            ]
            for (key2, value) in values {
                registers.insert(
                    Register(
                        Subject(.album, id), key2, value,
                        Stamp(time: HybridTime(.now), writer: key.writer, sequence: UInt64(registers.count + 1))))
            }
        }
        try scene.log.append(registers, covering: 1...UInt64(registers.count), signedBy: key)
        try scene.loseCatalog(andCopies: true)
        #expect(try scene.repair().log?.isComplete == true)
        let library = try scene.open()
        #expect(try library.fetchAlbums().isEmpty)
        #expect(try library.assets(withLocalIdentifiers: photos)[photos[0]]?.metadata.title == "one")
    }
}
