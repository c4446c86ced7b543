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
        let open = Mutex<[(path: FilePath, resolution: Resolution)]>([])
        try await following(loading, options, verb: "Matching") {
            library.match(files, inspector: inspector, loading: loading) { path, answer in
                if asks, let resolution = try? answer.get(), Question.arises(from: resolution) {
                    open.withLock { $0.append((path, resolution)) }
                } else {
                    desk.tell(answer, path: path)
                }
            }
        }
        var questions: [Question] = []
        for (path, resolution) in open.withLock({ $0 }) {
            do {
                if !loading.isCancelled, let question = try question(about: path, resolution, in: library) {
                    questions.append(question)
                } else {
                    desk.tell(.success(resolution), path: path)
                }
            } catch { desk.tell(.failure(error), path: path) }
        }
        try await chooser?.ask(questions, desk)
        let exit = desk.finish()
        return loading.isCancelled ? .interrupted : exit
    }

    /// Reads the file again: of thousands a person is asked about a few.
    private func question(
        about path: FilePath, _ resolution: Resolution, in library: PhotoLibrary
    ) throws -> Question? {
        let found = Mutex<Result<PhotoAnalysis, any Error>?>(nil)
        PhotoInspector(decoding: options.decoding).inspect([path]) { _, analysis in found.withLock { $0 = analysis } }
        guard let analysis = try found.withLock({ try $0?.get() }) else {
            throw PhotoLibraryError(.unreadable, "The file cannot be read again.", path: path.string)
        }
        return try Question(.file(analysis), analysis.cloudIdentifier(), resolution, in: library)
    }
}
