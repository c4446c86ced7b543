import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("Text files are replaced completely, and restored")
struct TextFileTests {
    private let fixture: RelinkFixture
    private let before = "\u{FEFF}ä ![](/old/Pictures/a.jpg)\r\n[x](</old/Pictures/a.jpg> 't')\r\n"

    init() throws {
        fixture = try RelinkFixture(["a.jpg": "A.jpg"])
        try fixture.write(before, to: "n.md")
    }

    @Test("A dry run writes nothing")
    func preview() throws {
        var fixture = fixture
        fixture.request.isDryRun = true
        let items = try fixture.relink("n.md")
        #expect(items.map(\.status) == [.planned, .planned])
        #expect(items.map(\.to) == [fixture.real + "/new/A.jpg", fixture.real + "/new/A.jpg"])
        #expect(try fixture.text("n.md") == before)
        #expect(fixture.names == ["n.md", "new"])
    }

    @Test("Undo restores every byte, after several relinks in reverse order")
    func undo() throws {
        let original = try fixture.bytes("n.md")
        try fixture.relink("n.md")
        #expect(try fixture.bytes("n.md.relink-backup") == original)
        try fixture.write(try fixture.text("n.md") + "![](/old/Pictures/a.jpg)", to: "n.md")
        let second = try fixture.bytes("n.md")
        try fixture.relink("n.md")
        #expect(try fixture.bytes("n.md.relink-backup.2") == second)
        #expect(try Relinker.undo(fixture.path("n.md")).map(\.status) == [.restored])
        #expect(try fixture.bytes("n.md") == second)
        #expect(code { _ = try Relinker.undo(fixture.path("n.md")) } == .sourceChanged)
        #expect(try fixture.bytes("n.md") == second)
        // If the later change is undone manually, the file equals the result of the first relink.
        try second.dropLast("![](/old/Pictures/a.jpg)".utf8.count)
            .write(to: URL(fileURLWithPath: fixture.path("n.md").string))
        #expect(try Relinker.undo(fixture.path("n.md")).count == 2)
        #expect(try fixture.bytes("n.md") == original)
        #expect(fixture.names == ["n.md", "new"])
        #expect(code { _ = try Relinker.undo(fixture.path("n.md")) } == .unreadable)
    }

    @Test("The record of a relink that did not reach the file is removed")
    func interrupted() throws {
        let original = try fixture.bytes("n.md")
        try fixture.relink("n.md")
        try original.write(to: URL(fileURLWithPath: fixture.path("n.md").string))
        #expect(try Relinker.undo(fixture.path("n.md")).isEmpty)
        #expect(fixture.names == ["n.md", "new"])
    }

    @Test("A relink removes only its own files, not another file with the same name")
    func foreignFiles() throws {
        var first = UndoFiles.next(for: fixture.path("n.md"))
        var second = UndoFiles.next(for: fixture.path("n.md"))
        #expect(first.backup == second.backup)
        let status = try fixture.path("n.md").fileStatus()
        try first.add(first.backup, Array("first".utf8), like: status)
        #expect(code { try second.add(second.backup, Array("second".utf8), like: status) } == .ioFailure)
        try fixture.write("part", to: "part")
        #expect(code { try second.add(second.backup, whole: fixture.path("part")) } == .ioFailure)
        second.remove()
        #expect(try fixture.text("n.md.relink-backup") == "first")
        #expect(fixture.names == ["n.md", "n.md.relink-backup", "new", "part"])
        first.remove()
        #expect(fixture.names == ["n.md", "new", "part"])
    }

    @Test("While a relink uses a file, another relink and an undo are refused, and a dry run is not")
    func atOnce() throws {
        let text = fixture.path("n.md")
        let lock = try RewriteLock(text)
        #expect(code { try fixture.relink("n.md") } == .fileBusy)
        #expect(code { _ = try Relinker.undo(text) } == .fileBusy)
        var preview = fixture
        preview.request.isDryRun = true
        #expect(try preview.relink("n.md").count == 2)
        withExtendedLifetime(lock) {}
        #expect(fixture.names == ["n.md", "new"])
    }

    @Test("A file that was changed during the search stays, and so do the files of an earlier relink")
    func writtenMeanwhile() throws {
        try fixture.relink("n.md")
        try fixture.write(before, to: "n.md")
        let finder = WritingFinder(finder: fixture.finder) { try? fixture.write("theirs", to: "n.md") }
        let relinker = Relinker(fixture.request, finder: finder)
        #expect(code { _ = try relinker.relink(fixture.path("n.md")) } == .sourceChanged)
        #expect(try fixture.text("n.md") == "theirs")
        #expect(fixture.names == ["n.md", "n.md.relink-backup", "n.md.relink-undo", "new"])
    }

    @Test("The mode stays, also through a link, and the backup has the file's mode")
    func mode() throws {
        chmod(fixture.path("n.md").string, 0o640)
        try FileManager.default.createSymbolicLink(atPath: fixture.path("link.md").string, withDestinationPath: "n.md")
        try fixture.relink("link.md")
        for name in ["n.md", "n.md.relink-backup", "n.md.relink-undo"] {
            var status = stat()
            #expect(lstat(fixture.path(name).string, &status) == 0)
            #expect(status.st_mode == S_IFREG | 0o640, "\(name)")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: fixture.path("link.md").string) == "n.md")
        #expect(try Relinker.undo(fixture.path("link.md")).count == 2)
        #expect(try fixture.text("n.md") == before)
    }

    @Test("Hard links, other encodings, other formats and missing files are refused")
    func refused() throws {
        #expect(link(fixture.path("n.md").string, fixture.path("twin.md").string) == 0)
        #expect(code { try fixture.relink("n.md") } == .unsupportedFile)
        unlink(fixture.path("twin.md").string)
        try Data([0xFF, 0xFE, 0x61, 0x00]).write(to: URL(fileURLWithPath: fixture.path("utf16.md").string))
        #expect(code { try fixture.relink("utf16.md") } == .unreadable)
        try Data("![](/old/Pictures/a.jpg) \u{E9}".unicodeScalars.map { UInt8($0.value) })
            .write(to: URL(fileURLWithPath: fixture.path("latin.md").string))
        #expect(code { try fixture.relink("latin.md") } == .unreadable)
        try fixture.write("<html>", to: "page.html")
        #expect(code { try fixture.relink("page.html") } == .unsupportedFile)
        #expect(code { try fixture.relink("new") } == .notARegularFile)
        #expect(code { try fixture.relink("none.md") } == .unreadable)
        #expect(try fixture.text("n.md") == before)
        #expect(fixture.names == ["latin.md", "n.md", "new", "page.html", "utf16.md"])
    }

    @Test("A file that cannot be replaced stays, and no other file remains beside it")
    func readOnlyFolder() throws {
        // Root can write everywhere.
        guard geteuid() != 0 else { return }
        chmod(fixture.real, 0o500)
        defer { chmod(fixture.real, 0o700) }
        #expect(code { try fixture.relink("n.md") } == .ioFailure)
        #expect(try fixture.text("n.md") == before)
    }
}

/// A finder that changes the file before it answers.
private struct WritingFinder: PhotoFinding {
    let finder: FakeFinder
    let act: () -> Void

    func find(paths: [FilePath]) -> [FilePath: Finding] {
        act()
        return finder.find(paths: paths)
    }

    func find(cloudIdentifiers: [String]) -> [String: Finding] { finder.find(cloudIdentifiers: cloudIdentifiers) }
    func cloudIdentifiers(of assets: [String]) -> [String: String] { finder.cloudIdentifiers(of: assets) }
}
