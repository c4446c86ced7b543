internal import Synchronization

/// The names of photos at the end of a long command line.
///
/// The argument parser copies all values of an argument for each of them, so its time grows with the square of their
/// number. It gets one word for the names, and ``LibraryCommand/names(_:)`` puts the names back.
enum LongNameList {
    /// Stands for the names; no word of a command line contains this character.
    static let placeholder = "\0names"
    /// The names of this process's command line.
    static var names: [String] { storage.withLock { $0 } }

    private static let storage = Mutex<[String]>([])
    /// The commands whose arguments are all names of photos.
    private static let commands: Set<String> = ["delete", "edit", "export", "identify", "load", "show"]
    /// The option of `identify` whose values are all words up to the next option.
    private static let optionWithManyValues = "--path"
    /// The parser reads this many names in a few milliseconds.
    private static let parsedNames = 500

    /// The words for the parser.
    static func shorten(_ words: [String]) -> [String] {
        let (shortened, names) = split(words)
        storage.withLock { $0 = names }
        return shortened
    }

    /// The words for the parser, and the names that ``placeholder`` stands for.
    static func split(_ words: [String]) -> (words: [String], names: [String]) {
        guard let command = words.first, commands.contains(command) else { return (words, []) }
        let option = words.lastIndex { $0.hasPrefix("-") }
        if let option, words[option].hasPrefix(optionWithManyValues) { return (words, []) }
        // The word after an option may be its value.
        let start = option.map { min($0 + 2, words.count) } ?? 1
        guard words.count - start > parsedNames else { return (words, []) }
        return (words[..<start] + [placeholder], Array(words[start...]))
    }
}
