internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

struct ImportCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring folders of photos into the library, each photo once.",
        discussion: """
            photos import ~/Pictures /media/card          copies everything below the two folders
            photos import --reference /mnt/nas/photos     the photos stay where they are
            photos import -n ~/Downloads                  says what would happen
            find . -name '*.jpg' -print0 | photos import --files-from - -0

            The sources are never changed. Interrupted at any moment, the same command goes on where it stopped.
            Exit codes: 0 done, 2 some files failed, 1 failed, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var options: GlobalOptions

    @Flag(help: "Copy the photos into the library (the default), or leave them where they are.")
    var mode = ModeFlag.copy

    @Flag(name: [.customShort("n"), .long], help: "Read and judge everything, store nothing.")
    var dryRun = false

    enum ModeFlag: String, EnumerableFlag { case copy, reference }

    func execute() async throws -> Exit {
        let (library, isTemporary) = try openLibrary()
        defer { if isTemporary { try? FileManager.default.removeItem(atPath: library.path.string) } }
        var request = ImportRequest(paths: try paths.resolved())
        request.mode = mode == .reference ? .reference : .copy
        request.isDryRun = dryRun
        request.ioJobs = options.ioJobs
        request.jobs = options.jobs
        request.decoding = options.decoding

        let progress = ProgressPrinter(options, verb: dryRun ? "Examining" : "Importing")
        let printer = ImportPrinter(library, options)
        let soFar = Mutex(ImportSummary())
        let run = library.importFiles(request) { item in
            soFar.withLock { $0.count(item) }
            printer.print(item)
        }
        let interruption = Interruption { run.progress.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        async let shown: Void = progress.follow(run.updates)
        let summary = await Result(catching: { try await run.summary() })
        await shown
        // Also of an import that could not go on: what it did stays done.
        printer.print((try? summary.get()) ?? soFar.withLock { $0 }, isDryRun: dryRun)
        return try summary.get().failed > 0 ? .someFailed : .done
    }
}

extension ImportCommand {
    /// The library; for a dry run where there is none, an empty one that is removed again.
    private func openLibrary() throws -> (PhotoLibrary, isTemporary: Bool) {
        guard dryRun else { return (try options.openLibrary(.creatingIfAbsent), false) }
        do { return (try options.openLibrary(), false) } catch let error as PhotoLibraryError
            where error.code == .libraryNotFound
        {
            let path = FilePath(NSTemporaryDirectory()).appending("photos-\(UUID().uuidString)")
            return (try PhotoLibrary(at: path, opening: .creatingIfAbsent), true)
        }
    }
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
