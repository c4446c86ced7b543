import Foundation
import SystemPackage
import TestSupport
import Testing

/// A program of the system that some tests need.
///
/// Without it they are skipped.
enum SystemProgram: String, CaseIterable, Sendable {
    case bash, zsh, fish, man, mandoc

    /// The path of the program; `nil` if it is not installed.
    var path: String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(rawValue)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let folder = try TemporaryFolder()
        for name in ["output", "errors"] { try Data().write(to: folder.url.appendingPathComponent(name)) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: folder.url.appendingPathComponent("output"))
        process.standardError = try FileHandle(forWritingTo: folder.url.appendingPathComponent("errors"))
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }
        return (try text("output"), try text("errors"))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if a program is not installed.
    static func needs(_ program: SystemProgram) -> Self {
        .enabled(if: program.path != nil, "\(program.rawValue) is not installed.")
    }
}

@Suite("Completions in shells")
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func script(_ shell: String) throws -> String {
        let printed = try PhotosProcess.run(arguments: ["completions", shell])
        #expect(printed.exitCode == 0 && printed.standardError.isEmpty)
        try Data(printed.standardOutput.utf8).write(to: folder.url.appendingPathComponent(shell))
        return folder.path(shell)
    }

    /// The completions of bash for the last word, from the function that `complete` registered for the command.
    private func offered(_ words: String...) throws -> [String] {
        let asked = """
            source "$1"; shift
            specification=$(complete -p photos)
            [[ $specification =~ -F\\ ([^ ]+) ]] || exit 1
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            "${BASH_REMATCH[1]}" photos "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let answer = try SystemProgram.bash.run(
            ["--norc", "-c", asked, "bash", try script("bash"), PhotosProcess.path()] + words)
        #expect(answer.errors.isEmpty, "TAB prints no error message.")
        return answer.output.split(separator: "\n").map(String.init)
    }

    @Test(.needs(.bash)) func subcommandsAndOptions() throws {
        #expect(try offered("im") == ["import"])
        #expect(try offered("albums", "cr") == ["create"])
        #expect(try offered("import", "--dry") == ["--dry-run"])
        #expect(try Set(offered("")).isSuperset(of: ["import", "setup", "completions"]))
    }

    @Test(.needs(.bash)) func valuesOfOptions() throws {
        #expect(try offered("list", "--smart", "fav") == ["favorites"])
        #expect(try offered("list", "--sort", "cap") == ["captureDate", "captureInstant"])
        let libraries = folder.url.appendingPathComponent("libraries/Photos.library")
        try FileManager.default.createDirectory(at: libraries, withIntermediateDirectories: true)
        #expect(try offered("list", "--library", folder.path("libraries/Pho")) == [libraries.path])
    }

    /// Titles come from names of folders, so they may contain shell syntax.
    @Test("Titles of albums and folders are completed, but not those that bash would run", .needs(.bash))
    func titles() throws {
        let library = folder.path("My Photos.library")
        let empty = folder.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(try PhotosProcess.run(arguments: ["import", "--library", library, empty]).exitCode == 0)
        let trap = folder.path("trap")
        let titles = ["Summer in Rome", "Summer ; (touch '\(trap)') && \"quoted\" \\ ; * !", "Sömmer: 1"]
        for title in titles + ["Summer $(touch '\(trap)')", "Summer `touch '\(trap)'`", "Summer $x"] {
            #expect(try PhotosProcess.run(arguments: ["albums", "create", title, "--library", library]).exitCode == 0)
        }
        #expect(
            try PhotosProcess.run(arguments: ["folders", "create", "Travels", "--library", library]).exitCode == 0)
        let typed = library.replacing(" ", with: "\\ ")
        #expect(try Set(offered("list", "--library", typed, "--album", "S")) == Set(titles))
        #expect(try offered("albums", "list", "--library", "'\(library)'", "--folder", "T") == ["Travels"])
        #expect(try Set(offered("folders", "move", "--library=\(typed)", "T")) == ["Travels"])
        #expect(!FileManager.default.fileExists(atPath: trap), "bash ran a title as a command.")
    }

    /// In a terminal, because bash inserts the completion into the line only there.
    @Test(.needs(.bash), .enabled(if: TerminalShell.isThere, "\(TerminalShell.requirement)"))
    func aTitleThatIsCompletedAndEnteredIsNotRun() throws {
        let library = folder.path("Photos.library")
        let empty = folder.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        #expect(try PhotosProcess.run(arguments: ["import", "--library", library, empty]).exitCode == 0)
        let trap = folder.path("trap")
        try Data("#!/bin/sh\n: >'\(trap)'\n".utf8).write(to: folder.url.appendingPathComponent("ran"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("ran"))
        for title in ["Yes`ran`", "No$(ran)", "Maybe;ran;", "Plain & simple"] {
            #expect(try PhotosProcess.run(arguments: ["albums", "create", title, "--library", library]).exitCode == 0)
        }
        let typed = folder.path("typed")
        var lines = [
            "PS1=; source '\(try script("bash"))'; PATH=\(FilePath(PhotosProcess.path()).removingLastComponent()):'\(folder.url.path)':$PATH"
        ]
        lines += ["Ye", "No", "May", "Pl"].map { "photos albums list --json --library '\(library)' \($0)\t" }
        try Data((lines + ["exit", ""]).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: typed))
        let shown = try SystemProgram.bash.run(
            ["-c", "script -qec 'bash --norc -i' /dev/null <'\(typed)'"])
        #expect(!FileManager.default.fileExists(atPath: trap), "bash ran a title as a command.")
        #expect(shown.output.contains("Plain\\ \\&\\ simple"), "There was at least one completion.")
    }

    @Test(.needs(.bash)) func aMissingLibraryHasNoCompletions() throws {
        #expect(try offered("list", "--library", folder.path("none"), "--album", "").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test(.needs(.zsh)) func zshAcceptsItsScript() throws {
        #expect(try SystemProgram.zsh.run(["-f", "-n", try script("zsh")]).errors.isEmpty)
    }

    @Test(.needs(.fish)) func fishCompletesSubcommands() throws {
        let home = ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.path("config")]
        let answer = try SystemProgram.fish.run(
            ["--no-config", "-c", "source '\(try script("fish"))'; complete -C 'photos impo'"], environment: home)
        #expect(answer.output.hasPrefix("import"), "\(answer.errors)")
    }

    @Test func anUnknownShellIsWrongUsage() throws {
        #expect(try PhotosProcess.run(arguments: ["completions", "cmd"]).exitCode == 64)
    }
}

@Suite("photos setup and the manual")
struct SetupTests {
    private let folder: TemporaryFolder
    private let home: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        home = ["HOME": folder.url.path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "ZDOTDIR": folder.url.path]
    }

    private func setup(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: ["setup", "--json"] + arguments, environment: home)
    }

    /// All files in the home folder, with their contents.
    private func files() throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        return names.reduce(into: [:]) { files, name in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder),
                !isFolder.boolValue
            else { return }
            files[name] = FileManager.default.contents(atPath: folder.path(name)).map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    @Test("A second setup changes nothing, and --remove removes all files")
    func installsAndRemoves() throws {
        try Data("fpath=()\n".utf8).write(to: folder.url.appendingPathComponent(".zshrc"))
        let first = try setup()
        #expect(first.exitCode == 0, "\(first.standardError)")
        let installed = try files()
        #expect(first.summary["installed"] as? Int == installed.count - 1)
        for name in [
            ".local/share/bash-completion/completions/photos", ".local/share/zsh/site-functions/_photos",
            ".config/fish/completions/photos.fish", ".local/share/man/man1/photos.1",
            ".local/share/man/man1/photos-import.1", ".local/share/man/man1/photos-albums.1",
        ] { #expect(installed[name]?.isEmpty == false, "\(name)") }
        #expect(installed[".local/share/zsh/site-functions/_photos"]?.hasPrefix("#compdef photos\n") == true)
        #expect(installed[".zshrc"] == "fpath=()\n")

        let second = try setup()
        #expect(second.summary["unchanged"] as? Int == installed.count - 1 && second.summary["installed"] as? Int == 0)
        #expect(try files() == installed)

        #expect(try setup("--remove").summary["removed"] as? Int == installed.count - 1)
        #expect(try files() == [".zshrc": "fpath=()\n"])
        #expect(try setup("--remove").exitCode == 0)
    }

    @Test("setup prints the line that a shell's configuration file lacks, and only then")
    func advice() throws {
        let settings = folder.url.appendingPathComponent(".zshrc")
        func said() throws -> Bool {
            try PhotosProcess.run(arguments: ["setup"], environment: home).standardError.contains("fpath=")
        }
        #expect(try !said(), "There is no configuration file of zsh.")
        try Data("compinit\n".utf8).write(to: settings)
        #expect(try said())
        try Data("fpath=('\(folder.path(".local/share/zsh/site-functions"))' $fpath)\ncompinit\n".utf8).write(
            to: settings)
        #expect(try !said())
    }

    @Test func filesOfOtherProgramsAreNotChanged() throws {
        let own = ".config/fish/completions/photos.fish"
        let page = ".local/share/man/man1/photos-of-me.1"
        for name in [own, page] {
            let path = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("my own\n".utf8).write(to: path)
        }
        for arguments in [[], ["--remove"]] {
            let outcome = try PhotosProcess.run(arguments: ["setup", "--json"] + arguments, environment: home)
            #expect(outcome.exitCode == 2 && outcome.summary["failed"] as? Int == 1)
            #expect(try files()[own] == "my own\n" && files()[page] == "my own\n")
        }
    }

    @Test func thePageOfAFormerCommandIsRemoved() throws {
        _ = try setup()
        let manual = folder.url.appendingPathComponent(".local/share/man/man1")
        try FileManager.default.moveItem(
            at: manual.appendingPathComponent("photos-list.1"), to: manual.appendingPathComponent("photos-old.1"))
        let again = try setup()
        #expect(again.summary["removed"] as? Int == 1 && again.summary["installed"] as? Int == 1)
        #expect(try files().keys.allSatisfy { !$0.hasSuffix("photos-old.1") })
    }

    @Test func aPrefixInstallsForAllUsers() throws {
        #expect(try setup("--prefix", folder.path("usr")).exitCode == 0)
        let names = try files().keys
        #expect(names.contains("usr/share/fish/vendor_completions.d/photos.fish"))
        #expect(names.contains("usr/share/man/man1/photos.1"))
        #expect(names.allSatisfy { $0.hasPrefix("usr/share/") })
    }

    /// The manual pages with their names.
    private func pages() throws -> [(name: String, path: String)] {
        _ = try setup("--prefix", folder.path("usr"))
        let manual = folder.path("usr/share/man/man1")
        return try FileManager.default.contentsOfDirectory(atPath: manual).sorted().map { ($0, "\(manual)/\($0)") }
    }

    @Test("Every command has a manual page, which man formats without warnings", .needs(.man))
    func manFormatsThePages() throws {
        let help = try PhotosProcess.run(arguments: ["--help"]).standardOutput
        let list = try #require(
            help.components(separatedBy: "SUBCOMMANDS:\n").last?.components(separatedBy: "\n\n").first)
        let commands = list.split(separator: "\n").filter { !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first?.split(separator: ",").first }
        #expect(commands.count > 20)
        let pages = try pages()
        #expect(Set(pages.map(\.name)) == Set(commands.map { "photos-\($0).1" } + ["photos.1"]))
        for page in pages {
            let set = try SystemProgram.man.run(
                ["--warnings", "-E", "UTF-8", "-l", "-P", "cat", page.path],
                environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"])
            #expect(set.errors.isEmpty, "\(page.name): \(set.errors)")
            #expect(set.output.contains("OPTIONS OF EVERY COMMAND") && set.output.contains("--library"))
        }
    }

    @Test("The manual page has the options in a form that can be pasted, and the whole help", .needs(.man))
    func manShowsTheWholeHelp() throws {
        let page = try #require(try pages().first { $0.name == "photos-import.1" })
        let set = try SystemProgram.man.run(
            ["-E", "UTF-8", "-l", "-P", "cat", page.path],
            environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "200", "GROFF_NO_SGR": "1"])
        // The width of the page determines the line breaks.
        let text = set.output.replacing(/.\u{8}/, with: "").replacing(/\s+/, with: " ")
        for part in [
            "photos-import - Import folders of photos into the library", "photos import [options] [paths …]",
            "photos import ~/Pictures --exclude '*.png' --exclude /private", "-n, --dry-run",
            "find . -name '*.jpg' -print0 | photos import --files-from - -0", "The default is skip.",
            "--copy, --move, --reference",
            "130 interrupted.",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("mandoc has no warnings", .needs(.mandoc))
    func mandocAcceptsThePages() throws {
        for page in try pages() {
            let lint = try SystemProgram.mandoc.run(["-T", "lint", "-W", "warning", page.path])
            // Pages have no date, so that the same version always makes the same page.
            let remarks = lint.output.split(separator: "\n").filter { !$0.contains("missing date") }
            #expect(remarks.isEmpty, "\(remarks.joined(separator: "\n"))")
        }
    }
}
