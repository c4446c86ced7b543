internal import ArgumentParser
internal import OpenPhotoKitOwner

struct CompletionsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print the script that completes this command's options and names in a shell.",
        discussion: """
            photos setup                               installs the scripts for all three shells, and the manual
            photos completions bash > FILE             writes the script to a file of your choice

            TAB completes subcommands, options, their values, files, and the titles of your albums and folders.
            """)

    @OptionGroup var options: PlainOptions

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
        let script = PhotosCommand.completionScript(for: shell.completionShell)
        if options.json {
            JSONLines.print(["shell": shell.rawValue, "script": script])
            JSONLines.printSummary(["scripts": 1])
        } else {
            StandardOutput.print(script)
        }
        return .done
    }
}
