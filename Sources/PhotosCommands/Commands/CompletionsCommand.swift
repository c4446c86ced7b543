internal import ArgumentParser
internal import OpenPhotoKit

struct CompletionsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print what makes a shell complete the command's words when you press TAB.",
        discussion: """
            photos setup                               installs it for all three, and the manual
            photos completions bash > FILE             to put it somewhere yourself

            Subcommands and options are completed, and the titles of your albums and folders, files, sort keys and the like.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "The shell.")
    var shell: Shell

    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        var completionShell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    func execute() throws -> Exit {
        StandardOutput.print(PhotosCommand.completionScript(for: shell.completionShell))
        return .done
    }
}
