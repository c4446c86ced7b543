// Suggestions for mistyped subcommands and values. The parser itself suggests options.
extension CommandDescription {
    /// A suggestion for the first word that is neither a subcommand nor a valid value of an option.
    ///
    /// - Parameter words: The command line without the program's name.
    func correction(of words: some Sequence<String>) -> String? {
        var command = self
        var words = Array(words)[...]
        while let word = words.popFirst(), word != "--" {
            if word.hasPrefix("-") {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                let known = shownArguments + command.shownArguments
                // After an unknown option, the next word may be its value or not.
                guard let option = known.first(where: { $0.spellings.contains(parts[0]) }) else { return nil }
                guard option.kind == .option, let value = parts.count > 1 ? parts[1] : words.popFirst() else {
                    continue
                }
                let values = option.allValues ?? []
                if !values.contains(value), let nearest = value.nearest(in: values) { return nearest }
            } else if let subcommand = command.subcommand(word) {
                command = subcommand
            } else {
                let names = command.shownSubcommands.flatMap(\.names)
                if let nearest = word.nearest(in: names) { return (command.words + [nearest]).joined(separator: " ") }
                // Without a subcommand, the words belong to the default subcommand.
                if let standard = command.defaultSubcommand.flatMap(command.subcommand) { command = standard }
            }
        }
        return nil
    }

    /// The first word that is not a subcommand of the word before; `nil` if every word is a subcommand.
    func unknownSubcommand(in words: some Sequence<String>) -> String? {
        var command = self
        for word in words where !word.hasPrefix("-") && word != "help" {
            guard let subcommand = command.subcommand(word) else { return word }
            command = subcommand
        }
        return nil
    }

    private var names: [String] { [commandName] + (aliases ?? []) }

    private func subcommand(_ name: String) -> CommandDescription? {
        shownSubcommands.first { $0.names.contains(name) }
    }
}

extension String {
    /// The name that begins with this text, or differs from it by at most two characters.
    fileprivate func nearest(in names: [String]) -> String? {
        func distance(_ name: String) -> Int { name.hasPrefix(self) ? 0 : editDistance(to: name) }
        return names.filter { distance($0) <= min(2, count - 1) }.min { distance($0) < distance($1) }
    }

    /// The Levenshtein distance: the number of inserted, deleted and replaced characters.
    private func editDistance(to other: String) -> Int {
        var row = Array(0...other.count)
        for (index, character) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, otherCharacter) in other.enumerated() {
                let changed = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(changed, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
