internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import SystemSupport

struct SetupCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Install the manual and the completions for bash, zsh and fish.",
        discussion: """
            photos setup                         for you alone; then try man photos-import, and TAB
            photos setup --prefix /usr/local     for all users
            photos setup --remove                removes them

            Run the command again after an update. It replaces and removes only its own files. It does not change your shells'
            configuration files, but prints what to add to them.
            Exit codes: 0 done, 2 some files could not be written or removed.
            """)

    @OptionGroup var options: PlainOptions

    @Option(
        help: ArgumentHelp(
            "Install into share in this folder, for all users, instead of for you alone.", valueName: "dir"),
        completion: .directory)
    var prefix: String?

    @Flag(help: "Remove the installed files.")
    var remove = false

    func validate() throws {
        guard prefix?.isEmpty != true else { throw ValidationError("--prefix needs the name of a folder.") }
    }

    func execute() throws -> Exit {
        let environment = ProcessInfo.processInfo.environment
        let folders =
            prefix.map { ShellFolders(prefix: FilePath($0).absolute) }
            ?? ShellFolders(home: .home, environment: environment)
        let files = try ShellFile.all(in: folders)
        var counts: [ShellFile.Status: Int] = [:]
        var failures = 0
        // One folder that cannot be written has many files.
        var failureTexts: Set<String> = []
        func report(_ file: ShellFile, _ work: () throws -> ShellFile.Status?) {
            do {
                guard let status = try work() else { return }
                counts[status, default: 0] += 1
                print(FileObject(path: file.path, status: status))
            } catch {
                failures += 1
                if options.json { JSONLines.print(FileObject(path: file.path, error: ErrorObject(error))) }
                if failureTexts.insert("\(error)").inserted {
                    options.terminal.printError(Terminal.safe("photos: \(error)"))
                }
            }
        }
        for file in ShellFile.outdated(in: folders, besides: files) { report(file, file.remove) }
        for file in files { report(file) { remove ? try file.remove() : try file.install() } }
        if options.json {
            JSONLines.printSummary([
                "installed": counts[.installed, default: 0], "unchanged": counts[.unchanged, default: 0],
                "removed": counts[.removed, default: 0], "failed": failures,
            ])
        } else if remove, failures == 0, counts.isEmpty, !options.quiet {
            StandardOutput.print("Nothing is installed.")
        } else if !remove, failures == 0, !options.quiet {
            if counts[.installed, default: 0] + counts[.removed, default: 0] == 0 {
                StandardOutput.print("Everything is installed already.")
            }
            let advice = ShellAdvice(folders, home: .home, environment: environment)
            for sentence in advice.sentences { options.terminal.printWarning(Terminal.safe(sentence)) }
        }
        return failures == 0 ? .done : .someFailed
    }

    private func print(_ object: FileObject) {
        if options.json {
            JSONLines.print(object)
        } else if let status = object.status, status != .unchanged || options.verbose {
            StandardOutput.print("\(status.rawValue.padded(9))  \(Terminal.safe(object.path))")
        }
    }
}

private struct FileObject: Encodable {
    let path: String
    let status: ShellFile.Status?
    let error: ErrorObject?

    init(path: FilePath, status: ShellFile.Status? = nil, error: ErrorObject? = nil) {
        self.path = path.string
        self.status = status
        self.error = error
    }
}
