internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import Synchronization

struct ImportCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import folders of photos into the library, each photo once.",
        discussion: """
            photos import ~/Pictures /media/card          copies everything below the two folders
            photos import --reference /mnt/nas/photos     the photos stay where they are
            photos import --move ~/Downloads              removes each file after its copy was read back and compared
            photos import -n ~/Downloads                  only says what would happen
            photos import --report import.html ~/Pictures writes a page with the result of every file
            photos import ~/Pictures --exclude '*.png' --exclude /private
            photos import ~/"Photos Library.photoslibrary"  with titles, albums, edits and more of Apple's Photos
            photos import takeout-*.zip                   an export of Google Photos, which is not unpacked
            find . -name '*.jpg' -print0 | photos import --files-from - -0

            Name all parts of an export in one command: a part has JSON files, edits and albums of photos in other parts.
            Only --move changes the sources. After an interruption the same command continues where it stopped.
            Exit codes: 0 done, 2 some files failed or (--move) were not removed, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions
    @OptionGroup var options: PictureOptions

    @Flag(
        help: """
            Copy the photos into the library (the default), move them (a file is removed only after its bytes were read back \
            from the library), or only refer to them where they are.
            """)
    var mode = ModeFlag.copy

    @Flag(name: [.customShort("n"), .long], help: "Read and compare all files, and store nothing.")
    var dryRun = false

    @Option(
        name: .customLong("report"),
        help: ArgumentHelp(
            "Write the result of every file to FILE.json, .csv or .html. May be repeated. A file with that name is "
                + "replaced at the end.", valueName: "file"), completion: .file(),
        transform: ReportFile.init(argument:))
    var reportFiles: [ReportFile] = []

    @Flag(help: "Make an album of each folder. Folders in folders become folders of albums.")
    var albumsFromFolders = false

    @Flag(
        help: """
            Import libraries of Apple's Photos and exports of Google Photos and iCloud as folders of plain files, thumbnails \
            included, and not with their titles, albums and edits.
            """)
    var asFolder = false

    @Flag(help: "Import also what is in the trash of an export of Google Photos or iCloud.")
    var trashed = false

    @Option(
        help: ArgumentHelp(
            """
            What to do with photos that the library has already: skip them, or import them as further photos. A file that was \
            imported from the same path and has not changed is always skipped.
            """))
    var onDuplicate = DuplicateOption.skip

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("When to stop if files fail: continue, stop, or a number of failures.", valueName: "policy"))
    var onError = ErrorOption.continue

    @Flag(help: "Restore photos that you deleted from the library.")
    var restoreDeleted = false

    @Flag(help: "Store photos on this computer again that the library has in remote stores only.")
    var bringBack = false

    enum ModeFlag: String, EnumerableFlag { case copy, move, reference }
    enum DuplicateOption: String, ExpressibleByArgument, CaseIterable { case skip, `import` }

    /// `continue`, `stop` or a number of failures.
    enum ErrorOption: ExpressibleByArgument, Equatable {
        case `continue`
        case after(Int)

        init?(argument: String) {
            switch argument {
            case "continue": self = .continue
            case "stop": self = .after(1)
            default:
                guard let count = Int(argument), count > 0 else { return nil }
                self = .after(count)
            }
        }

        var defaultValueDescription: String { "continue" }

        var failureLimit: Int? { if case .after(let count) = self { count } else { nil } }
    }

    func validate() throws {
        guard !bringBack || mode != .reference else {
            throw ValidationError("--bring-back stores copies, and --reference stores none. Use one of them.")
        }
    }

    func execute() async throws -> Exit {
        let sources = try paths.resolved()
        try checkSomeExist(sources)
        let reports = try ImportReports(reportFiles)
        let (library, isTemporary) = try await openLibrary()
        defer { if isTemporary { try? FileManager.default.removeItem(atPath: library.path.string) } }
        var request = ImportRequest(paths: sources)
        request.mode = ImportRequest.Mode(rawValue: mode.rawValue) ?? .copy
        request.makesAlbums = albumsFromFolders
        request.readsPhotoLibraries = !asFolder
        request.importsTrashed = trashed
        request.duplicates = onDuplicate == .skip ? .skip : .importAll
        request.failureLimit = onError.failureLimit
        request.restoresDeleted = restoreDeleted
        request.bringsBack = bringBack
        request.isDryRun = dryRun
        request.filter = filters.filter
        request.ioJobs = options.readingJobs(for: request.paths)
        request.jobs = options.jobs
        request.decoding = options.decoding

        let head = ReportHead(
            library: library, libraryPath: options.libraryPath.absolute, request: request, started: Date())
        reports.begin(head)
        let printer = ImportPrinter(library, options, request, isTemporary: isTemporary)
        let soFar = Mutex(ImportSummary())
        let summary = await Result {
            let loading = LoadProgress()
            return try await withProgress(loading, options, verb: dryRun ? "Examining" : "Importing") { [request] in
                try library.importFilesAndWait(request, loading: loading) { item in
                    soFar.withLock { $0.count(item) }
                    printer.print(item)
                    reports.add(item)
                }
            }
        }
        // Also after an error, because the files that were imported stay in the library.
        let end = ReportEnd(summary, soFar: soFar.withLock { $0 }, started: head.started)
        printer.print(end)
        let isReported = printer.print(await reports.finish(head, end))
        let result = try summary.get()
        return !isReported ? .failed : result.failed + result.notRemoved > 0 ? .someFailed : .done
    }
}

extension ImportCommand {
    /// Checks that at least one path exists, so that a mistyped path does not make a library.
    private func checkSomeExist(_ paths: [FilePath]) throws {
        guard let first = paths.first, paths.allSatisfy(\.isMissing) else { return }
        throw PhotoLibraryError(
            .unreadable,
            paths.count == 1
                ? "There is no such file or folder." : "Neither this nor any other of the \(paths.count) paths exists.",
            path: first.string)
    }

    /// Opens the library.
    ///
    /// If the library does not exist, a dry run uses an empty temporary library.
    private func openLibrary() async throws -> (OwnedLibrary, isTemporary: Bool) {
        guard dryRun else { return (try await options.openSignedLibrary(.creatingIfAbsent), false) }
        do { return (try options.openLibrary(), false) } catch let error as PhotoLibraryError
            where error.code == .libraryNotFound
        {
            let path = FilePath(NSTemporaryDirectory()).appending("photos-\(UUID().uuidString)")
            return (try OwnedLibrary(at: path, opening: .creatingIfAbsent), true)
        }
    }
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
