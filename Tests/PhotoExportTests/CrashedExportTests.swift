import Foundation
import OpenPhotoKitOwner
import TestSupport
import Testing

@testable import PhotoExport

/// Exports after an earlier one ended at a bad moment.
@Suite struct CrashedExportTests {
    private let scene: ExportScene
    private static let count = 5

    init() async throws {
        scene = try ExportScene()
        let photos = (1...Self.count).map { ("IMG_\($0).JPG", dated(UInt64($0))) }
        try await scene.add(Dictionary(uniqueKeysWithValues: photos))
        try await scene.export { $0.sidecar = .xmp }
    }

    private var lines: [Substring] {
        get throws { try String(contentsOf: scene.record, encoding: .utf8).split(separator: "\n") }
    }

    private func write(_ record: String) throws { try Data(record.utf8).write(to: scene.record) }

    /// Exports again and expects that all files are recognised.
    private func expectRecognised() async throws {
        let states = try scene.states()
        let summary = try await scene.export { $0.sidecar = .xmp }.summary
        #expect(summary[.unchanged] == 2 * Self.count && summary.files == 2 * Self.count)
        #expect(try scene.states() == states)
        #expect(try lines.count == Self.count)
    }

    @Test func filesWithoutALineAreAdopted() async throws {
        for left in 0..<Self.count {
            try write(try lines.prefix(left).map { $0 + "\n" }.joined())
            try await expectRecognised()
        }
        try FileManager.default.removeItem(at: scene.record)
        try await expectRecognised()
    }

    @Test func aTornLineIsIgnored() async throws {
        let whole = try String(contentsOf: scene.record, encoding: .utf8)
        for length in [whole.count - 1, whole.count - 2, whole.count - 100, 1] {
            try write(String(whole.prefix(length)))
            try await expectRecognised()
        }
    }

    @Test func aRenameWithoutALineIsRecognised() async throws {
        let before = try String(contentsOf: scene.record, encoding: .utf8)
        let photos = try scene.library.fetchAssets().localIdentifiers
        let time = try #require(CaptureTime("2020-02-03T04:05:06"))
        try scene.library.performChangesAndWait { try $0.set(.captureTime(.set(time)), ofAssets: photos) }
        #expect(try await scene.export { $0.sidecar = .xmp }.summary[.renamed] == Self.count)
        try write(before)
        try await expectRecognised()
        #expect(try scene.files.allSatisfy { $0.hasPrefix("2020/02/") })
        #expect(try lines.allSatisfy { $0.contains("\"path\":\"2020/02/") })
    }

    @Test func incompleteFilesAreRemoved() async throws {
        let folder = scene.path(".photos-export.tmp")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data([1]).write(to: URL(fileURLWithPath: folder + "/\(UUID().uuidString.lowercased()).part"))
        try await scene.export { $0.sidecar = .xmp }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func aCancelledExportContinues() async throws {
        try FileManager.default.removeItem(atPath: scene.folder.string)
        let progress = Progress(totalUnitCount: 1)
        progress.cancel()
        await #expect(throws: PhotoLibraryError(.cancelled, "")) {
            try await scene.library.export(AssetQuery(), to: scene.folder, progress: progress)
        }
        #expect(!FileManager.default.fileExists(atPath: scene.folder.string))
        #expect(try await scene.export().summary[.exported] == Self.count)
    }
}
