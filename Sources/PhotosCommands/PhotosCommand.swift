public import ArgumentParser
internal import Foundation

/// The command `photos`.
public struct PhotosCommand: AsyncParsableCommand {
    /// The help texts, and the subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "Import folders of photos, and find the same photo on every device.",
        usage: "photos <subcommand> [<options>] …",
        discussion: """
            photos import ~/Pictures /media/card     copies each photo into the library once
            photos list                              lists the photos of the library
            photos identify --all > ids.txt          prints cloud identifiers of all photos
            photos resolve - < ids.txt               finds the same photos elsewhere
            photos match picture.jpg                 says whether the library has it
            photos duplicates                        finds photos that are there twice
            photos safe /media/card                  says whether the card can be erased
            photos history --since TOKEN             lists the changes since a token
            photos verify                            checks every byte of the library
            photos export --to /media/disk/Photos    copies photos out, in folders by date
            photos relink notes.md --from ~/Pictures repairs paths to photos in other files
            photos browse                            shows the library on a page in the browser
            photos pick --to ~/Desktop               lets a person select photos on a page
            photos access                            says which apps may see photos
            photos stores                            other disks and services with copies of the originals
            photos mirror                            copies the originals to the stores
            photos offload                           frees the disk of originals that are safe in stores
            photos status                            says what is here, what is elsewhere, and what to do
            photos sync                              lets several computers agree on what you set
            photos restore --from STORE              makes the library again of a store
            photos repair                            restores a lost or damaged catalogue
            photos setup                             installs completions and the manual
            """,
        version: "0.1.0",
        subcommands: [
            ImportCommand.self, ListCommand.self, ShowCommand.self, IdentifyCommand.self, ResolveCommand.self,
            UnresolvedCommand.self, DecisionsCommand.self, MatchCommand.self, DuplicatesCommand.self,
            RelinkCommand.self, HashCommand.self, LoadCommand.self, ExportCommand.self, AlbumsGroup.self,
            FoldersGroup.self, MomentsCommand.self, BrowseCommand.self, PickCommand.self, EditCommand.self,
            DeleteCommand.self, HistoryCommand.self,
            AccessGroup.self, ServeCommand.self, ServePickerCommand.self, SafeCommand.self, VerifyCommand.self,
            RepairCommand.self, StoresGroup.self, MirrorCommand.self, OffloadCommand.self, StatusCommand.self,
            RestoreCommand.self, SyncGroup.self, CopyCatalogCommand.self, ThumbnailsCommand.self, BenchmarkCommand.self,
            CompletionsCommand.self, SetupCommand.self,
        ])

    /// Options before the subcommand.
    ///
    /// The parser passes them on to it.
    @OptionGroup var options: PlainOptions

    /// A command without arguments.
    public init() {}

    /// Runs the command that the process was started with, and ends the process.
    public static func start() async -> Never {
        var parsed: (any ParsableCommand)?
        do {
            try checkHelp()
            var command = try await asyncParseAsRoot(LongNameList.shorten(Array(CommandLine.arguments.dropFirst())))
            parsed = command
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exit()
        } catch {
            switch exitCode(for: error) {
            case .validationFailure:
                FileHandle.standardError.write(Data("\(usageError(error, of: parsed))\n\(advice)".utf8))
                exit(withError: ExitCode.validationFailure)
            case ExitCode(Exit.notFound.rawValue):
                // A mistyped subcommand of `photos albums` is parsed as the title of an album.
                FileHandle.standardError.write(Data(advice.utf8))
                exit(withError: error)
            default: exit(withError: error)
            }
        }
    }

    /// The message of an error in the arguments, and the usage of the command.
    ///
    /// - Parameter command: The command, if it found the error itself when it ran; the parser does not know it then.
    private static func usageError(_ error: any Error, of command: (any ParsableCommand)?) -> String {
        guard let command else { return fullMessage(for: error) }
        return "Error: \(message(for: error))\nUsage: \(usageString(for: type(of: command)))"
    }

    /// The words of the command line, without `help` at the start.
    private static var words: ArraySlice<String> {
        let words = CommandLine.arguments.dropFirst()
        return asksForHelp ? words.dropFirst() : words
    }

    private static var asksForHelp: Bool { CommandLine.arguments.dropFirst().first == "help" }

    /// A line with a suggestion for a mistyped word; empty without a suggestion.
    private static var advice: String {
        (try? CommandDescription.photos())?.correction(of: words).map { "Did you mean '\($0)'?\n" } ?? ""
    }

    /// Throws for help about unknown commands.
    ///
    /// The parser itself would print the help of the parent command.
    private static func checkHelp() throws {
        guard asksForHelp, let unknown = try CommandDescription.photos().unknownSubcommand(in: words) else { return }
        throw ValidationError("Unexpected argument '\(unknown)'")
    }
}
