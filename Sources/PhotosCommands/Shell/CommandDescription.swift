internal import ArgumentParser
internal import Foundation

/// What the parser knows of a command and its subcommands, as it tells tools that make documents of it.
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

        /// Its names, the short one first; none for an argument that is known by its place.
        var spellings: [String] { (names ?? []).map(\.spelling).sorted { $0.count < $1.count } }

        /// Whether it is a flag for another value of the same thing, as `--move` to `--copy`.
        ///
        /// They share what is said of them.
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

    /// The words that start it: `photos import`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// The subcommands that are shown, without `help`, which every command has.
    var shownSubcommands: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }

    /// The arguments that are shown.
    var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    /// The names of the options that this command, or every one of its subcommands, accepts.
    var commonOptions: Set<[String]> {
        guard let first = shownSubcommands.first else { return Set(shownArguments.map(\.spellings)) }
        return shownSubcommands.dropFirst().reduce(first.commonOptions) { $0.intersection($1.commonOptions) }
    }
}
