import DeviceRegistry
import Foundation
import LibraryStorage
import Originals
import PhotoCatalog
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import LibraryMaintenance
@testable import OpenPhotoKitOwner

/// A library of six photos, whose catalogue can be lost.
struct LogScene {
    let scene: Scene
    var path: FilePath { scene.libraryPath }
    let log: SegmentLog

    init() async throws {
        scene = try Scene()
        for seed in 1...6 as ClosedRange<UInt64> { try scene.add(FilePath("\(seed).jpg"), TestPhoto.jpeg(seed)) }
        let library = try scene.open()
        try await scene.importAll(library)
        log = library.local.folder.log(of: library.local.libraryID)
    }

    func open() throws -> OwnedLibrary { try scene.open() }

    func photos() throws -> [String] { try open().allLocalIdentifiers() }

    /// The stable ids of the photos of the closed library, in their order.
    func stableIDs() throws -> [String] {
        try CatalogRows(in: scene.libraryPath, ["SELECT hex(stableID) FROM asset ORDER BY stableID"]).rows
    }

    /// Sets each property, albums, folders and decisions, and deletes photos.
    ///
    /// - Returns: The photos that have values.
    func setEverything() async throws -> [String] {
        let library = try open()
        let photos = try library.allLocalIdentifiers()
        let place = ImageMetadata.Location(latitude: 41.9, longitude: -12.5, altitude: 21)
        let time = try #require(CaptureTime("2019-03-04T05:06:07.25+02:00"))
        try library.performChangesAndWait { changes in
            try changes.set(.favorite(true), ofAssets: [photos[0], photos[1]])
            try changes.set(.favorite(false), ofAssets: [photos[1]])
            try changes.set(.hidden(true), ofAssets: [photos[1]])
            try changes.set(.title("Meer — 海"), ofAssets: [photos[0]])
            try changes.set(.caption("A long text.\nOf two lines."), ofAssets: [photos[2]])
            try changes.set(.title(nil), ofAssets: [photos[2]])
            try changes.set(.keywords(["sea", "Anna", "b"]), ofAssets: [photos[0], photos[2]])
            try changes.set(.keywords(["b", "sea"]), ofAssets: [photos[0]])
            try changes.set(.rating(-1), ofAssets: [photos[3]])
            try changes.set(.captureTime(.set(time)), ofAssets: [photos[0], photos[3]])
            try changes.set(.captureTime(.original), ofAssets: [photos[3]])
            try changes.set(.location(.set(place)), ofAssets: [photos[0]])
            try changes.set(.location(.set(nil)), ofAssets: [photos[2]])
            try changes.deleteAssets([photos[3], photos[4], photos[5]])
            try changes.restoreAssets([photos[3]])
        }
        try setCollections(library, photos)
        let identifiers = library.cloudIdentifierMappings(forLocalIdentifiers: Array(photos[0...2]))
        for (number, isSame) in [(1, true), (2, false)] {
            let identifier = try #require(try identifiers[photos[number]]?.get())
            try library.decide(identifier, isSame: isSame, as: photos[0])
        }
        #expect(try await library.purgeDeletedAssets([photos[5]]) == [photos[5]])
        return photos
    }

    private func setCollections(_ library: OwnedLibrary, _ photos: [String]) throws {
        let (folder, album, other) = try library.performChangesAndWait { changes in
            let folder = try changes.createFolder(title: "Travels").localIdentifier
            let inner = try changes.createFolder(title: "Italy", inFolder: folder).localIdentifier
            let album = try changes.createAlbum(title: "Rome", inFolder: inner).localIdentifier
            let other = try changes.createAlbum(title: "Empty").localIdentifier
            let deleted = try changes.createAlbum(title: "Deleted").localIdentifier
            try changes.addAssets(Array(photos[0...3]), toAlbum: album)
            try changes.addAssets([photos[0]], toAlbum: deleted)
            try changes.deleteAlbums([deleted])
            return (folder, album, other)
        }
        try library.performChangesAndWait { changes in
            try changes.moveAssets(at: [2], to: 0, inAlbum: album)
            try changes.removeAssets([photos[1]], fromAlbum: album)
            try changes.setKeyAsset(photos[3], ofAlbum: album)
            try changes.renameAlbum(other, to: "Still empty")
            let last = try changes.createFolder(title: "Last").localIdentifier
            try changes.addCollections([other], toFolder: last)
            try changes.renameFolder(folder, to: "Journeys")
        }
    }

    // MARK: The log

    /// The library with a catalogue that is opened without a publisher of its log.
    func context(of catalog: PhotoCatalog) -> LibraryContext {
        LibraryContext(
            folder: LibraryFolder(path: path), catalog: catalog, libraryID: log.registry,
            originals: LibraryOriginals(folder: path))
    }

    func writer(of catalog: PhotoCatalog) -> LogWriter { LogWriter(library: context(of: catalog)) }

    /// The files of the log, in the order in which they were written.
    func segments() throws -> [FilePath] {
        try log.writers().flatMap { writer in
            try log.segments(of: writer).map { path.appending("registry/logs/\(writer)/\($0.text)") }
        }
    }

    // MARK: Losing and repairing

    /// What persons set, in the closed library.
    func values() throws -> PersonsValues {
        try scene.waitUntilClosed()
        return try PersonsValues(in: path)
    }

    func loseCatalog(andCopies: Bool) throws {
        try scene.waitUntilClosed()
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path.string + "/catalog.sqlite" + ending)
        }
        if andCopies { try? FileManager.default.removeItem(atPath: path.appending("catalog-copy").string) }
    }

    @discardableResult
    func repair(rebuild: Bool = false) throws -> RepairSummary {
        try scene.waitUntilClosed()
        return try OwnedLibrary.repairAndWait(at: path, rebuild: rebuild) { _ in }
    }
}
