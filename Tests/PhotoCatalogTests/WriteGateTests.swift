import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

/// The write gate decides before each transaction whether the catalogue may be changed.
@Suite struct WriteGateTests {
    private let fixture: CatalogFixture
    private let asset: String

    init() throws {
        fixture = try CatalogFixture()
        try fixture.catalog.belong(to: UUID())
        try fixture.store([makeFile(bytes: 1)])
        asset = fixture.identifier(makeFile(bytes: 1))
    }

    private var folder: FilePath { FilePath(fixture.folder.url.path) }

    /// All functions that write, by name.
    private func writes(_ catalog: PhotoCatalog) -> [(String, () throws -> Void)] {
        [
            ("perform", { try catalog.perform([.set(.favorite(true), asset: asset)]) }),
            ("retention", { try catalog.perform([.setHistoryRetention(9)]) }),
            ("copy interval", { try catalog.perform([.setCopyInterval(9)]) }),
            ("checked", { try catalog.record(.checkedFiles(damaged: [], sound: [])) }),
            ("restored copy", { try catalog.record(.restoredCopy) }),
            ("remember", { try catalog.perform([.remember(["x"])]) }),
            ("record", { try catalog.record(.signatures([PictureSignature(resourceID: 1, signature: nil)])) }),
            ("answers", { try catalog.record(.answers([])) }),
            ("plan", { _ = try catalog.plan(["originals/x"], run: "run") }),
            ("ingest", { try catalog.perform([.ingest(IngestBatch([]))], run: "run") }),
            ("settle", { _ = try catalog.abandonedPlacements(run: "run") }),
            ("forget plans", { try catalog.forgetPlacements(run: "run") }),
        ]
    }

    @Test func aRefusalStopsEveryWrite() throws {
        let refusing = try PhotoCatalog(
            folder: folder, permission: .checked { throw PhotoLibraryError(.libraryInFileProviderSyncRoot, "") })
        for (name, write) in writes(refusing) {
            #expect(throws: PhotoLibraryError(.libraryInFileProviderSyncRoot, ""), "\(name)") { try write() }
        }
        #expect(try fixture.catalog.assets([asset])[asset]?.isFavorite == false)
    }

    @Test func aCatalogueThatIsOnlyReadIsNotWritten() throws {
        let reading = try PhotoCatalog(folder: folder, permission: .readOnly)
        #expect(try reading.assetCount() == 1)
        for (name, write) in writes(reading) {
            #expect(throws: PhotoLibraryError(.libraryReadOnly, ""), "\(name)") { try write() }
        }
    }

    /// After the catalogue is open, only `write` begins transactions that write.
    @Test func theSourcesHaveOneWrite() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/PhotoCatalog")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 30)
        let writing = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { line in
                // Opening and closing a catalogue writes its schema and its log. A repair fills a new one.
                let isOpening = file.lastPathComponent == "PhotoCatalog.swift" && !line.contains("pool.write {")
                let isFilling = file.lastPathComponent == "EarlierCatalog.swift"
                return !isOpening && !isFilling && line.contains(/pool\.\w*[wW]rite|\.inTransaction/)
            }
        }
        #expect(writing.count == 1, "\(writing)")
    }
}
