internal import ArgumentParser
internal import OpenPhotoKit
internal import Synchronization

struct MatchCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Find the photos of the library that files show, by their content.",
        discussion: """
            photos match download.jpg
            photos match ~/Downloads            matches every photo in the folder
            photos match --page download.jpg    lets you decide where several photos match

            The command changes nothing, except that --choose and --page store your decisions. Pictures with one candidate that
            show too little, or are too small, to be certain are shown together, and you accept them at once.
            Exit codes: 0 all found, 3 some not found or not photos, 4 a person has to decide on some,
            6 some cannot be compared because pictures are not decoded, 2 some could not be read.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions
    @OptionGroup var choosing: ChoosingOptions
    @OptionGroup var options: GlobalOptions

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let chooser = try choosing.chooser(options)
        let recorder = DecisionRecorder(library, options)
        let files = try paths.resolved()
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, filter: filters.filter,
            decoding: options.decoding)
        let loading = LoadProgress()
        let asks = chooser != nil
        let open = Mutex<[OpenQuestion]>([])
        try await withProgress(loading, options, verb: "Matching") {
            try library.matchAndWait(files, inspector: inspector, loading: loading) { path, answer in
                if asks, let resolution = try? answer.get(), let question = OpenQuestion(.file(path), resolution) {
                    open.withLock { $0.append(question) }
                } else {
                    recorder.report(answer, .file(path))
                }
            }
        }
        let questions = open.withLock { $0 }
        if loading.isCancelled {
            for question in questions { recorder.skip(question) }
        } else {
            try await chooser?.ask(questions, recorder)
        }
        return recorder.finish(
            loading.isCancelled ? InterruptedWork(noun: "file") : nil,
            ifEmpty: "There are no photos or videos here.")
    }
}
