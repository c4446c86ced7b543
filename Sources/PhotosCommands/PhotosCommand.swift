public import ArgumentParser
internal import Foundation

/// The command `photos`.
public struct PhotosCommand: AsyncParsableCommand {
    /// What the command says of itself, and its subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "Import folders of photos, and find the same photo again on any device.",
        usage: "photos <subcommand> [<options>] …",
        discussion: """
            photos import ~/Pictures /media/card     copies the photos into the library, each one once
            photos list                              what is in the library
            photos identify --all > ids.txt          cloud identifiers, to store in your app
            photos resolve - < ids.txt               on another device: finds the same photos by their content
            photos match picture.jpg                 do I have this one?
            photos duplicates                        what is here more than once, and which to keep
            photos safe /media/card                  may I wipe it?
            photos history --since TOKEN             what changed since I last asked?
            photos verify                            is every byte as it was imported?
            photos relink notes.md --from ~/Pictures leads dead paths in other files to the photos
            photos repair                            brings back a lost or damaged catalogue
            photos setup                             TAB completes, and man photos
            """,
        version: "0.1.0",
        subcommands: [
            ImportCommand.self, ListCommand.self, ShowCommand.self, IdentifyCommand.self, ResolveCommand.self,
            UnresolvedCommand.self, DecisionsCommand.self, MatchCommand.self, DuplicatesCommand.self,
            RelinkCommand.self, HashCommand.self, LoadCommand.self, AlbumsGroup.self, FoldersGroup.self,
            MomentsCommand.self, EditCommand.self, DeleteCommand.self, HistoryCommand.self,
            SafeCommand.self, VerifyCommand.self, RepairCommand.self, CopyCatalogCommand.self, BenchmarkCommand.self,
            CompletionsCommand.self, SetupCommand.self,
        ])

    /// Parsed here too, so that they may come before the subcommand, which takes them over.
    @OptionGroup var options: GlobalOptions

    /// A command without arguments.
    public init() {}

    /// Runs the command that the process was started with, and ends the process.
    public static func start() async -> Never {
        do {
            try checkHelp()
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exit()
        } catch {
            switch exitCode(for: error) {
            case .validationFailure:
                FileHandle.standardError.write(Data("\(fullMessage(for: error))\n\(advice)".utf8))
                exit(withError: ExitCode.validationFailure)
            case ExitCode(Exit.notFound.rawValue):
                // A mistyped subcommand of albums is taken for the title of one.
                FileHandle.standardError.write(Data(advice.utf8))
                exit(withError: error)
            default: exit(withError: error)
            }
        }
    }

    /// The words of the command line, without a first one that asks for the help of the others.
    private static var words: ArraySlice<String> {
        let words = CommandLine.arguments.dropFirst()
        return asksForHelp ? words.dropFirst() : words
    }

    private static var asksForHelp: Bool { CommandLine.arguments.dropFirst().first == "help" }

    /// A line about what may be meant; empty if nothing is known to be.
    private static var advice: String {
        (try? CommandDescription.photos())?.correction(of: words).map { "Did you mean '\($0)'?\n" } ?? ""
    }

    /// Refuses help of commands that do not exist; the parser gives that of the command above.
    private static func checkHelp() throws {
        guard asksForHelp, let unknown = try CommandDescription.photos().unknownSubcommand(in: words) else { return }
        throw ValidationError("Unexpected argument '\(unknown)'")
    }
}
