internal import ArgumentParser
internal import OpenPhotoKit
internal import Relinking

struct RelinkCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "relink",
        abstract: "Lead dead paths in notes, galleries and databases to the photos in the library.",
        discussion: """
            photos relink --dry-run notes.md --from ~/Pictures        shows what would change, and changes nothing
            photos relink notes.md gallery.sqlite --from ~/Pictures   rewrites paths that lead nowhere any more
            photos relink --undo notes.md                             puts back exactly what was replaced

            JSON, Markdown and SQLite files are understood: paths, paths relative to the file, file:// URLs. A photo is \
            found if the library imported it from the dead path, or by its content in a copy of the old folder \
            (--copy-of). Every byte around a rewritten path stays. Beside the file remain FILE.relink-backup, as it was, \
            and FILE.relink-undo. A database with triggers that would fire is refused, and so is one in use.

            Exit codes: 0 done, 2 a file could not be rewritten and is as it was, 3 some paths have no photo, \
            4 a person has to decide on some.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "JSON, Markdown and SQLite files.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("The folder that dead paths lead into.", valueName: "folder"),
        completion: .directory)
    var from: String?

    @Option(
        help: ArgumentHelp("A copy of that folder: photos are found by its files' content.", valueName: "folder"),
        completion: .directory)
    var copyOf: String?

    @Option(help: "What paths become: same (as written), path, file-url, local or cloud.")
    var to = RelinkForm.same

    @Flag(help: "With --to cloud: shorter identifiers, without the small picture.")
    var compact = false

    @Option(help: "Also rewrite cloud identifiers: to local ones.")
    var identifiers: IdentifierForm?

    @Flag(help: "Take a photo for its name alone, if exactly one has it.")
    var byName = false

    @Flag(help: "Also rewrite paths that still lead to a file: before the old folder goes.")
    var includeAlive = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would be rewritten, and rewrite nothing.")
    var dryRun = false

    @Flag(help: "Put back what the last relink of each file replaced.")
    var undo = false

    enum IdentifierForm: String, ExpressibleByArgument, CaseIterable { case local }

    func validate() throws {
        guard undo || from?.isEmpty == false else {
            throw ValidationError("Name the folder that dead paths lead into with --from.")
        }
        guard !undo || from == nil && copyOf == nil && !dryRun else {
            throw ValidationError("--undo takes files only.")
        }
        guard copyOf?.isEmpty != true else { throw ValidationError("--copy-of needs the name of a folder.") }
    }

    func execute() async throws -> Exit {
        var printer = RelinkPrinter(options)
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
        request.includesAlive = includeAlive
        request.isDryRun = dryRun
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: [request.copy ?? library.path]), jobs: options.jobs,
            decoding: options.decoding)
        return Relinker(request, finder: LibraryFinder(library, request, inspector: inspector))
    }
}

extension RelinkForm: ExpressibleByArgument {}
