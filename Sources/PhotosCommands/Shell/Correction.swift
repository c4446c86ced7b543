// What a person may have meant whose command line was not understood. The parser itself names the nearest option.
extension CommandDescription {
    /// What may be meant by the first word that is neither a subcommand nor one of the values that an option takes.
    ///
    /// - Parameter words: What follows the name of the program.
    func correction(of words: some Sequence<String>) -> String? {
        var command = self
        var words = Array(words)[...]
        while let word = words.popFirst(), word != "--" {
            if word.hasPrefix("-") {
                let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
                let known = shownArguments + command.shownArguments
                // Behind an option that is not known nobody knows what is its value.
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
                // What a command without a subcommand takes, it takes as its default does.
                if let standard = command.defaultSubcommand.flatMap(command.subcommand) { command = standard }
            }
        }
        return nil
    }

    /// The first word that is no subcommand of the one before, as `help` always is; `nil` if all are.
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
    /// The one of the names that begins with this, or differs from it in two characters at most.
    fileprivate func nearest(in names: [String]) -> String? {
        func distance(_ name: String) -> Int { name.hasPrefix(self) ? 0 : editDistance(to: name) }
        return names.filter { distance($0) <= min(2, count - 1) }.min { distance($0) < distance($1) }
    }

    /// How many characters are put in, left out or changed to make the other text of this.
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
