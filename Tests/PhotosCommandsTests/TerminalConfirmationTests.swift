import Foundation
import TestSupport
import Testing

@testable import PhotosCommands

/// Questions that a look at two pictures decides, in a terminal.
@Suite("Pictures with one candidate are confirmed together in the terminal")
struct TerminalConfirmationTests {
    private static let prompt = "Accept? a all, all but 3,7-9, l look in the browser"

    /// Runs the command in a pseudo-terminal.
    private func choose(
        _ photos: ChoosingLibrary, entering text: String
    ) throws -> (exit: Int32, shown: String, statuses: [String]) {
        let output = photos.folder.path("answers")
        let line = ([PhotosProcess.path()] + photos.resolving("--choose")).joined(separator: " ") + " > " + output
        let (exit, shown) = try TerminalShell.run(line, terminal: true, entering: text)
        let lines = try String(contentsOfFile: output, encoding: .utf8)
        let statuses = lines.components(separatedBy: "\n").filter { $0.contains("\"decided\"") }
        return (exit, shown, statuses)
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func allAreAccepted() throws {
        let photos = try ChoosingLibrary.flat(3)
        let (exit, shown, decided) = try choose(photos, entering: "a\n")
        #expect(exit == 0 && decided.count == 3)
        #expect(shown.contains("3 pictures have one candidate each."), "\(shown)")
        #expect(shown.contains("2   opk2_") && shown.contains(" – FLAT_0002 <b>.jpg: shows too little\r\n"))
        #expect(shown.contains("(480 × 360 pixels)"))
        #expect(try photos.answers() == Array(repeating: "found decided", count: 3))
    }

    @Test(.enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func theExceptionsAreAskedOneByOneBeforeTheOtherQuestions() throws {
        let photos = try ChoosingLibrary.flat(4, withAmbiguous: true)
        // After invalid input the question is asked again.
        let (exit, shown, decided) = try choose(
            photos, entering: "all but 5\nall but 3-2\nx\n?\nall but 1, 3-4\nn\ns\n1\nq\n")
        #expect(exit == 4)
        #expect(decided.count == 2)
        #expect(shown.components(separatedBy: Self.prompt).count == 6, "\(shown)")
        #expect(shown.contains("There is no 5: the list has 1 to 4.\r\n"))
        #expect(shown.components(separatedBy: "Answer with a, all but").count == 3, "\(shown)")
        #expect(shown.contains("   l               Look at the pictures in the browser, and decide there.\r\n"))
        #expect(shown.contains("1 of 5: opk2_") && shown.contains("4 of 5: opk2_"))
        #expect(
            try photos.answers() == [
                "notFound", "found decided", "multiple tooFlat", "found decided", "multiple severalAgree",
                "multiple severalAgree", "found samePicture", "notFound",
            ])
    }

    @Test(
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"),
        arguments: [("n\n", 4), ("q\n", 4), ("o\n1\nn\n", 3)])
    func aBatchNeedNotBeAccepted(input: String, exit expected: Int32) throws {
        let photos = try ChoosingLibrary.flat(2)
        let (exit, _, decided) = try choose(photos, entering: input)
        #expect(exit == expected && decided.count == (expected == 3 ? 1 : 0))
    }

    @Test(
        "look opens the page, and afterwards the list has what was not decided there",
        .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func look() async throws {
        let photos = try ChoosingLibrary.flat(2)
        let tools = photos.folder.url.appendingPathComponent("tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        // A browser that only copies the file that leads to the page.
        let opener = tools.appendingPathComponent("xdg-open")
        let seen = photos.folder.path("seen")
        try """
        #!/bin/sh
        cp "$1" "\(seen).new" && mv "\(seen).new" "\(seen)"
        """.write(to: opener, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
        let line =
            "DISPLAY=:99 XDG_CACHE_HOME=\(photos.folder.path("cache")) PATH=\(tools.path):$PATH "
            + ([PhotosProcess.path()] + photos.resolving("--choose")).joined(separator: " ")
            + " > " + photos.folder.path("answers")
        let running = Task.detached { try TerminalShell.run(line, terminal: true, entering: "l\na\n") }
        let end = Date(timeIntervalSinceNow: 60)
        while !FileManager.default.fileExists(atPath: seen), Date() < end {
            try await Task.sleep(for: .milliseconds(50))
        }
        let redirect = try String(contentsOfFile: seen, encoding: .utf8)
        let address = String(try #require(redirect.firstMatch(of: #/url=(http[^"]*)"/#)?.1))
        // The second pair is unchecked, and the person ends the page without a decision about it.
        let client = PageClient()
        #expect(try await client.post(address, "confirm", "batch=0&0=on&choice=accept").contains("2 of 2"))
        #expect(try await client.post(address, "done", "question=1").contains("1 of 2 decided"))
        let (exit, shown) = try await running.value
        #expect(exit == 0)
        #expect(shown.contains("2 pictures to decide about: http://127.0.0.1:"), "\(shown)")
        #expect(shown.contains("2 pictures have one candidate each. The two agree"))
        #expect(shown.contains("1 picture has one candidate. The two agree"), "\(shown)")
        #expect(try photos.answers() == ["found decided", "found decided"])
    }

    private static let validAndInvalid: [(text: String?, reply: ConfirmationReply?)] = [
        ("a", .accept(except: [])), ("all", .accept(except: [])), ("l", .look), ("o", .oneByOne), ("n", .skip),
        (nil, .quit), ("all but 3,7-9", .accept(except: [3, 7, 8, 9])), ("a but 1", .accept(except: [1])),
        ("but 1 , 10", .accept(except: [1, 10])), ("all but 1,,2", .accept(except: [1, 2])), ("", nil), ("3", nil),
        ("all but", nil), ("all but 0", nil), ("all but 11", nil), ("all but 9-7", nil), ("all but 1-2-3", nil),
        ("all but -3", nil), ("all but 1 2", nil), ("all but 99999999999999999999", nil),
    ]

    @Test(arguments: validAndInvalid) func replies(text: String?, reply: ConfirmationReply?) {
        #expect((try? ConfirmationReply(text, count: 10)) == reply)
    }

    @Test(arguments: [
        ("what", 5, "Answer with a, all but …, l, o, n or q; ? explains them."),
        ("all but 3-2", 5, "Answer with a, all but …, l, o, n or q; ? explains them."),
        ("all but 9", 5, "There is no 9: the list has 1 to 5."),
        ("all but 4-7", 5, "There is no 7: the list has 1 to 5."),
        ("all but 0", 5, "There is no 0: the list has 1 to 5."),
        ("all but 2", 1, "There is no 2: the list has only 1."),
    ])
    func anInvalidReplyIsExplained(text: String, count: Int, message: String) {
        #expect(throws: InvalidReply(message: message)) { _ = try ConfirmationReply(text, count: count) }
    }
}
