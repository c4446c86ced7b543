internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

// Completions for the names of albums and folders. If the library cannot be read, there are no completions and no error
// message, because a message would disturb the command line.
extension CompletionKind {
    /// Titles of albums.
    static let albums = names(albumTitles)
    /// Titles of folders.
    static let folders = names(folderTitles)
    /// Titles of albums and folders.
    static let collections = names { try folderTitles($0) + albumTitles($0) }

    @Sendable private static func albumTitles(_ library: OwnedLibrary) throws -> [String] {
        try library.albums().map(\.title)
    }

    @Sendable private static func folderTitles(_ library: OwnedLibrary) throws -> [String] {
        try library.folders().map(\.title)
    }

    private static func names(_ titles: @escaping @Sendable (OwnedLibrary) throws -> [String]) -> CompletionKind {
        .custom { words, _, _ in
            // Ends after two seconds, because TAB should not wait for a migration or a slow disk.
            DispatchQueue.global().asyncAfter(deadline: .now() + 2) { _exit(0) }
            guard let library = try? OwnedLibrary(at: libraryPath(in: words)), let titles = try? titles(library) else {
                return []
            }
            return titles.compactMap { ShellWord.candidate($0, for: CompletionShell.requesting) }
        }
    }

    /// The library of a command line, which is given as typed words.
    private static func libraryPath(in words: [String]) -> FilePath {
        guard let option = words.firstIndex(where: { $0 == "--library" || $0.hasPrefix("--library=") }) else {
            return OwnedLibrary.defaultPath
        }
        // bash splits --library=DIR at the equals sign.
        let parts =
            words[option].dropFirst("--library".count).split(separator: "=")
            + words.dropFirst(option + 1).map { $0[...] }
        guard let typed = parts.first(where: { $0 != "=" }) else { return OwnedLibrary.defaultPath }
        return FilePath((ShellWord.plain(typed) as NSString).expandingTildeInPath).absolute
    }
}

/// Words of a shell's command line.
enum ShellWord {
    /// The text, escaped for the shell's completion script; `nil` if it cannot be completed safely.
    static func candidate(_ text: String, for shell: CompletionShell?) -> String? {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        switch shell {
        // readline (bash 5.2) does not quote these characters, and the shell would run the title as a command.
        case .bash where text.contains(where: { "$`".contains($0) }): return nil
        // compgen -W expands its argument.
        case .bash: return escaped(text) { $0.isASCII && !$0.isLetter && !$0.isNumber }
        // zsh takes the text after a colon as a description.
        case .zsh: return escaped(text) { $0 == ":" || $0 == "\\" }
        default: return text
        }
    }

    /// The text of a word without its quotes and backslashes.
    static func plain(_ word: Substring) -> String {
        var text = ""
        var isEscaped = false
        for character in word {
            if !isEscaped, "\\\"'".contains(character) {
                isEscaped = character == "\\"
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }

    private static func escaped(_ text: String, where isSpecial: (Character) -> Bool) -> String {
        text.reduce(into: "") { result, character in result += isSpecial(character) ? "\\\(character)" : "\(character)"
        }
    }
}
