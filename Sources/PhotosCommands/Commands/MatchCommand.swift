internal import ArgumentParser
internal import OpenPhotoKit
internal import Synchronization

struct MatchCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Do I have this photo? The pictures themselves are the evidence; nothing is added.",
        discussion: """
            photos match download.jpg
            photos match ~/Downloads            every photo in the folder
            Exit codes: 0 all found, 3 some not found, 4 a person has to decide on some, 2 some could not be read.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions
    @OptionGroup var options: GlobalOptions

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let printer = Mutex(ResolutionPrinter(library, options))
        let files = try paths.resolved()
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, filter: filters.filter,
            decoding: options.decoding)
        let loading = LoadProgress()
        try await following(loading, options, verb: "Matching") {
            library.match(files, inspector: inspector, loading: loading) { path, answer in
                printer.withLock { $0.print(answer, path: path) }
            }
        }
        return printer.withLock { printer in
            printer.finish()
            return loading.isCancelled ? .interrupted : printer.exit
        }
    }
}
