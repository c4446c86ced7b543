import Foundation
import Glibc
import PhotoInspection
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import OpenPhotoKitOwner

/// The reasons of skipped files, which the walk or the reading of a file states once.
@Suite struct SkipReasonTests {
    private let scene: Scene

    init() throws { scene = try Scene() }

    private func reasons(_ items: [ImportItem]) -> [String: SkipReason] {
        Dictionary(
            uniqueKeysWithValues: items.compactMap { item in
                item.skipReason.map { (item.path.lastComponent?.string ?? "", $0) }
            })
    }

    /// The reason does not change if the files are removed before it is printed.
    @Test func theReasonIsThatOfTheWalkWhateverHappensToTheFileLater() async throws {
        try scene.add("photo.jpg", TestPhoto.jpeg(1))
        try scene.add("notes.txt", Array("no photo".utf8))
        try scene.add("empty.jpg", [])
        try scene.add("Thumbs.db", Array("x".utf8))
        try scene.add("@eaDir/a.jpg", TestPhoto.jpeg(2))
        try scene.add(".hidden/b.jpg", TestPhoto.jpeg(3))
        try FileManager.default.createSymbolicLink(
            atPath: scene.source.appending("folder").string, withDestinationPath: "@eaDir")
        try #require(mkfifo(scene.source.appending("pipe").string, 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: scene.source.appending("to pipe").string, withDestinationPath: "pipe")
        let library = try scene.open()
        let (items, summary) = try await scene.importAll(library)
        try FileManager.default.removeItem(atPath: scene.source.string)
        #expect(
            reasons(items) == [
                "notes.txt": .notAPhoto, "empty.jpg": .emptyFile, "Thumbs.db": .systemFile, "@eaDir": .systemFolder,
                ".hidden": .hiddenFolder, "folder": .link, "pipe": .specialFile, "to pipe": .link,
            ])
        #expect(
            summary.skips == [
                .notAPhoto: 1, .emptyFile: 1, .systemFile: 1, .systemFolder: 1, .hiddenFolder: 1, .link: 2,
                .specialFile: 1,
            ])
        #expect(items.filter { $0.error?.code == .notARegularFile }.count == 4)
    }

    /// A file that is named is not skipped because of its name: its content decides.
    @Test func aNamedFileIsSkippedBecauseOfItsContent() async throws {
        let file = try scene.add("Thumbs.db", Array("x".utf8))
        let pipe = scene.source.appending("pipe")
        try #require(mkfifo(pipe.string, 0o600) == 0)
        let link = scene.source.appending("link")
        try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: "pipe")
        let (items, _) = try await scene.importAll(nil, [file, pipe, link])
        #expect(reasons(items) == ["Thumbs.db": .notAPhoto, "pipe": .specialFile, "link": .link])
    }

    /// The folder that the file is in decides, not only the file's name.
    @Test func aFileInASystemFolderOfAnArchiveIsASystemFile() async throws {
        let archive = ZipBuilder([
            .init("@eaDir/thumb.jpg", TestPhoto.jpeg(1)), .init("__MACOSX/._a.jpg", Array("x".utf8)),
            .init(".git/b.jpg", TestPhoto.jpeg(2)), .init("c.jpg", []), .init("d.jpg", TestPhoto.jpeg(3)),
            .init("notes.txt", Array("x".utf8)),
        ])
        let path = try scene.add("photos.zip", archive.bytes)
        let (items, summary) = try await scene.importAll(nil, [path])
        #expect(
            reasons(items) == [
                "thumb.jpg": .systemFile, "._a.jpg": .systemFile, "b.jpg": .inHiddenFolder, "c.jpg": .emptyFile,
                "notes.txt": .notAPhoto,
            ])
        #expect(summary.assets == 1)
    }

    @Test func filtersAreAReasonOfTheirOwn() async throws {
        try scene.add("a.jpg", TestPhoto.jpeg(1))
        try scene.add("b.txt", Array("x".utf8))
        let (items, summary) = try await scene.importAll { $0.filter = PathFilter(exclude: ["*.txt"]) }
        #expect(reasons(items) == ["b.txt": .excluded])
        #expect(items.compactMap(\.error?.code) == [.excluded])
        #expect(summary.excluded == 1 && summary.skips.isEmpty && summary.skipped == 0)
    }
}
