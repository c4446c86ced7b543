import Foundation
import TestSupport
import Testing

/// Albums with the same title, positions in albums, and the number of changed photos.
@Suite("Text output of albums and edit")
struct CollectionNameTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }
    private let ids: [String]

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: false)
        for number in 1...3 { try folder.write(Array("photo \(number)".utf8), to: "source/\(number).jpg") }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), folder.path("source")])
        ids = imported.items.sorted { "\($0["path"] ?? "")" < "\($1["path"] ?? "")" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(ids.count == 3)
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library])
    }

    @Test("A title that several albums have is refused with the identifiers and the numbers of photos")
    func sameTitles() throws {
        let first = try #require(try run("albums", "create", "Rome", ids[0]).lines.first)
        let second = try #require(try run("albums", "create", "Rome").lines.first)
        for arguments in [
            ["albums", "list", "Rome"], ["albums", "Rome"], ["list", "--album", "Rome"],
            ["albums", "add", "Rome", ids[1]],
        ] {
            let refused = try PhotosProcess.run(arguments: arguments + ["--library", library])
            #expect(refused.exitCode == 4 && refused.standardOutput.isEmpty, "\(arguments)")
            #expect(refused.standardError.contains("\(first) (1 photo)"), "\(refused.standardError)")
            #expect(refused.standardError.contains("\(second) (0 photos)"))
        }
        #expect(try run("list", "--album", String(first), "--ids").lines == [Substring(ids[0])])
        #expect(try run("folders", "create", "Travels").exitCode == 0)
        #expect(try run("folders", "create", "Travels").exitCode == 0)
        let folders = try run("folders", "Travels")
        #expect(folders.exitCode == 4 && folders.standardError.contains("(0 folders and 0 albums)"))
    }

    @Test("A position that an album does not have is refused with the positions that it has")
    func positions() throws {
        #expect(try run("albums", "create", "Rome", ids[0], ids[1], ids[2]).exitCode == 0)
        let inJSON = try run("albums", "move", "Rome", ids[0], "--to", "99", "--json")
        #expect(inJSON.exitCode == 64 && inJSON.summary["error"] as? String == "changeNotSupported")
        let refused = try run("albums", "move", "Rome", ids[0], "--to", "99")
        #expect(refused.exitCode == 64)
        #expect(
            refused.standardError.contains("--to is 99, but the album has 2 other photos: --to must be from 0 to 2."),
            "\(refused.standardError)")
        #expect(try run("albums", "move", "Rome", ids[0], "--to", "2").exitCode == 0)
        #expect(try run("albums", "Rome").lines.map { String($0.prefix(36)) } == [ids[1], ids[2], ids[0]])
        #expect(try run("folders", "create", "Travels").exitCode == 0)
        let folders = try run("folders", "move", "Travels", "--top", "--at", "5")
        #expect(folders.exitCode == 64 && folders.standardError.contains("--at must be from 0 to 1."))
    }

    @Test("Changes say how many photos changed")
    func numbers() throws {
        func said(_ arguments: String...) throws -> String {
            try PhotosProcess.run(arguments: arguments + ["--library", library]).standardError
        }
        #expect(try said("edit", ids[0], ids[1], "--favorite") == "2 photos edited.\n")
        #expect(try said("edit", ids[0], ids[1], ids[2], "--favorite") == "1 photo edited, 2 needed no change.\n")
        #expect(try said("edit", ids[0], "--favorite") == "Nothing to change.\n")
        #expect(try run("albums", "create", "Rome", ids[0]).exitCode == 0)
        #expect(
            try said("albums", "add", "Rome", ids[0], ids[1], ids[2])
                == "2 photos added, 1 was already in the album.\n")
        #expect(try said("albums", "add", "Rome", ids[0]) == "Nothing to change.\n")
        #expect(try said("albums", "remove", "Rome", ids[0]) == "1 photo removed.\n")
        #expect(try said("albums", "remove", "Rome", ids[0], ids[1]) == "1 photo removed, 1 was not in the album.\n")
        #expect(try said("albums", "key", "Rome", ids[2]) == "The key photo was set.\n")
        #expect(try said("albums", "rename", "Rome", "Roma") == "1 album renamed.\n")
        #expect(try run("list", "--limit", "2").standardError == "2 of 3 photos\n")
        #expect(try run("list", "--limit", "5").standardError == "3 photos\n")
        #expect(try run("list").standardOutput.contains(" 7 bytes "))
    }

    @Test("Errors name what the person typed")
    func names() throws {
        let unknown = "No photo of this library has this identifier, file name or path."
        #expect(try run("albums", "create", "Rome", ids[0]).exitCode == 0)
        for arguments in [
            ["show"], ["delete"], ["edit", "--favorite"], ["albums", "add", "Rome"], ["albums", "key", "Rome"],
            ["load"],
        ] {
            let refused = try PhotosProcess.run(arguments: arguments + ["nope.jpg", "--library", library])
            #expect(refused.exitCode == 3, "\(arguments)")
            #expect(refused.standardError.contains("nope.jpg: \(unknown)"), "\(arguments): \(refused.standardError)")
            #expect(!refused.standardOutput.contains("restore"), "\(refused.standardOutput)")
        }
        #expect(
            try run("show", "abc").standardError
                == "photos: abc: \(unknown) The beginning of an identifier needs at least 6 digits.\n")
        #expect(try run("identify", "Rome").standardError.contains("no album or folder has this identifier"))
        let purged = try run("delete", "--permanently", "1.jpg")
        #expect(purged.exitCode == 3)
        #expect(
            purged.standardError
                == "photos: 1.jpg: This photo is not deleted. Only deleted photos can be removed permanently.\n")
        #expect(try run("albums", "key", "Rome", "2.jpg").standardError.hasPrefix("photos: 2.jpg: "))
        #expect(try run("delete", "3.jpg").exitCode == 0)
        #expect(try run("edit", "3.jpg", "--favorite").standardError.hasPrefix("photos: 3.jpg: "))
    }

    @Test("A photo is named by the path from which it was imported, unless another file is there now")
    func sourcePaths() throws {
        let path = folder.path("source/2.jpg")
        func shown() throws -> [String] {
            try run("show", "--json", path).items.compactMap { $0["localIdentifier"] as? String }
        }
        #expect(try shown() == [ids[1]])
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        #expect(try shown() == [ids[1]])
        try Data("another photo".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try run("show", path).exitCode == 3)
        try FileManager.default.removeItem(atPath: path)
        #expect(try run("delete", path).exitCode == 0)
        #expect(try run("delete", "--restore", path).exitCode == 0)
    }

    @Test("hash has a header and says which file is no photo")
    func hash() throws {
        try folder.write(Scenes.jpeg(1, width: 160, height: 120), to: "a.jpg")
        try folder.write(Array("Dear".utf8), to: "letter.txt")
        let output = try PhotosProcess.run(arguments: ["hash", folder.path("a.jpg"), folder.path("letter.txt")])
        #expect(output.lines[0].hasPrefix("hash of the picture ") && output.lines[0].hasSuffix("  file"))
        #expect(output.lines[1].wholeMatch(of: /[0-9a-f]{64}  .*a\.jpg/) != nil)
        #expect(output.lines[2].hasPrefix("not a photo or video ") && !output.lines[2].contains("----"))
    }
}
