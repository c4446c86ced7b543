internal import ArgumentParser
internal import Foundation

/// A command and its subcommands, read from the parser's JSON description for documentation tools.
struct CommandDescription: Decodable {
    /// An argument, option or flag.
    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            let kind: String
            let name: String

            /// With its dashes.
            var spelling: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: Kind
        let shouldDisplay: Bool
        let sectionTitle: String?
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?

        /// Its names, the short one first; empty for a positional argument.
        var spellings: [String] { (names ?? []).map(\.spelling).sorted { $0.count < $1.count } }

        /// Whether both are flags of one enumeration, as `--move` and `--copy`.
        ///
        /// Such flags have the same help.
        func isAlternative(to other: Argument) -> Bool {
            kind == .flag && other.kind == .flag && abstract == other.abstract
        }
    }

    private struct Tool: Decodable { let command: CommandDescription }

    let superCommands: [String]?
    let commandName: String
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let defaultSubcommand: String?
    private let subcommands: [CommandDescription]?
    private let arguments: [Argument]?

    /// The command `photos`.
    static func photos() throws -> CommandDescription {
        try JSONDecoder().decode(Tool.self, from: Data(PhotosCommand._dumpHelp().utf8)).command
    }

    /// The words of the command, such as `photos import`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The visible subcommands, without `help`.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    /// The visible arguments.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    /// The names of the options that this command accepts, or that all its subcommands accept.
    var commonOptions: Set<[String]> {
        guard let first = shownSubcommands.first else { return Set(shownArguments.map(\.spellings)) }
        return shownSubcommands.dropFirst().reduce(first.commonOptions) { $0.intersection($1.commonOptions) }
    }
}
