import Foundation
import TestSupport
import Testing

/// Summaries and questions of several commands on a small library.
@Suite("Summaries of commands")
struct SummaryTextTests {
    private let folder: TemporaryFolder
    private var library: String { folder.path("library") }
    private var source: String { folder.path("source") }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("source"), withIntermediateDirectories: false)
        for seed: UInt64 in 1...2 {
            try folder.write(Scenes.jpeg(seed, width: 160, height: 120), to: "source/\(seed).jpg")
        }
        // The same picture again, in a separate asset.
        try folder.write(Scenes.jpeg(1, width: 160, height: 120), to: "source/again.jpg")
        let imported = try PhotosProcess.run(
            arguments: [
                "import", "--on-duplicate", "import", "--library", folder.path("library"), folder.path("source"),
            ])
        try #require(imported.exitCode == 0, "\(imported.standardError)")
    }

    private func run(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(
            arguments: arguments + ["--library", library],
            environment: ["HOME": folder.path("home"), "XDG_DATA_HOME": folder.path("home/share"), "SHELL": "/bin/sh"])
    }

    @Test("relink counts paths, and the help says that only links are rewritten in Markdown")
    func relink() throws {
        let notes = folder.path("notes.txt")
        try "![](\(source)/1.jpg) and `\(source)/2.jpg` and \(source)/2.jpg\n".write(
            toFile: notes, atomically: true, encoding: .utf8)
        try FileManager.default.removeItem(atPath: source)
        #expect(try run("relink", notes, "--from", source).standardError == "1 path rewritten in 1 file.\n")
        let text = try String(contentsOfFile: notes, encoding: .utf8)
        #expect(text.hasSuffix(" and `\(source)/2.jpg` and \(source)/2.jpg\n"))
        try "nothing\n".write(toFile: notes, atomically: true, encoding: .utf8)
        #expect(
            try run("relink", notes, "--from", source).standardError == "No path of the old folder in 1 file.\n")
        #expect(
            try run("relink", "--undo", notes).standardError.hasSuffix(
                "\nNothing was restored in 1 file; 1 file failed.\n"))
        let help = try run("relink", "--help").standardOutput.replacing(/\s+/, with: " ")
        #expect(help.contains("In Markdown, paths in other text and in code stay as they are."))
    }

    @Test("duplicates states the number of all photos in the groups")
    func duplicates() throws {
        #expect(
            try run("duplicates").standardError.hasPrefix("1 group with 2 photos in all; keeping one of each frees "))
    }

    @Test("A second setup says that everything is installed already")
    func setup() throws {
        #expect(try run("setup").standardOutput.contains("installed"))
        let again = try run("setup")
        #expect(again.exitCode == 0 && again.standardOutput == "Everything is installed already.\n")
        #expect(try run("setup", "--remove").exitCode == 0)
        #expect(try run("setup", "--remove").standardOutput == "Nothing is installed.\n")
    }

    @Test("safe names the receipt")
    func receipt() throws {
        let receipt = folder.path("receipt.txt")
        #expect(
            try run("safe", source, "--receipt", receipt).standardOutput.contains("The receipt is in \(receipt).\n"))
    }

    @Test(
        "delete --permanently --all asks on the terminal",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func permanentDeletion() throws {
        for identifier in try run("list", "--ids").lines { _ = try run("delete", String(identifier)) }
        let line = "\(PhotosProcess.path()) delete --permanently --all --library \(library)"
        let refused = try TerminalShell.run(line, terminal: true, entering: "no\n")
        #expect(refused.exit == 0 && refused.shown.contains("Remove 3 deleted photos permanently? Type yes: "))
        #expect(refused.shown.contains("Nothing was changed."))
        #expect(try run("list", "--deleted", "--count").standardOutput == "3\n")
        let without = try TerminalShell.run(line, terminal: false)
        #expect(without.exit == 1 && without.shown.contains("there is no terminal. Add --yes."), "\(without.shown)")
        let removed = try TerminalShell.run(line, terminal: true, entering: "yes\n")
        #expect(removed.exit == 0 && removed.shown.contains("3 photos removed permanently."), "\(removed.shown)")
    }
}
