internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import SystemSupport

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
        let share = UserFolder.data.path(home: home, environment: environment)
        let config = UserFolder.configuration.path(home: home, environment: environment)
        self.init(share: share, fish: config.appending("fish").appending("completions"))
    }

    private init(share: FilePath, fish: FilePath) {
        bash = share.appending("bash-completion").appending("completions")
        zsh = share.appending("zsh").appending("site-functions")
        self.fish = fish
        manual = share.appending("man").appending("man1")
    }
}
