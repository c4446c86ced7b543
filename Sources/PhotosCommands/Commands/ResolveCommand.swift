internal import ArgumentParser
internal import OpenPhotoKit

struct ResolveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract:
            "Find the photos, albums and folders that cloud identifiers mean, by content where nothing stronger is known.",
        discussion: """
            photos resolve opk1_…               one or several identifiers
            photos resolve - < ids.txt          one a line from standard input
            photos resolve --remember - < ids.txt   keeps what is not here yet: photos unresolved
            photos resolve --page - < ids.txt   decide yourself where several fit; remembered for next time
            photos resolve --choose - < ids.txt in the terminal; albums and folders too, which is not remembered

            Every answer says what it stands on. A photo is chosen only if no other can be mistaken for it.
            Exit codes: 0 all found, 3 some not found, 4 a person has to decide on some, 2 some could not be read.
            """)

    @OptionGroup var choosing: ChoosingOptions
    @OptionGroup var options: GlobalOptions

    @Argument(help: "Cloud identifiers, or - for standard input.")
    var identifiers: [String]

    @Flag(help: "Find only what is known without content: albums and folders that this library gave the identifier.")
    var syncStateOnly = false

    @Flag(help: "Keep identifiers that are not found or undecided; each import asks for them again.")
    var remember = false

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let chooser = try choosing.chooser(options)
        let desk = DecisionDesk(library, options)
        let loading = LoadProgress()
        let asks = chooser != nil
        let (read, questions) = try await following(loading, options, verb: "Resolving", noun: "identifiers") {
            try resolveAll(in: library, desk, asks: asks, loading)
        }
        if loading.isCancelled {
            for question in questions { desk.skip(question) }
        } else {
            try await chooser?.ask(questions, desk)
        }
        let hasList = identifiers.contains("-")
        let unfinished = Unfinished(noun: "identifier", total: hasList ? read : identifiers.count, isLeast: hasList)
        let exit = desk.finish(loading.isCancelled ? unfinished : nil)
        if remember, !options.json, !options.quiet {
            let waiting = try library.rememberedReferences(resolved: false).count
            options.terminal.write("\(waiting) waited for: photos unresolved\n")
        }
        return exit
    }

    /// Tells the answers as they are known, batch by batch until it is cancelled.
    ///
    /// - Returns: How many identifiers there are, as far as they were read, and what a person is to be asked about first.
    private func resolveAll(
        in library: PhotoLibrary, _ desk: DecisionDesk, asks: Bool, _ loading: LoadProgress
    ) throws -> (read: Int, questions: [OpenQuestion]) {
        defer { loading.finish() }
        loading.setPhase(.loading)
        var questions: [OpenQuestion] = []
        var read = 0
        for texts in IdentifierLines(identifiers, isCancelled: { loading.isCancelled }).batches(of: 500) {
            read += texts.count
            guard !loading.isCancelled else { break }
            loading.addExpected(files: texts.count, bytes: 0)
            let asked = texts.map { text in Result { try CloudIdentifier(stringValue: text) } }
            let answered = zip(texts, answers(to: asked, library, loading)).filter { !$0.1.answer.isCancelled }
            for (text, (_, answer)) in answered {
                if asks, let resolution = try? answer.get(),
                    let question = OpenQuestion(.identifier(text), resolution)
                {
                    questions.append(question)
                } else {
                    desk.tell(answer, .identifier(text))
                }
            }
            try keep(answered.map(\.1), in: library)
        }
        return (read, questions)
    }

    /// Remembers what was not found, if asked for.
    ///
    /// What a person is asked about, too: found or not, the next import asks again and then knows.
    private func keep(_ answers: [Answer], in library: PhotoLibrary) throws {
        guard remember else { return }
        try library.remember(
            answers.compactMap { identifier, answer in
                (try? answer.get().status) == .found ? nil : try? identifier.get()
            })
    }

    private typealias Answer = (identifier: Result<CloudIdentifier, any Error>, answer: Result<Resolution, any Error>)

    /// One answer for each text, also for those that are no identifiers; `cancelled` for those that it did not come to.
    private func answers(
        to identifiers: [Result<CloudIdentifier, any Error>], _ library: PhotoLibrary, _ loading: LoadProgress
    ) -> [Answer] {
        let asked = identifiers.compactMap { try? $0.get() }
        for _ in asked.count..<identifiers.count { loading.fileSkipped(bytes: 0) }
        let answered =
            syncStateOnly ? library.resolveSynced(asked, loading: loading) : library.resolve(asked, loading: loading)
        var answers = answered[...]
        return identifiers.map { identifier in
            (identifier, identifier.flatMap { _ in answers.popFirst() ?? .failure(Self.noAnswer) })
        }
    }

    private static let noAnswer = PhotoLibraryError(.internalError, "The library gave no answer to this identifier.")
}

/// Identifiers from arguments, each `-` standing for the lines of standard input, read as they come.
struct IdentifierLines {
    private let arguments: [String]
    private let isCancelled: () -> Bool

    /// - Parameter isCancelled: Asked while standard input is waited for: the lines end where it says so.
    init(_ arguments: [String], isCancelled: @escaping () -> Bool = { false }) {
        self.arguments = arguments
        self.isCancelled = isCancelled
    }

    func batches(of size: Int) -> some Sequence<[String]> {
        var waiting = arguments[...]
        var lines = StandardInputLines(isCancelled: isCancelled)
        func next() -> String? {
            while let argument = waiting.first {
                guard argument == "-" else {
                    waiting.removeFirst()
                    // Copied with the blanks around it.
                    return argument.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? argument
                }
                while let line = lines.next() {
                    let text = line.trimmingPrefix { $0.isWhitespace }
                    if let word = text.split(whereSeparator: \.isWhitespace).first { return String(word) }
                }
                waiting.removeFirst()
            }
            return nil
        }
        return sequence(state: ()) { _ in
            var batch: [String] = []
            while batch.count < size, let text = next() { batch.append(text) }
            return batch.isEmpty ? nil : batch
        }
    }
}
