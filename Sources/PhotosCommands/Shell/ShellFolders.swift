internal import Foundation
internal import OpenPhotoKit
internal import PhotoModel

/// The folders for completion scripts and manual pages.
struct ShellFolders {
    let bash: FilePath
    let zsh: FilePath
    let fish: FilePath
    let manual: FilePath

    /// The folders for all users, in a prefix such as /usr/local.
    init(prefix: FilePath) {
        let share = prefix.appending("share")
        self.init(share: share, fish: share.appending("fish").appending("vendor_completions.d"))
    }

    /// The folders of one user.
    init(home: FilePath, environment: [String: String]) {
        // The XDG Base Directory Specification says to ignore a relative path.
        func folder(_ variable: String, else fallback: FilePath) -> FilePath {
            environment[variable].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil } ?? fallback
        }
        let share = folder("XDG_DATA_HOME", else: home.appending(".local").appending("share"))
        let config = folder("XDG_CONFIG_HOME", else: home.appending(".config"))
        self.init(share: share, fish: config.appending("fish").appending("completions"))
    }

    private init(share: FilePath, fish: FilePath) {
        bash = share.appending("bash-completion").appending("completions")
        zsh = share.appending("zsh").appending("site-functions")
        self.fish = fish
        manual = share.appending("man").appending("man1")
    }
}
