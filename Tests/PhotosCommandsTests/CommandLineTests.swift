import Foundation
import TestSupport
import Testing

@Suite("Command lines with mistakes, and their help")
struct CommandLineTests {
    private func photos(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: arguments)
    }

    @Test(
        "A mistyped word gets a suggestion",
        arguments: [
            ("lst", "photos list"), ("improt ~/Pictures", "photos import"), ("dup", "photos duplicates"),
            ("--library x lst", "photos list"), ("--json mathc a.jpg", "photos match"), ("ftch ID", "photos fetch"),
            ("albums creat Rome", "photos albums create"), ("folders mov A --top", "photos folders move"),
            ("list --color alway", "always"), ("list --smart favourites", "favorites"), ("list --type=imag", "image"),
            ("help improt", "photos import"), ("help albums creat", "photos albums create"),
            ("--progress plane list", "plain"), ("list --libary x", "--library"), ("--libary x list", "--library"),
        ])
    func suggestions(line: String, meant: String) throws {
        let outcome = try PhotosProcess.run(arguments: line.split(separator: " ").map(String.init))
        #expect(outcome.exitCode == 64)
        #expect(outcome.standardError.contains("Did you mean '\(meant)'?"), "\(outcome.standardError)")
        #expect(outcome.standardOutput.isEmpty)
    }

    @Test(
        "A word without a similar name gets no suggestion",
        arguments: [
            "frobnicate", "help frobnicate", "list --color rainbow", "list --limit ten", "list -- lst", "x",
            "list --search lst a",
        ])
    func noSuggestion(line: String) throws {
        let outcome = try PhotosProcess.run(arguments: line.split(separator: " ").map(String.init))
        #expect(outcome.exitCode == 64)
        #expect(!outcome.standardError.contains("Did you mean"), "\(outcome.standardError)")
    }

    @Test("A mistyped subcommand that is parsed as a title gets a suggestion too")
    func titlesThatMayBeSubcommands() throws {
        let home = try SampleLibrary.shared.get().home
        for (word, meant) in [("albums creat", "albums create"), ("folders renam", "folders rename")] {
            let outcome = try PhotosProcess.run(
                arguments: word.split(separator: " ").map(String.init) + ["--library", home])
            #expect(outcome.exitCode == 3 && outcome.standardOutput.isEmpty)
            #expect(outcome.standardError.hasSuffix("\nDid you mean 'photos \(meant)'?\n"), "\(outcome.standardError)")
        }
        #expect(try !photos("albums", "nowhere", "--library", home).standardError.contains("Did you mean"))
        #expect(try !photos("show", "creat", "--library", home).standardError.contains("Did you mean"))
    }

    @Test func helpExistsForEveryCommandAndNoOther() throws {
        let wrong = try photos("help", "improt")
        #expect(try wrong.standardError == photos("improt").standardError)
        for words in [
            ["help"], ["help", "albums", "create"], ["help", "fetch"], ["help", "help"], ["help", "list", "--help"],
        ] {
            let outcome = try PhotosProcess.run(arguments: words)
            #expect(outcome.exitCode == 0 && outcome.standardOutput.contains("USAGE: photos"), "\(words)")
        }
    }

    @Test func optionsOfEveryCommandMayComeBeforeIt() throws {
        let home = try SampleLibrary.shared.get().home
        let usual = try photos("list", "--library", home, "--json")
        #expect(usual.items.count > 3)
        #expect(try photos("--library", home, "list", "--json").standardOutput == usual.standardOutput)
        #expect(try photos("--json", "--library=\(home)", "list").standardOutput == usual.standardOutput)
        #expect(try photos("--library", home, "albums", "--json").summary["albums"] as? Int != nil)
        #expect(try photos("--library", home, "albums", "list", "-q").exitCode == 0)
        #expect(try photos("--progress", "never", "list", "--library", home).exitCode == 64)
    }

    @Test(arguments: [
        ["list", "--limit", "-1"], ["list", "--offset", "-3"], ["list", "--min-width", "-1"],
        ["list", "--min-height=-1"], ["list", "--min-duration", "-0.5"], ["list", "--max-duration", "-1"],
        ["albums", "move", "A", "ID", "--to", "-1"], ["folders", "move", "A", "--top", "--at", "-1"],
    ])
    func numbersBelowZeroAreNamed(arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.standardError.contains("must be 0 or more"), "\(outcome.standardError)")
    }

    @Test func limitsAreNamed() throws {
        #expect(try photos("history", "--limit", "-1").standardError.contains("must be 1 or more"))
        #expect(try photos("verify", "--jobs", "-1").standardError.contains("must be a number from 0 to 1024"))
    }

    /// An option that a command ignores would promise something.
    @Test(arguments: [
        ["access", "deny", "org.example.App", "--no-jail"], ["list", "--jobs", "2"], ["albums", "--io-jobs", "1"],
        ["--no-jail", "list"],
    ])
    func optionsOfPicturesAreErrorsWhereNoPictureIsDecoded(arguments: [String]) throws {
        let outcome = try PhotosProcess.run(arguments: arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.standardError.contains("Unknown option"), "\(outcome.standardError)")
    }

    /// A command as the parser describes it.
    private struct Description: Decodable {
        let commandName: String
        let discussion: String?
        let subcommands: [Description]?

        /// The commands without subcommands, by their words.
        func leaves(_ words: [String] = []) -> [(words: String, discussion: String)] {
            guard let subcommands, !subcommands.isEmpty else {
                return [((words + [commandName]).joined(separator: " "), discussion ?? "")]
            }
            return subcommands.flatMap { $0.leaves(words + [commandName]) }
        }
    }

    @Test func theHelpOfACommandListsItsExitCodes() throws {
        struct Tool: Decodable { let command: Description }
        let dump = try photos("--experimental-dump-help").standardOutput
        let commands = try JSONDecoder().decode(Tool.self, from: Data(dump.utf8)).command.leaves()
        var codes: [String: [Int]] = [:]
        for command in commands {
            let text = command.discussion.replacing(/\s+/, with: " ")
            guard let start = text.firstRange(of: "Exit codes: ") else { continue }
            let list = text[start.upperBound...]
            #expect(list.wholeMatch(of: /0 [^,.]+(, \d+ [^,.]+)+\./) != nil, "\(command.words): \(list)")
            codes[command.words] = list.split(separator: ", ").compactMap { Int($0.prefix { $0.isNumber }) }
        }
        for (command, expected) in [
            "import": [0, 2, 130], "list": [0, 3, 4], "show": [0, 3, 4], "load": [0, 2, 3, 4, 130],
            "export": [0, 2, 3, 4, 75, 130],
            "hash": [0, 2, 130],
            "edit": [0, 3, 4], "delete": [0, 3, 4], "history": [0, 130], "safe": [0, 2, 130], "setup": [0, 2],
            "albums list": [0, 3, 4], "albums create": [0, 3, 4], "albums key": [0, 3, 4], "folders list": [0, 3, 4],
            "folders delete": [0, 3, 4], "folders move": [0, 3, 4], "repair": [0, 2, 75, 130],
            "relink": [0, 2, 3, 4], "duplicates": [0, 2, 3, 4, 130],
        ] { #expect(codes["photos \(command)"] == expected, "\(command)") }
        #expect(try photos("help", "show").standardOutput.contains("Exit codes: 0 done, 3 "))
    }
}
