public import ArgumentParser
internal import AssetLoading
public import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

struct ExportCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy photos to folders, for other programs and systems. The next export updates the copies.",
        discussion: """
            photos export --to /media/disk/Photos                   all originals, by year and month
            photos export --album Rome --edited --to ~/Rome         the pictures of an album as they are displayed
            photos export --to DIR --layout '{album}/{name}'        a folder for each album
            photos export --to DIR --sidecar xmp                    with titles, captions, keywords, ratings, dates and places
            photos export --to DIR --without-places --favorite      favourites without coordinates
            photos list --edited --ids | photos export - --to DIR   the photos that another command lists

            Fields of a layout are {year}, {month}, {day}, {album} and, at the end, {name}. A photo of several albums gets \
            a copy in the folder of each. Photos without a capture date are in the folder undated. The files of a photo \
            have the same name with different extensions.

            Files that are still right are not touched. A file whose date, album or layout changed gets its new name. A \
            file that someone changed is kept and reported. --cleanup removes files of earlier exports that this export does \
            not include, if their bytes are those that were exported. DIR/.photos-export.jsonl is the record of the export. \
            Hidden photos are not exported, except by name; --hidden exports them instead of the others, so give them a \
            folder of their own.
            Exit codes: 0 done, 2 some files failed or were kept because someone changed them, 3 a name has no photo or no \
            album, 4 a name has several photos or albums, 75 another export is writing to the folder, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions
    @OptionGroup(title: "Which photos") var filter: AssetFilterOptions

    @Argument(help: PhotoNames.help)
    var photos: [String] = []

    @Option(help: ArgumentHelp("The folder for the files.", valueName: "dir"), completion: .directory)
    var to: String

    @Option(help: ArgumentHelp("The folders and names of the files.", valueName: "layout"))
    var layout = ExportLayout.standard.description

    @Flag(help: "Each original with its raw file and live video, each picture as it is displayed, or both.")
    var files = ExportOptions.Files.original

    @Option(help: "Write a file NAME.EXT.xmp with title, caption, keywords, date and place beside each photo: xmp.")
    var sidecar: ExportOptions.Sidecar?

    @Flag(help: "Remove coordinates and names of places from the copies.")
    var withoutPlaces = false

    @Flag(help: "Remove files of earlier exports that this export does not include.")
    var cleanup = false

    @Flag(name: [.customShort("n"), .long], help: "Only show what would be done.")
    var dryRun = false

    func validate() throws {
        guard !to.isEmpty else { throw ValidationError("--to needs the name of a folder.") }
        guard ExportLayout(layout) != nil else {
            throw ValidationError(
                "--layout needs names of folders with the fields {year}, {month}, {day} and {album}, and {name} at the end: "
                    + "'{year}/{album}/{name}'.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let folder = FilePath(to).absolute
        let named = photos.isEmpty ? nil : try namedPhotos(photos, in: library)
        let query = try query(named, in: library)
        let unknown = try unknownPhotos(named ?? [], in: library)
        var request = exportOptions(for: library, folder)
        // Files of a photo that was mistyped are not removed, nor all files if the command that lists the photos
        // failed.
        if !unknown.isEmpty || named?.isEmpty == true { request.removesOthers = false }
        let printer = ExportPrinter(options, isDryRun: dryRun)
        for photo in unknown { printer.print(PhotoLibraryError.noPhoto(named: photo.name), of: photo) }
        let counts = Mutex(ExportSummary())
        let loading = LoadProgress()
        let result = await Result {
            try await withProgress(loading, options, verb: dryRun ? "Examining" : "Exporting") { [request] in
                try library.exportAndWait(query, to: folder, options: request, loading: loading) { item in
                    counts.withLock { $0.count(item) }
                    printer.print(item)
                }
            }
        }
        let summary = counts.withLock { $0 }
        // If the export failed before the first file, the error message is enough.
        if summary.files == 0, !result.isCancelled { _ = try result.get() }
        printer.printSummary(summary, isInterrupted: result.isCancelled)
        if result.isCancelled { return .interrupted }
        _ = try result.get()
        if named == nil { try printHidden(beside: query, in: library) }
        if files == .original { try printEdited(query, in: library) }
        if !unknown.isEmpty { return .notFound }
        return summary[.failed] + summary[.kept] > 0 ? .someFailed : .done
    }

    private func query(_ named: [NamedPhoto]?, in library: OwnedLibrary) throws -> AssetQuery {
        var query = try filter.query(in: library)
        guard let named else { return query }
        query.filter = .and([query.filter, .localIdentifiers(named.map(\.identifier))])
        query.includesHidden = true
        if !filter.deleted { query.scope = .everything }
        return query
    }

    /// Says how many photos were left out because they are hidden.
    private func printHidden(beside query: AssetQuery, in library: OwnedLibrary) throws {
        guard !query.includesHidden, !options.json, !options.quiet else { return }
        var hidden = query
        hidden.includesHidden = true
        hidden.filter = .and([query.filter, .isHidden])
        let count = try library.count(of: hidden)
        guard count > 0 else { return }
        StandardOutput.print(
            "\(counted(count, "hidden photo is", plural: "hidden photos are")) not included: --hidden "
                + "exports them instead of the others, so use another folder.")
    }

    /// Says how many photos have an edited version that was left out.
    private func printEdited(_ query: AssetQuery, in library: OwnedLibrary) throws {
        guard !options.json, !options.quiet else { return }
        // Also a picture that a camera or a phone edited, which is no adjustment of the library.
        let count = try library.fetchAssets(query).count { asset in
            asset.resources.contains { $0.kind == .fullSizePhoto }
        }
        guard count > 0 else { return }
        let photos = counted(
            count, "photo has an edited version that is", plural: "photos have edited versions that are")
        StandardOutput.print("\(photos) not included: use --both.")
    }

    private func unknownPhotos(_ named: [NamedPhoto], in library: OwnedLibrary) throws -> [NamedPhoto] {
        let known = try library.assets(withLocalIdentifiers: named.map(\.identifier))
        return named.filter { known[$0.identifier] == nil }
    }

    private func exportOptions(for library: OwnedLibrary, _ folder: FilePath) -> ExportOptions {
        var request = ExportOptions()
        request.layout = ExportLayout(layout) ?? .standard
        request.files = files
        request.sidecar = sidecar
        request.removesPlaces = withoutPlaces
        request.removesOthers = cleanup
        request.isDryRun = dryRun
        request.ioJobs = options.readingJobs(for: [library.path, folder])
        request.isNetworkAccessAllowed = true
        return request
    }
}

extension ExportOptions.Files: EnumerableFlag {}
extension ExportOptions.Sidecar: ExpressibleByArgument {}
