internal import ArgumentParser
internal import AssetLoading
internal import OpenPhotoKitOwner
internal import Synchronization

struct MatchCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Find the photos of the library that files show, by their content.",
        discussion: """
            photos match download.jpg
            photos match ~/Downloads            matches every photo in the folder
            photos match --page download.jpg    lets you decide where several photos match
            photos match --similar cropped.jpg  also lists photos of which the file shows a part

            With --similar, a file that matches no photo is compared with all photos again: cropped to at least 75 % of \
            each side, mirrored, or with a border or bars as in a screenshot. The five most similar photos are listed \
            with the part that the file shows. They are hints, so answer and exit code stay the same. --page and --choose \
            ask about them too: the file is found as one of them only if you say so.

            The command changes nothing, except that --choose and --page store your decisions. Pictures with one candidate that \
            show too little, or are too small, to be certain are shown together, and you accept them at once. Pictures are \
            compared at a reduced size: a copy with a small changed detail can be found as the photo.
            Exit codes: 0 all found, 3 some not found or not photos, 4 a person has to decide on some,
            6 some cannot be compared, 2 some could not be read.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var filters: FilterOptions
    @Flag(help: "Also list photos that a file shows cropped, mirrored or with a border.")
    var similar = false

    @OptionGroup var choosing: ChoosingOptions
    @OptionGroup var options: PictureOptions

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
            try library.matchAndWait(
                files, inspector: inspector, findsPartialMatches: similar, loading: loading
            ) { path, answer in
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
