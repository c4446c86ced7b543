import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct ExportCommandTests {
    private let folder: TemporaryFolder
    private let library: String
    private let to: String

    init() throws {
        folder = try TemporaryFolder()
        library = folder.path("library")
        to = folder.path("export")
        try FileManager.default.createDirectory(atPath: folder.path("card"), withIntermediateDirectories: true)
        for number in 1...3 {
            let photo = TestPhoto.dated(TestPhoto.jpeg(UInt64(number)), "2024:05:17 10:30:0\(number)")
            try folder.write(photo, to: "card/IMG_\(number).JPG")
        }
        #expect(try run("import", folder.path("card")).exitCode == 0)
    }

    private func run(_ arguments: String..., input: String = "") throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments + ["--library", library], input: input)
    }

    private var files: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: to).filter { $0.hasSuffix(".JPG") }.sorted() }
    }

    @Test func everyFileIsAnObject() throws {
        let dry = try run("export", "--to", to, "--dry-run")
        #expect(dry.exitCode == 0 && dry.lines.last == "3 files: 3 would be exported.", "\(dry.standardError)")
        // An import adds the photos of a folder in any order, and their files are listed in this order.
        #expect(dry.lines.dropLast().sorted() == (1...3).map { "\(to)/2024/05/IMG_\($0).JPG: would be exported" })
        #expect(!FileManager.default.fileExists(atPath: to))
        let first = try run("export", "--to", to, "--json", "--sidecar", "xmp")
        #expect(first.exitCode == 0, "\(first.standardError)")
        #expect(first.items.count == 6 && first.summary["exported"] as? Int == 6)
        #expect(Set(first.items.compactMap { $0["role"] as? String }) == ["original", "sidecar"])
        let paths = first.items.compactMap { $0["path"] as? String }.sorted()
        #expect(paths == (1...3).flatMap { ["\(to)/2024/05/IMG_\($0).JPG", "\(to)/2024/05/IMG_\($0).JPG.xmp"] })
        let again = try run("export", "--to", to, "--layout", "{year}-{month}/{name}")
        #expect(again.standardOutput == "3 files: 3 renamed.\n")
        #expect(try files == (1...3).map { "2024-05/IMG_\($0).JPG" })
    }

    @Test func queriesAndNamesSelectPhotos() throws {
        let ids = try run("list", "--ids").lines.map(String.init)
        #expect(try run("edit", ids[0], "--favorite").exitCode == 0)
        #expect(try run("albums", "create", "Rome", ids[1]).exitCode == 0)
        #expect(try run("export", "--to", to, "--favorite").exitCode == 0)
        #expect(try files == ["2024/05/IMG_1.JPG"])
        #expect(try run("export", "--to", to, "--album", "Rome", "--layout", "{album}/{name}").exitCode == 0)
        #expect(try files == ["2024/05/IMG_1.JPG", "Rome/IMG_2.JPG"])
        #expect(try run("export", "-", "--to", to, "--cleanup", input: ids[2] + "\n").exitCode == 0)
        #expect(try files == ["2024/05/IMG_3.JPG"])
        let unknown = try run("export", "--to", to, "--cleanup", "IMG_1.JPG", "nope.jpg")
        #expect(unknown.exitCode == 3 && unknown.standardError.contains("nope.jpg: No photo"))
        #expect(try files == ["2024/05/IMG_1.JPG", "2024/05/IMG_3.JPG"], "Nothing is removed if a name is wrong.")
        #expect(try run("export", "-", "--to", to, "--cleanup").exitCode == 0)
        #expect(try files.count == 2, "Nothing is removed if the list is empty, as after a command that failed.")
        #expect(try run("export", "--to", to, "--album", "nowhere").exitCode == 3)
    }

    @Test func hiddenPhotosAreCounted() throws {
        let first = try #require(try run("list", "--ids").lines.first.map(String.init))
        #expect(try run("edit", first, "--hidden").exitCode == 0)
        let exported = try run("export", "--to", to)
        #expect(
            exported.standardOutput.hasSuffix(
                "2 files: 2 exported.\n1 hidden photo is not included: --hidden exports them instead of the others, so use "
                    + "another folder.\n"))
        #expect(try run("export", "--to", to, "--hidden").standardOutput.hasSuffix("1 file: 1 exported.\n"))
        #expect(try files.count == 3)
    }

    @Test func editsThatAreLeftOutAreCounted() throws {
        for (seed, name) in [(8, "IMG_0009.JPG"), (9, "IMG_E0009.JPG")] as [(UInt64, String)] {
            try folder.write(TestPhoto.dated(TestPhoto.jpeg(seed), "2024:06:01 10:30:00"), to: "card/\(name)")
        }
        #expect(try run("import", folder.path("card")).exitCode == 0)
        let exported = try run("export", "--to", to).standardOutput
        #expect(
            exported.hasSuffix("1 photo has an edited version that is not included: use --both.\n"), "\(exported)")
        #expect(try !run("export", "--to", to, "--both").standardOutput.contains("--both"))
    }

    @Test func changedFilesAreNamed() throws {
        #expect(try run("export", "--to", to).exitCode == 0)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: to + "/2024/05/IMG_2.JPG"))
        let kept = try run("export", "--to", to)
        #expect(kept.exitCode == 2)
        #expect(kept.standardError.contains("IMG_2.JPG: Someone changed this file"))
        #expect(kept.standardOutput == "3 files: 2 unchanged, 1 kept, changed by someone.\n")
    }

    @Test func errorsOfFoldersSayWhatToDo() throws {
        func refused(_ path: String) throws -> String {
            let outcome = try run("export", "--to", path)
            #expect(outcome.exitCode != 0)
            return outcome.standardError
        }
        let absent = try refused(folder.path("absent/export"))
        #expect(
            absent.contains("Could not make the folder: No such file or directory. Make the folder that it is in"),
            "\(absent)")
        let taken = "A file, a link or another folder is in its place. Move it away, or export to another folder."
        let file = try refused(try folder.write([1], to: "file").string)
        #expect(file.contains("Could not open the folder: Not a directory. \(taken)"), "\(file)")
        try folder.write([1], to: "export/.photos-export.tmp/letter.txt")
        let temporary = try refused(to)
        #expect(temporary.contains("Could not make the folder: File exists. \(taken)"), "\(temporary)")
        #expect(FileManager.default.fileExists(atPath: to + "/.photos-export.tmp/letter.txt"))
    }

    @Test(arguments: [
        ["export"], ["export", "--to", ""], ["export", "--to", "x", "--layout", "{year}"],
        ["export", "--to", "x", "--layout", "{title}/{name}"], ["export", "--to", "x", "--original", "--both"],
        ["export", "--to", "x", "--sidecar", "json"],
    ])
    func wrongOptionsAreRefused(arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: arguments + ["--library", library])
        #expect(outcome.exitCode == 64, "\(outcome.standardError)")
    }

    @Test func anInterruptedExportContinues() throws {
        for number in 10..<40 { try folder.write(TestPhoto.jpeg(UInt64(number)), to: "card/\(number).JPG") }
        #expect(try run("import", folder.path("card")).exitCode == 0)
        let arguments = ["export", "--to", to, "--verbose", "--library", library]
        let stopped = try PhotosProcess.run(arguments: arguments, sending: SIGINT) { $0 > 0 }
        // On a fast machine the export may end before the signal arrives.
        #expect([0, 130].contains(stopped.exitCode), "\(stopped.standardError)")
        let summary = try run("export", "--to", to, "--json").summary
        #expect((summary["exported"] as? Int ?? 0) + (summary["unchanged"] as? Int ?? 0) == 33)
        #expect(try files.count == 33)
        #expect(try run("export", "--to", to, "--json").summary["unchanged"] as? Int == 33)
    }
}
