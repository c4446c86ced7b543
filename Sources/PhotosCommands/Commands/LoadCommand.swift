internal import ArgumentParser
internal import OpenPhotoKit

struct LoadCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Bring originals here, from wherever they are, with progress.",
        discussion: "photos load ID … --to ~/Desktop",
        aliases: ["fetch"])

    @OptionGroup var options: GlobalOptions

    @Argument(help: "Local identifiers.")
    var identifiers: [String]

    @Option(help: ArgumentHelp("The folder to put the files in.", valueName: "dir"))
    var to = "."

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let load = try library.loadOriginals(
            of: identifiers, to: FilePath(to).absolute, ioJobs: options.ioJobs)
        let interruption = Interruption { load.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        async let shown: Void = ProgressPrinter(options, verb: "Loading").follow(load.updates)
        let outcomes = await load.outcomes()
        await shown
        var exit = Exit.done
        for (identifier, outcome) in zip(identifiers, outcomes) {
            switch outcome {
            case .success(let file):
                if options.json {
                    JSONLines.print(
                        Item(localIdentifier: identifier, path: file.path.string, bytes: file.size, error: nil))
                } else {
                    StandardOutput.print(file.path.string)
                }
            case .failure(let error):
                let isCancelled = (error as? PhotoLibraryError)?.code == .cancelled
                exit = isCancelled ? .interrupted : .someFailed
                if options.json {
                    JSONLines.print(
                        Item(localIdentifier: identifier, path: nil, bytes: nil, error: ErrorObject(error)))
                }
                options.terminal.complain("\(identifier): \(ErrorObject(error).message)")
            }
        }
        return exit
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let path: String?
        let bytes: Int?
        let error: ErrorObject?
    }
}
