import Foundation
import OpenPhotoKitOwner
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoExport

@Suite struct ExportTests {
    private let scene: ExportScene

    init() throws { scene = try ExportScene() }

    private func set(_ property: AssetProperty, of name: String) throws {
        let photo = try scene.identifier(of: name)
        try scene.library.performChangesAndWait { try $0.set(property, ofAssets: [photo]) }
    }

    @Test func originalsAreCopiedOnce() async throws {
        let photo = dated(1)
        try await scene.add(["IMG_1.JPG": photo, "IMG_2.JPG": TestPhoto.jpeg(2)])
        let first = try await scene.export()
        #expect(first.summary[.exported] == 2 && first.summary.files == 2)
        #expect(try scene.files == ["2024/05/IMG_1.JPG", "undated/IMG_2.JPG"])
        #expect(try scene.bytes("2024/05/IMG_1.JPG") == photo)
        #expect(Set(first.items.map(\.path.string)) == Set(try scene.files.map(scene.path)))
        let values = try FileManager.default.attributesOfItem(atPath: scene.path("2024/05/IMG_1.JPG"))
        let time = try #require(CaptureTime("2024-05-17T10:30:00"))
        #expect(values[.modificationDate] as? Date == time.date(in: .current))
        #expect(values[.referenceCount] as? Int == 1)
        let states = try scene.states()
        let record = try Data(contentsOf: scene.record)
        let second = try await scene.export()
        #expect(second.summary[.unchanged] == 2 && second.summary.files == 2)
        #expect(try scene.states() == states)
        #expect(try Data(contentsOf: scene.record) == record)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.string).count == 3)
    }

    @Test func aChangedDateAndAChangedLayoutRename() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2)])
        try await scene.export()
        let time = try #require(CaptureTime("2023-01-02T03:04:05+02:00"))
        try set(.captureTime(.set(time)), of: "IMG_1.JPG")
        let dated = try await scene.export()
        #expect(dated.summary[.renamed] == 1 && dated.summary[.unchanged] == 1 && dated.summary.files == 2)
        #expect(dated.items.first { $0.status == .renamed }?.previousPath?.lastComponent?.string == "IMG_1.JPG")
        #expect(try scene.files == ["2023/01/IMG_1.JPG", "2024/05/IMG_2.JPG"])
        let values = try FileManager.default.attributesOfItem(atPath: scene.path("2023/01/IMG_1.JPG"))
        #expect(values[.modificationDate] as? Date == time.date(in: .current))
        let flat = try await scene.export { $0.layout = ExportLayout("{name}") ?? .standard }
        #expect(flat.summary[.renamed] == 2)
        #expect(try scene.files == ["IMG_1.JPG", "IMG_2.JPG"])
        // Empty folders are gone.
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.string).count == 3)
        #expect(try await scene.export { $0.layout = ExportLayout("{name}") ?? .standard }.summary[.unchanged] == 2)
    }

    @Test func albumsGetTheirCopies() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2)])
        let photo = try scene.identifier(of: "IMG_1.JPG")
        let other = try scene.library.performChangesAndWait { changes in
            for title in ["../Rome", "Sea"] {
                let album = try changes.createAlbum(title: title)
                try changes.addAssets([photo], toAlbum: album.localIdentifier)
            }
            return try changes.createAlbum(title: "Empty").localIdentifier
        }
        let layout = try #require(ExportLayout("{album}/{name}"))
        try await scene.export { $0.layout = layout }
        #expect(try scene.files == ["IMG_2.JPG", "Sea/IMG_1.JPG", "_._Rome/IMG_1.JPG"])
        try scene.library.performChangesAndWait { try $0.addAssets([photo], toAlbum: other) }
        var query = AssetQuery()
        query.album = other
        try await scene.export(query) { $0.layout = layout }
        #expect(try scene.files == ["Empty/IMG_1.JPG", "IMG_2.JPG", "Sea/IMG_1.JPG", "_._Rome/IMG_1.JPG"])
    }

    @Test func changedFilesAreKeptAndMissingFilesReturn() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2), "IMG_3.JPG": dated(3)])
        try await scene.export()
        var changed = try scene.bytes("2024/05/IMG_1.JPG")
        changed[changed.count - 3] ^= 1
        try Data(changed).write(to: URL(fileURLWithPath: scene.path("2024/05/IMG_1.JPG")))
        try FileManager.default.removeItem(atPath: scene.path("2024/05/IMG_2.JPG"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: scene.path("2024/05/IMG_3.JPG"))
        for layout in ["{year}/{month}/{name}", "{name}"] {
            let next = try await scene.export { $0.layout = ExportLayout(layout) ?? .standard }
            #expect(next.summary[.kept] == 1)
            let kept = try #require(next.items.first { $0.status == .kept })
            #expect(kept.path.string == scene.path("2024/05/IMG_1.JPG") && kept.error != nil)
            #expect(try scene.bytes("2024/05/IMG_1.JPG") == changed)
            #expect(next.summary[.exported] == (layout == "{name}" ? 0 : 1))
            #expect(next.summary[.unchanged] == (layout == "{name}" ? 0 : 1))
        }
        #expect(try scene.files == ["2024/05/IMG_1.JPG", "IMG_2.JPG", "IMG_3.JPG"])
    }

    @Test func filesOfOthersAreNeverReplaced() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        let other = Array("mine".utf8)
        try FileManager.default.createDirectory(
            atPath: scene.path("2024/05"), withIntermediateDirectories: true)
        try Data(other).write(to: URL(fileURLWithPath: scene.path("2024/05/IMG_1.JPG")))
        #expect(try await scene.export { $0.removesOthers = true }.summary[.exported] == 1)
        #expect(try scene.files == ["2024/05/IMG_1 (2).JPG", "2024/05/IMG_1.JPG"])
        #expect(try scene.bytes("2024/05/IMG_1.JPG") == other)
        #expect(try await scene.export { $0.removesOthers = true }.summary[.unchanged] == 1)
    }

    @Test func linksAreNotFollowed() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": TestPhoto.jpeg(2)])
        let outside = scene.temporary.path("outside")
        for folder in [outside, scene.folder.string] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: scene.path("2024"), withDestinationPath: outside)
        let summary = try await scene.export().summary
        #expect(summary[.failed] == 1 && summary[.exported] == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
    }

    @Test func aPipeInThePlaceOfTheRecordIsAnError() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        try FileManager.default.createDirectory(atPath: scene.folder.string, withIntermediateDirectories: true)
        try #require(mkfifo(scene.record.path, 0o600) == 0)
        let error = await #expect(throws: PhotoLibraryError.self) { try await scene.export() }
        #expect(error?.code == .unreadable)
    }

    @Test func aLinkInThePlaceOfTheTemporaryFolderIsNotFollowed() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        let download = try scene.temporary.write([1], to: "downloads/video.part")
        try FileManager.default.createDirectory(atPath: scene.folder.string, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scene.path(".photos-export.tmp"), withDestinationPath: scene.temporary.path("downloads"))
        await #expect(throws: PhotoLibraryError.self) { try await scene.export() }
        #expect(FileManager.default.fileExists(atPath: download.string))
    }

    @Test func cleanupProvesTheBytes() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2), "IMG_3.JPG": dated(3)])
        try await scene.export { $0.sidecar = .xmp }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scene.path("2024/05/mine.txt")))
        // The same size and modification time with other bytes.
        let path = scene.path("2024/05/IMG_2.JPG")
        var changed = try scene.bytes("2024/05/IMG_2.JPG")
        changed[changed.count - 3] ^= 1
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        try Data(changed).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: path)
        let first = AssetQuery(.localIdentifiers([try scene.identifier(of: "IMG_1.JPG")]))
        #expect(try await scene.export(first).summary.files == 1)
        #expect(try scene.files.count == 7)
        let dry = try await scene.export(first) { ($0.removesOthers, $0.isDryRun) = (true, true) }
        #expect(dry.summary[.removed] == 2 && dry.summary[.kept] == 1)
        #expect(try scene.files.count == 7)
        let cleaned = try await scene.export(first) { $0.removesOthers = true }
        #expect(cleaned.summary[.removed] == 2 && cleaned.summary[.kept] == 1 && cleaned.summary[.unchanged] == 1)
        #expect(
            try scene.files == [
                "2024/05/IMG_1.JPG", "2024/05/IMG_1.JPG.xmp", "2024/05/IMG_2.JPG", "2024/05/IMG_2.JPG.xmp",
                "2024/05/mine.txt",
            ])
        #expect(try scene.bytes("2024/05/IMG_2.JPG") == changed)
    }

    @Test func cleanupKeepsAFileThatTookThePathOfADeletedPhoto() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        try await scene.export()
        let deleted = try scene.identifier(of: "IMG_1.JPG")
        try scene.library.performChangesAndWait { try $0.deleteAssets([deleted]) }
        try FileManager.default.removeItem(atPath: scene.path("2024/05/IMG_1.JPG"))
        try await scene.add(["IMG_1.JPG": dated(2)])
        let cleaned = try await scene.export { $0.removesOthers = true }.summary
        #expect(cleaned[.exported] == 1 && cleaned.files == 1)
        #expect(try scene.bytes("2024/05/IMG_1.JPG") == dated(2))
        #expect(try await scene.export { $0.removesOthers = true }.summary[.unchanged] == 1)
    }

    @Test func aDryRunWritesNothing() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2)])
        let dry = try await scene.export { ($0.isDryRun, $0.sidecar) = (true, .xmp) }
        #expect(dry.summary[.exported] == 4)
        #expect(!FileManager.default.fileExists(atPath: scene.folder.string))
        #expect(try await scene.export { $0.sidecar = .xmp }.items.map(\.path) == dry.items.map(\.path))
        let states = try scene.states()
        try set(.title("Forum"), of: "IMG_1.JPG")
        try set(.captureTime(.set(try #require(CaptureTime("2023-01-02T03:04:05")))), of: "IMG_2.JPG")
        let next = try await scene.export { ($0.isDryRun, $0.sidecar) = (true, .xmp) }.summary
        #expect(try scene.states() == states)
        let done = try await scene.export { $0.sidecar = .xmp }.summary
        #expect(next == done)
        #expect(done[.renamed] == 1 && done[.unchanged] == 1 && done[.exported] == 2)
    }

    @Test func editedPicturesAreReplacedByNewEdits() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        let photo = try scene.identifier(of: "IMG_1.JPG")
        func edit(_ seed: UInt64) throws {
            try scene.library.performChangesAndWait { changes in
                try changes.editAsset(
                    photo, rendered: .data(Data(TestPhoto.jpeg(seed)), filename: "rendered.jpg"),
                    adjustmentData: AdjustmentData(
                        formatIdentifier: "test", formatVersion: "1", data: Data([UInt8(truncatingIfNeeded: seed)])))
            }
        }
        try edit(2)
        try await scene.export { $0.files = .both }
        #expect(try scene.files == ["2024/05/IMG_1.AAE", "2024/05/IMG_1.JPG", "2024/05/IMG_1_edited.jpg"])
        #expect(try scene.bytes("2024/05/IMG_1_edited.jpg") == TestPhoto.jpeg(2))
        try edit(3)
        let again = try await scene.export { $0.files = .both }.summary
        #expect(again[.exported] == 2 && again[.unchanged] == 1, "The picture and the adjustment data are new.")
        #expect(try scene.bytes("2024/05/IMG_1_edited.jpg") == TestPhoto.jpeg(3))
        let edited = try await scene.export { ($0.files, $0.removesOthers) = (.edited, true) }.summary
        #expect(try scene.files == ["2024/05/IMG_1.jpg"])
        #expect(edited[.removed] == 2 && edited[.kept] == 0 && edited[.failed] == 0)
        #expect(try scene.bytes("2024/05/IMG_1.jpg") == TestPhoto.jpeg(3))
    }

    @Test func oneDamagedFileStopsNoOther() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2), "IMG_3.JPG": dated(3)])
        let photo = try #require(
            try scene.library.fetchAssets().first { $0.original?.originalFilename?.string == "IMG_2.JPG" })
        let stored = try #require(photo.original.flatMap { scene.library.localURL(of: $0) })
        var bytes = [UInt8](try Data(contentsOf: stored))
        bytes[bytes.count - 3] ^= 1
        try Data(bytes).write(to: stored)
        let summary = try await scene.export()
        #expect(summary.summary[.exported] == 2 && summary.summary[.failed] == 1)
        #expect(summary.items.first { $0.status == .failed }?.error?.code == .invalidResource)
        #expect(try scene.files == ["2024/05/IMG_1.JPG", "2024/05/IMG_3.JPG"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.string).count == 2)
    }

    /// The folder above the library is not in it, but a layout or an album can lead into the library.
    @Test func nothingIsExportedIntoTheLibrary() async throws {
        try await scene.add(["IMG_1.JPG": dated(1), "IMG_2.JPG": dated(2)])
        let photo = try scene.identifier(of: "IMG_1.JPG")
        try scene.library.performChangesAndWait { changes in
            try changes.addAssets([photo], toAlbum: try changes.createAlbum(title: "library").localIdentifier)
        }
        func libraryFiles() throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: scene.temporary.path("library"))
                .filter { !$0.contains("catalog") && !$0.contains("sqlite") }.sorted()
        }
        let before = try libraryFiles()
        // The library's own file has the bytes that the export would write.
        let stored = try #require(try scene.library.fetchAssets().first { $0.localIdentifier == photo }?.original)
        let own = try #require(scene.library.localURL(of: stored)).deletingLastPathComponent().path
        let place = try #require(own.range(of: "/library/")).upperBound
        let layouts = ["{album}/{name}", "library/{year}/{name}", "library/\(own[place...])/{name}"]
        for layout in layouts {
            for isDryRun in [true, false] {
                var options = ExportOptions()
                (options.layout, options.isDryRun) = (try #require(ExportLayout(layout)), isDryRun)
                (options.sidecar, options.removesOthers) = (.xmp, !isDryRun)
                let items = Mutex<[ExportedItem]>([])
                let summary = try await scene.library.export(
                    AssetQuery(.localIdentifiers([photo])), to: FilePath(scene.temporary.url.path), options: options
                ) { item in items.withLock { $0.append(item) } }
                #expect(summary[.failed] == 1 && summary.files == 1, "\(layout): \(summary)")
                let error = items.withLock { $0.first?.error }
                #expect(error?.code == .invalidResource, "\(layout)")
                #expect(error?.message.contains("Use another layout") == true, "\(error?.message ?? "")")
                #expect(try libraryFiles() == before, "\(layout)")
            }
        }
    }

    @Test func theLibraryAndABusyFolderAreRefused() async throws {
        try await scene.add(["IMG_1.JPG": dated(1)])
        for folder in ["library", "library/export", "library/originals"] {
            await #expect(throws: PhotoLibraryError(.invalidResource, "")) {
                try await scene.library.export(AssetQuery(), to: FilePath(scene.temporary.path(folder)))
            }
        }
        try await scene.export()
        let other = try ExportFolder(
            at: scene.folder, library: FilePath(scene.temporary.path("library")), isDryRun: false)
        await #expect(throws: PhotoLibraryError(.libraryBusy, "")) { try await scene.export() }
        withExtendedLifetime(other) {}
    }
}
