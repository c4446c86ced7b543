internal import ArgumentParser

/// A manual page, made from the parser's description: `photos(1)`, or `photos-import(1)` for a subcommand.
struct ManualPage {
    /// The name of the file in `man1`.
    let filename: String
    /// The contents of the file.
    let source: String

    /// A page for `photos` and one for each of its subcommands.
    ///
    /// A page includes the nested subcommands.
    static func all() throws -> [ManualPage] {
        let photos = try CommandDescription.photos()
        let common = photos.commonOptions
        return [ManualPage(photos, common)] + photos.shownSubcommands.map { ManualPage($0, common) }
    }

    /// - Parameter common: The options that every command accepts.
    private init(_ command: CommandDescription, _ common: Set<[String]>) {
        let name = command.words.joined(separator: "-")
        let isRoot = command.words.count == 1
        filename = name + ".1"
        var text = RoffText()
        text.title(name, of: "photos \(PhotosCommand.configuration.version)", "OpenPhotoKit")
        text.macro("SH", "NAME")
        text.line(.plain("\(name) - \(command.summary)"))
        text.macro("SH", "SYNOPSIS")
        text.addSynopses(of: command, isRoot: isRoot)
        text.addDiscussion(of: command)
        if isRoot {
            text.macro("SH", "COMMANDS")
            for subcommand in command.shownSubcommands { text.addReference(to: subcommand) }
        } else {
            text.addSubcommands(of: command, common)
            text.addOptions("OPTIONS", command.shownArguments.filter { !common.contains($0.spellings) })
        }
        text.addOptions(
            "OPTIONS OF EVERY COMMAND", command.leaf.shownArguments.filter { common.contains($0.spellings) })
        if isRoot { text.addEnvironment() }
        text.macro("SH", "SEE ALSO")
        text.line(isRoot ? .bold("photos-import") : .bold("photos"), .plain("(1)"))
        source = text.source
    }
}

extension CommandDescription {
    /// The first sentence of the abstract.
    fileprivate var summary: String {
        let sentence = (abstract ?? "").split(separator: ". ").first ?? ""
        return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
    }

    /// The first command without subcommands.
    ///
    /// It has the options that all commands accept.
    fileprivate var leaf: CommandDescription { shownSubcommands.first?.leaf ?? self }
}

extension RoffText {
    fileprivate mutating func addSynopses(of command: CommandDescription, isRoot: Bool) {
        if isRoot {
            line(.bold("photos"), .plain(" "), .italic("command"), .plain(" ["), .italic("options"), .plain("] …"))
        } else if command.shownSubcommands.isEmpty {
            addSynopsis(of: command)
        } else {
            for (number, subcommand) in command.shownSubcommands.enumerated() {
                if number > 0 { macro("br") }
                addSynopsis(of: subcommand)
            }
        }
    }

    private mutating func addSynopsis(of command: CommandDescription) {
        var spans: [Span] = [
            .bold(command.words.joined(separator: " ")), .plain(" ["), .italic("options"), .plain("]"),
        ]
        for argument in command.shownArguments where argument.kind == .positional || isNeeded(argument) {
            spans += argument.isOptional ? [.plain(" [")] : [.plain(" ")]
            spans += argument.kind == .option ? [.bold(argument.spellings.last ?? ""), .plain(" ")] : []
            spans += [.italic(argument.valueName ?? ""), .plain(argument.isRepeating ? " …" : "")]
            spans += argument.isOptional ? [.plain("]")] : []
        }
        line(spans)
    }

    private func isNeeded(_ argument: CommandDescription.Argument) -> Bool {
        argument.kind == .option && !argument.isOptional && argument.defaultValue == nil
    }

    /// Adds the abstract and the discussion.
    ///
    /// Lines of the discussion that begin with a command become examples.
    fileprivate mutating func addDiscussion(of command: CommandDescription) {
        let lines = (command.discussion ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        macro("SH", "DESCRIPTION")
        line(.plain(command.abstract ?? ""))
        for paragraph in lines.filter({ !Self.isExample($0) }).split(separator: "") {
            macro("PP")
            line(.plain(paragraph.joined(separator: " ")))
        }
        if let aliases = command.aliases, !aliases.isEmpty {
            macro("PP")
            line(.plain("Alias: "), .bold(aliases.joined(separator: ", ")), .plain("."))
        }
        let examples = lines.filter(Self.isExample)
        guard !examples.isEmpty else { return }
        macro("SH", "EXAMPLES")
        example(examples)
    }

    private static func isExample(_ line: String) -> Bool { line.hasPrefix("photos ") || line.contains("| photos ") }

    fileprivate mutating func addReference(to command: CommandDescription) {
        macro("TP")
        line(.bold(command.words.joined(separator: "-")), .plain("(1)"))
        line(.plain(command.abstract ?? ""))
    }

    fileprivate mutating func addSubcommands(of command: CommandDescription, _ common: Set<[String]>) {
        guard !command.shownSubcommands.isEmpty else { return }
        macro("SH", "COMMANDS")
        for subcommand in command.shownSubcommands {
            let isDefault = subcommand.commandName == command.defaultSubcommand
            macro("SS", subcommand.commandName + (isDefault ? " (the default)" : ""))
            line(.plain(subcommand.abstract ?? ""))
            let prose = (subcommand.discussion ?? "").split(separator: "\n").filter { !Self.isExample(String($0)) }
            if !prose.isEmpty { line(.plain(prose.joined(separator: " "))) }
            add(subcommand.shownArguments.filter { !common.contains($0.spellings) })
        }
    }

    fileprivate mutating func addOptions(_ title: String, _ arguments: [CommandDescription.Argument]) {
        guard !arguments.isEmpty else { return }
        macro("SH", title)
        // Arguments without a section come first. Otherwise they would appear under the previous section.
        add(arguments.filter { $0.sectionTitle == nil } + arguments.filter { $0.sectionTitle != nil })
    }

    private mutating func add(_ arguments: [CommandDescription.Argument]) {
        var section: String?
        for (index, argument) in arguments.enumerated() {
            guard index == 0 || !argument.isAlternative(to: arguments[index - 1]) else { continue }
            let alternatives = arguments[(index + 1)...].prefix { $0.isAlternative(to: argument) }
            if let title = argument.sectionTitle, title != section { macro("SS", title) }
            section = argument.sectionTitle
            macro("TP")
            let names = ([argument] + alternatives).flatMap(\.spellings).map { [Span.bold($0)] }
            var spans = Array(names.joined(separator: [.plain(", ")]))
            if argument.kind != .flag {
                spans += (spans.isEmpty ? [] : [.plain(" ")]) + [.italic(argument.valueName ?? "")]
            }
            line(spans + [.plain(argument.isRepeating ? " …" : "")])
            let help = argument.abstract ?? ""
            let values = (argument.allValues ?? []).filter { !help.contains($0) }
            line(
                .plain(help), .plain(values.isEmpty ? "" : " One of: \(values.joined(separator: ", "))."),
                .plain(argument.defaultValue.map { " The default is \($0)." } ?? ""))
        }
    }

    /// Adds the exit codes and the environment variables of all commands.
    fileprivate mutating func addEnvironment() {
        macro("SH", "EXIT STATUS")
        let codes =
            Exit.allCases.map { (Int($0.rawValue), $0.meaning) } + [(64, "The command line is invalid.")]
        for (code, meaning) in codes.sorted(by: { $0.0 < $1.0 }) { addItem("\(code)", meaning) }
        macro("SH", "ENVIRONMENT")
        addItem("PHOTOS_LIBRARY", "The library's folder. --library overrides it.")
        addItem(
            "XDG_DATA_HOME",
            "The folder for the default library openphotokit/Photos.library. The default is ~/.local/share.")
        addItem(
            "XDG_STATE_HOME",
            "The folder for the position of an interrupted photos verify. The default is ~/.local/state.")
        addItem("OPENPHOTOKIT_ALLOW_SYNCED_FOLDER", "The value 1 is the same as --allow-synced-folder.")
        addItem("NO_COLOR", "Any value turns colours off, unless --color is always.")
    }

    private mutating func addItem(_ name: String, _ meaning: String) {
        macro("TP")
        line(.bold(name))
        line(.plain(meaning))
    }
}
