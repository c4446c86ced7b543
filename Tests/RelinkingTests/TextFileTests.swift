import Foundation
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("Text files are replaced whole, and undone")
struct TextFileTests {
    private let desk: Desk
    private let before = "\u{FEFF}ä ![](/old/Pictures/a.jpg)\r\n[x](</old/Pictures/a.jpg> 't')\r\n"

    init() throws {
        desk = try Desk(["a.jpg": "A.jpg"])
        try desk.write(before, to: "n.md")
    }

    @Test("A preview writes nothing")
    func preview() throws {
        var desk = desk
        desk.request.isDryRun = true
        let items = try desk.relink("n.md")
        #expect(items.map(\.status) == [.planned, .planned])
        #expect(items.map(\.to) == [desk.real + "/new/A.jpg", desk.real + "/new/A.jpg"])
        #expect(try desk.text("n.md") == before)
        #expect(desk.names == ["n.md", "new"])
    }

    @Test("Undo puts back every byte, of several relinks in reverse order")
    func undo() throws {
        let original = try desk.bytes("n.md")
        try desk.relink("n.md")
        #expect(try desk.bytes("n.md.relink-backup") == original)
        try desk.write(try desk.text("n.md") + "![](/old/Pictures/a.jpg)", to: "n.md")
        let second = try desk.bytes("n.md")
        try desk.relink("n.md")
        #expect(try desk.bytes("n.md.relink-backup.2") == second)
        #expect(try Relinker.undo(desk.path("n.md")).map(\.status) == [.restored])
        #expect(try desk.bytes("n.md") == second)
        #expect(code { _ = try Relinker.undo(desk.path("n.md")) } == .sourceChanged)
        #expect(try desk.bytes("n.md") == second)
        // Taking the change back by hand makes it the file that the first relink left.
        try second.dropLast("![](/old/Pictures/a.jpg)".utf8.count)
            .write(to: URL(fileURLWithPath: desk.path("n.md").string))
        #expect(try Relinker.undo(desk.path("n.md")).count == 2)
        #expect(try desk.bytes("n.md") == original)
        #expect(desk.names == ["n.md", "new"])
        #expect(code { _ = try Relinker.undo(desk.path("n.md")) } == .unreadable)
    }

    @Test("A record of a relink that never reached the file is cleared away")
    func interrupted() throws {
        let original = try desk.bytes("n.md")
        try desk.relink("n.md")
        try original.write(to: URL(fileURLWithPath: desk.path("n.md").string))
        #expect(try Relinker.undo(desk.path("n.md")).isEmpty)
        #expect(desk.names == ["n.md", "new"])
    }

    @Test("A relink removes only what it made: not what another took the name for")
    func foreignFiles() throws {
        var first = UndoFiles.next(for: desk.path("n.md"))
        var second = UndoFiles.next(for: desk.path("n.md"))
        #expect(first.backup == second.backup)
        let status = try desk.path("n.md").fileStatus()
        try first.add(first.backup, Array("first".utf8), like: status)
        #expect(code { try second.add(second.backup, Array("second".utf8), like: status) } == .ioFailure)
        try desk.write("part", to: "part")
        #expect(code { try second.add(second.backup, whole: desk.path("part")) } == .ioFailure)
        second.remove()
        #expect(try desk.text("n.md.relink-backup") == "first")
        #expect(desk.names == ["n.md", "n.md.relink-backup", "new", "part"])
        first.remove()
        #expect(desk.names == ["n.md", "new", "part"])
    }

    @Test("While a relink is at work on a file, another and an undo are refused; a preview is not")
    func atOnce() throws {
        let text = desk.path("n.md")
        let lock = try RewriteLock(text)
        #expect(code { try desk.relink("n.md") } == .fileBusy)
        #expect(code { _ = try Relinker.undo(text) } == .fileBusy)
        var preview = desk
        preview.request.isDryRun = true
        #expect(try preview.relink("n.md").count == 2)
        withExtendedLifetime(lock) {}
        #expect(desk.names == ["n.md", "new"])
    }

    @Test("A file written to while photos were looked for stays, and so does what another relink left")
    func writtenMeanwhile() throws {
        try desk.relink("n.md")
        try desk.write(before, to: "n.md")
        let finder = WritingFinder(finder: desk.finder) { try? desk.write("theirs", to: "n.md") }
        let relinker = Relinker(desk.request, finder: finder)
        #expect(code { _ = try relinker.relink(desk.path("n.md")) } == .sourceChanged)
        #expect(try desk.text("n.md") == "theirs")
        #expect(desk.names == ["n.md", "n.md.relink-backup", "n.md.relink-undo", "new"])
    }

    @Test("The mode stays, through a link too; the backup is no more public than the file")
    func mode() throws {
        chmod(desk.path("n.md").string, 0o640)
        try FileManager.default.createSymbolicLink(atPath: desk.path("link.md").string, withDestinationPath: "n.md")
        try desk.relink("link.md")
        for name in ["n.md", "n.md.relink-backup", "n.md.relink-undo"] {
            var status = stat()
            #expect(lstat(desk.path(name).string, &status) == 0)
            #expect(status.st_mode == S_IFREG | 0o640, "\(name)")
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: desk.path("link.md").string) == "n.md")
        #expect(try Relinker.undo(desk.path("link.md")).count == 2)
        #expect(try desk.text("n.md") == before)
    }

    @Test("Hard links, other encodings, other kinds and what is not there are refused")
    func refused() throws {
        #expect(link(desk.path("n.md").string, desk.path("twin.md").string) == 0)
        #expect(code { try desk.relink("n.md") } == .unsupportedFile)
        unlink(desk.path("twin.md").string)
        try Data([0xFF, 0xFE, 0x61, 0x00]).write(to: URL(fileURLWithPath: desk.path("utf16.md").string))
        #expect(code { try desk.relink("utf16.md") } == .unreadable)
        try Data("![](/old/Pictures/a.jpg) \u{E9}".unicodeScalars.map { UInt8($0.value) })
            .write(to: URL(fileURLWithPath: desk.path("latin.md").string))
        #expect(code { try desk.relink("latin.md") } == .unreadable)
        try desk.write("<html>", to: "page.html")
        #expect(code { try desk.relink("page.html") } == .unsupportedFile)
        #expect(code { try desk.relink("new") } == .notARegularFile)
        #expect(code { try desk.relink("none.md") } == .unreadable)
        #expect(try desk.text("n.md") == before)
        #expect(desk.names == ["latin.md", "n.md", "new", "page.html", "utf16.md"])
    }

    @Test("A file that cannot be replaced stays, and nothing stays beside it")
    func readOnlyFolder() throws {
        // An administrator may write everywhere.
        guard geteuid() != 0 else { return }
        chmod(desk.real, 0o500)
        defer { chmod(desk.real, 0o700) }
        #expect(code { try desk.relink("n.md") } == .ioFailure)
        #expect(try desk.text("n.md") == before)
    }
}

/// Does something else before it answers.
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
