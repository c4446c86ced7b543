import Foundation
import TestSupport
import Testing

/// The text output about deleted photos, interrupted work and stored decisions.
@Suite("Text output of match, resolve, identify and decisions")
struct AnswerTextTests {
    private let folder: TemporaryFolder
    /// The local identifiers of 1.jpg and 2.jpg.
    private let photos: [String]

    init() throws {
        folder = try TemporaryFolder()
        for seed: UInt64 in 1...2 {
            let path = folder.url.appendingPathComponent("source")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            try Data(Scenes.jpeg(seed, width: 320, height: 240)).write(to: path.appendingPathComponent("\(seed).jpg"))
        }
        let imported = try PhotosProcess.run(
            arguments: ["import", "--json", "--library", folder.path("library"), folder.path("source")])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
        photos = imported.items.sorted { "\($0["path"] ?? "")" < "\($1["path"] ?? "")" }
            .compactMap { $0["localIdentifier"] as? String }
        try #require(photos.count == 2)
    }

    private func file(_ name: String) -> String { folder.path("source/" + name) }

    private func run(_ arguments: String..., input: String = "") throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", folder.path("library")], input: input)
    }

    // MARK: Recently deleted

    @Test func theErrorForARecentlyDeletedPhotoNamesTheCommandThatRestoresIt() throws {
        let text = try #require(try run("identify", photos[0]).lines.first).description
        #expect(try run("delete", photos[0]).exitCode == 0)
        let remedy =
            "This photo is recently deleted and can be restored. “photos delete --restore --library "
            + "'\(folder.path("library"))' \(photos[0])” does it."
        for arguments in [["match", file("1.jpg")], ["resolve", text], ["identify", "--path", file("1.jpg")]] {
            let output = try PhotosProcess.run(arguments: arguments + ["--library", folder.path("library")])
            #expect(output.exitCode == 3)
            #expect((output.standardOutput + output.standardError).contains(remedy), "\(output)")
            let machine = try PhotosProcess.run(arguments: arguments + ["--json", "--library", folder.path("library")])
            let item = try #require(machine.items.first)
            #expect(machine.exitCode == 3 && ["notFound", nil].contains(item["status"] as? String))
            let deleted = try #require(item["recentlyDeleted"] as? [String: String])
            #expect(deleted["localIdentifier"] == photos[0] && deleted["deletedDate"]?.hasPrefix("20") == true)
            let error = try #require(item["error"] as? [String: Any])
            #expect(error["code"] as? String == "identifierNotFound" && error["identifier"] as? String == photos[0])
        }
        #expect(try run("delete", "--restore", photos[0]).exitCode == 0)
        #expect(try run("match", file("1.jpg")).exitCode == 0)
        #expect(try run("match", "--json", file("1.jpg")).items.first?["recentlyDeleted"] == nil)
    }

    @Test func aPermanentlyDeletedPhotoIsNotInTheLibrary() throws {
        #expect(try run("delete", photos[0]).exitCode == 0)
        #expect(try run("delete", "--permanently", photos[0]).exitCode == 0)
        let output = try run("match", file("1.jpg"))
        #expect(output.exitCode == 3 && output.standardOutput.contains("1.jpg: not in this library:"))
    }

    // MARK: Pictures that are not decoded

    @Test func theLibrarysPicturesThatAreNotDecodedAreNamed() throws {
        try Data(Scenes.jpeg(3, width: 320, height: 240)).write(to: URL(fileURLWithPath: folder.path("other.jpg")))
        for number in 1...5 {
            let raw = TIFFBuilder(main: [.text(0x010F, "Maker \(number)"), .byte(0xC612, 1)]).bytes
            try Data(raw).write(to: URL(fileURLWithPath: file("shot\(number).dng")))
        }
        #expect(try run("import", folder.path("source")).exitCode == 0)
        let text = try run("match", folder.path("other.jpg"))
        #expect(text.exitCode == 6)
        let lines = text.lines
        #expect(
            lines.first?.hasSuffix(
                "other.jpg: Cannot tell whether the photo is in the library: 5 pictures of the library that may show it "
                    + "are not decoded.") == true, "\(text.standardOutput)")
        #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasSuffix(".dng). Its picture is not decoded.") })
        #expect(lines.count == 5 && lines.last == "    And 2 more.")
        let item = try #require(try run("match", "--json", folder.path("other.jpg")).items.first)
        let undecoded = try #require(item["undecoded"] as? [String: Any])
        #expect(item["status"] as? String == "undecidable")
        #expect(undecoded["count"] as? Int == 5 && undecoded["isRequested"] as? Bool == false)
        let pictures = try #require(undecoded["pictures"] as? [[String: String]])
        #expect(pictures.count == 3 && pictures.allSatisfy { $0["originalFilename"]?.hasSuffix(".dng") == true })
        #expect(lines[1].hasPrefix("    \(pictures[0]["localIdentifier"] ?? "?") ("))
        let asked = try run("match", "--json", folder.path("source/1.jpg")).items.first
        #expect(asked?["undecoded"] == nil)
    }

    /// A requested picture that is not decoded was compared with none, so it is not counted as not found.
    @Test func aRequestedPictureThatIsNotDecodedIsCountedAsSuch() throws {
        func raw(_ number: Int) throws -> String {
            let path = folder.path("shot\(number).dng")
            let bytes = TIFFBuilder(main: [.text(0x010F, "Maker \(number)"), .byte(0xC612, 1)]).bytes
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return path
        }
        let (first, second) = (try raw(1), try raw(2))
        let one = try run("match", file("1.jpg"), first)
        #expect(one.exitCode == 6)
        let text = one.standardOutput + one.standardError
        #expect(
            text.contains("1 found, 1 cannot be compared."),
            "\(text)")
        #expect(!text.contains("not found"), "\(text)")
        let two = try run("match", first, second)
        let words = two.standardOutput + two.standardError
        #expect(words.contains("2 cannot be compared."), "\(words)")
    }

    // MARK: Standard input

    @Test func identifyReadsIdentifiersFromStandardInput() throws {
        let named = try run("identify", photos[1], photos[0], photos[1])
        let read = try run("identify", photos[1], "-", input: "\(photos[0])\n\n  \(photos[1])\n")
        #expect(read.exitCode == 0 && read.lines.count == 3)
        #expect(read.standardOutput == named.standardOutput)
    }

    // MARK: Interruption

    @Test("After Ctrl-C text output and JSON say how many answers were printed")
    func interruption() throws {
        let text = try #require(try run("identify", "--compact", photos[0]).lines.first).description
        let input = String(repeating: text + "\n", count: 20_000)
        func stopped(_ option: String) throws -> PhotosProcess.Outcome {
            try PhotosProcess.run(
                arguments: ["resolve", option, "--library", folder.path("library"), "-"], input: input, sending: SIGINT
            ) { $0 > 600 }
        }
        let output = try stopped("--quiet")
        #expect(output.exitCode == 130)
        let words = try #require(
            output.standardError.firstMatch(of: /Interrupted after (\d+) of at least (\d+) identifiers: (\d+) found\./))
        #expect(words.1 == words.3 && Int(words.1) == output.lines.count, "\(output.standardError)")
        #expect(try #require(Int(words.2)) >= output.lines.count)
        let machine = try stopped("--json")
        #expect(machine.exitCode == 130)
        #expect(machine.summary["error"] as? String == "cancelled")
        #expect(machine.summary["found"] as? Int == machine.items.count)
    }

    // MARK: Decisions

    @Test func storedDecisionsAreNotAddedAgain() throws {
        let contents = [String(repeating: "ab", count: 16), String(repeating: "cd", count: 16)]
        let line = #"{"contents":["\#(contents[0])","\#(contents[1])"],"isSame":true,"date":"2026-01-02T03:04:05Z"}"#
        let first = try run("decisions", "--add", "-", input: line + "\nnone\n")
        #expect(first.exitCode == 2)
        #expect(first.standardError == "1 decision added, 1 line could not be read\n")
        let second = try run("decisions", "--add", "-", input: line)
        #expect(second.standardError == "0 decisions added, 1 already stored with the same or a later date\n")
        let machine = try run("decisions", "--add", "-", "--json", input: line)
        #expect(machine.summary as? [String: Int] == ["decisions": 1, "added": 0, "known": 1, "failed": 0])
    }
}
