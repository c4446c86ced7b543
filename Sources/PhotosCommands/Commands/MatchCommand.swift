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
            photos match --page download.jpg    decide yourself where several fit; remembered for next time
            Exit codes: 0 all found, 3 some not found, 4 a person has to decide on some, 2 some could not be read.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions
    @OptionGroup var choosing: ChoosingOptions
    @OptionGroup var options: GlobalOptions

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let chooser = try choosing.chooser(options)
        let desk = DecisionDesk(library, options)
        let files = try paths.resolved()
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, filter: filters.filter,
            decoding: options.decoding)
        let loading = LoadProgress()
        let asks = chooser != nil
        let open = Mutex<[OpenQuestion]>([])
        try await following(loading, options, verb: "Matching") {
            library.match(files, inspector: inspector, loading: loading) { path, answer in
                if asks, let resolution = try? answer.get(), let question = OpenQuestion(.file(path), resolution) {
                    open.withLock { $0.append(question) }
                } else {
                    desk.tell(answer, .file(path))
                }
            }
        }
        let questions = open.withLock { $0 }
        if loading.isCancelled {
            for question in questions { desk.skip(question) }
        } else {
            try await chooser?.ask(questions, desk)
        }
        return desk.finish(loading.isCancelled ? Unfinished(noun: "file") : nil)
    }
}
