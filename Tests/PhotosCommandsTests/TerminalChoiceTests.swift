import Foundation
import TestSupport
import Testing

/// Decisions in a terminal, with processes of the command.
@Suite("photos resolve and match with --choose")
struct TerminalChoiceTests {
    private let photos: ChoosingLibrary

    init() throws { photos = try ChoosingLibrary.ambiguous() }

    @Test(
        "--choose reads answers from the terminal while standard input has identifiers",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func choose() throws {
        try (photos.identifiers.joined(separator: "\n") + "\n").write(
            toFile: photos.folder.path("ids"), atomically: true, encoding: .utf8)
        let command = "\(PhotosProcess.path()) resolve --json --library \(photos.path) --choose -"
        let line = "\(command) < \(photos.folder.path("ids")) > \(photos.folder.path("answers"))"
        // After invalid input the question is asked again.
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: "3\nx\n\n?\n2\nn\n")
        #expect(exit == 3)
        #expect(shown.contains("1 of 2") && shown.contains("IMG_1001 <b>.jpg") && shown.contains("480 × 360 pixels"))
        #expect(shown.components(separatedBy: "Which one? 1…2").count == 7)
        #expect(shown.components(separatedBy: "This is not an answer. Type 1…2, n, s, q or ?.").count == 4)
        #expect(shown.contains("   s     Leave the question open, and go on to the next one.\r\n"), "\(shown)")
        let printed = try String(contentsOfFile: photos.folder.path("answers"), encoding: .utf8)
        #expect(printed.components(separatedBy: "\"decided\"").count == 2)
        #expect(try photos.answers() == ["found decided", "notFound", "found samePicture", "notFound"])
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func quittingLeavesTheRestUndecided() throws {
        let line = ([PhotosProcess.path()] + photos.resolving("--choose")).joined(separator: " ")
        let (exit, _) = try TerminalShell.run(line, terminal: true, entering: "s\nq\n")
        #expect(exit == 4)
        #expect(try photos.answers()[0...1] == ["multiple severalAgree", "multiple severalAgree"])
    }

    /// In this library two albums and two folders have the title of one in the other library, but none of its photos.
    private func collections() throws -> (identifiers: [String], albums: [String]) {
        func run(_ arguments: String..., in library: String = "Photos.library") throws -> PhotosProcess.Outcome {
            let outcome = try PhotosProcess.run(arguments: arguments + ["--library", photos.folder.path(library)])
            try #require(outcome.exitCode == 0, "\(outcome.standardError)")
            return outcome
        }
        let listed = try run("list", "--json").items.compactMap { $0["localIdentifier"] as? String }
        let albums = try listed.prefix(2).map { photo in
            _ = try run("folders", "create", "Travels")
            return String(try #require(try run("albums", "create", "Rome", photo).lines.first))
        }
        _ = try run("albums", "create", "Rome", in: "there.library")
        _ = try run("folders", "create", "Travels", in: "there.library")
        let identified = try run("identify", "--albums", "--folders", in: "there.library")
        return (identified.lines.map(String.init), albums)
    }

    @Test(
        "--choose asks about albums and folders, and does not remember the answers",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func chooseAlbum() throws {
        let (identifiers, albums) = try collections()
        let command = [PhotosProcess.path(), "resolve", "--json", "--library", photos.path, "--choose"] + identifiers
        let line = command.joined(separator: " ") + " > " + photos.folder.path("answers")
        // “None of these” is not offered, because the answer would not be remembered.
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: "n\n2\ns\n")
        #expect(exit == 4)
        #expect(shown.components(separatedBy: "Which one? 1…2, s skip, q quit, ? help: ").count == 4)
        #expect(shown.contains("1 of 2: ") && shown.contains(", an album\r\n") && shown.contains(", a folder\r\n"))
        #expect(shown.contains("1  Rome\r\n   1 photo: IMG_") && shown.contains("0 folders and 0 albums\r\n"))
        #expect(shown.contains("your answer counts this time only"))
        let printed = try String(contentsOfFile: photos.folder.path("answers"), encoding: .utf8)
            .split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        let chosen = try #require(printed.first)
        #expect(chosen["status"] as? String == "found" && chosen["kind"] as? String == "album")
        #expect(chosen["localIdentifier"] as? String == albums.sorted()[1])
        #expect((chosen["candidates"] as? [[String: Any]])?.first?["reason"] as? String == "decided")
        #expect(printed.last?["summary"] as? [String: Int] == ["found": 1, "multiple": 1, "notFound": 0, "failed": 0])
    }

    @Test func theSummaryNamesQuestionsThatThePageDoesNotAsk() throws {
        let asked = ["resolve", "--library", photos.path] + (try collections().identifiers)
        for more in [[], ["--page"]] {
            let outcome = try PhotosProcess.run(arguments: asked + more)
            #expect(outcome.exitCode == 4)
            #expect(
                outcome.standardError.hasSuffix("2 for you to decide. --choose asks about 2 albums or folders here.\n"),
                "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("--page"))
        }
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func choosingNeedsATerminal() throws {
        let line = ([PhotosProcess.path()] + photos.resolving("--choose")).joined(separator: " ")
        let (exit, shown) = try TerminalShell.run(line, terminal: false)
        #expect(exit == 1 && shown.contains("there is no terminal") && shown.contains("--page"))
    }

    @Test func chooseAndPageCannotBeCombined() throws {
        #expect(try PhotosProcess.run(arguments: photos.resolving("--choose", "--page")).exitCode == 64)
    }
}
