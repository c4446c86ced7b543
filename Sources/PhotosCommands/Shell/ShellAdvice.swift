internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

/// The lines that a person must add to configuration files so that the shells and man find the installed files.
struct ShellAdvice {
    let sentences: [String]

    init(_ folders: ShellFolders, home: FilePath, environment: [String: String]) {
        sentences = [
            Self.bash(folders), Self.zsh(folders, home: home, environment), Self.manual(folders, environment),
        ].compactMap { $0 }
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// bash needs no line if the package bash-completion is installed, which loads completions on demand.
    private static func bash(_ folders: ShellFolders) -> String? {
        let loaders = ["/usr/share", "/usr/local/share", "/etc/profile.d"]
        guard !loaders.contains(where: { exists($0 + "/bash-completion/bash_completion") }) else { return nil }
        return "bash: install the package bash-completion, or add to ~/.bashrc:  source '\(folders.bash)/photos'"
    }

    /// zsh searches only the folders of its own prefix.
    private static func zsh(_ folders: ShellFolders, home: FilePath, _ environment: [String: String]) -> String? {
        let settings = FilePath(environment["ZDOTDIR"] ?? home.string).appending(".zshrc")
        guard folders.zsh != "/usr/local/share/zsh/site-functions", exists(settings.string),
            (try? String(contentsOfFile: settings.string, encoding: .utf8))?.contains(folders.zsh.string) != true
        else { return nil }
        return "zsh: add to \(settings), above compinit:  fpath=('\(folders.zsh)' $fpath)"
    }

    /// man searches share/man beside each folder in PATH.
    private static func manual(_ folders: ShellFolders, _ environment: [String: String]) -> String? {
        let pages = folders.manual.removingLastComponent()
        let programs = pages.removingLastComponent().removingLastComponent().appending("bin")
        let paths = (environment["PATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }
        let manuals = (environment["MANPATH"] ?? "").split(separator: ":").map { FilePath(String($0)) }
        guard !paths.contains(programs), !manuals.contains(pages) else { return nil }
        return "man: add to ~/.profile:  export MANPATH=\"$MANPATH:\(pages):\""
    }
}
