internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import Relinking

struct RelinkCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "relink",
        abstract: "Replace broken paths in notes, galleries and databases by paths to the photos in the library.",
        discussion: """
            photos relink --dry-run notes.md --from ~/Pictures        shows what would change
            photos relink notes.md gallery.sqlite --from ~/Pictures   rewrites paths of missing files
            photos relink --undo notes.md                             restores exactly what was replaced

            The command rewrites paths, paths relative to the file, and file:// URLs: in JSON the texts, in SQLite the cells, \
            and in Markdown (also *.txt) the destinations of links and images. In Markdown, paths in other text and in code \
            stay as they are. It finds a photo if the library imported it from the broken path, or by the content of the file in a copy of the old \
            folder (--copy-of). All other bytes of the file stay the same. FILE.relink-backup keeps the old file, and \
            FILE.relink-undo what --undo needs. The command refuses a database that is in use, and one with triggers on the \
            rewritten columns.

            Exit codes: 0 done, 2 a file could not be rewritten and is unchanged, 3 some paths have no photo, \
            4 a person has to decide on some.
            """)

    @OptionGroup var options: PictureOptions

    @Argument(help: "JSON, Markdown and SQLite files.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("The old folder, which broken paths name.", valueName: "folder"),
        completion: .directory)
    var from: String?

    @Option(
        help: ArgumentHelp(
            "A copy of the old folder. Photos are found by the content of its files.", valueName: "folder"),
        completion: .directory)
    var copyOf: String?

    @Option(help: "The new form of paths: same (as written), path, file-url, local or cloud.")
    var to = RelinkForm.same

    @Flag(help: "With --to cloud: write shorter identifiers, without the small picture.")
    var compact = false

    @Option(help: "Also replace cloud identifiers by local identifiers.")
    var identifiers: IdentifierForm?

    @Flag(help: "Accept a photo by its file name alone, if only one photo has this name.")
    var byName = false

    @Flag(help: "Also rewrite paths of existing files, before the old folder is deleted.")
    var includeExisting = false

    @Flag(name: [.customShort("n"), .long], help: "Only show what would be rewritten.")
    var dryRun = false

    @Flag(help: "Restore what the last relink replaced in each file.")
    var undo = false

    enum IdentifierForm: String, ExpressibleByArgument, CaseIterable { case local }

    func validate() throws {
        guard undo || from?.isEmpty == false else {
            throw ValidationError("Name the old folder, which broken paths name, with --from.")
        }
        guard !undo || from == nil && copyOf == nil && !dryRun else {
            throw ValidationError("--undo cannot be combined with --from, --copy-of or --dry-run.")
        }
        guard copyOf?.isEmpty != true else { throw ValidationError("--copy-of needs the name of a folder.") }
    }

    func execute() async throws -> Exit {
        var printer = RelinkPrinter(options, isUndo: undo)
        let relink = try undo ? Relinker.undo : relinker().relink
        for file in files.map({ FilePath($0).absolute }) {
            do { printer.print(try relink(file), of: file) } catch { printer.print(error, of: file) }
        }
        printer.finish()
        return printer.exit
    }

    private func relinker() throws -> Relinker {
        let library = try options.openLibrary()
        var request = RelinkRequest(oldFolder: FilePath(from ?? "").absolute)
        request.copy = copyOf.map { FilePath($0).absolute }
        request.form = to
        request.isCompact = compact
        request.replacesIdentifiers = identifiers == .local
        request.trustsNames = byName
        request.includesExisting = includeExisting
        request.isDryRun = dryRun
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: [request.copy ?? library.path]), jobs: options.jobs,
            decoding: options.decoding)
        return Relinker(request, finder: LibraryFinder(library, request, inspector: inspector))
    }
}

extension RelinkForm: ExpressibleByArgument {}
