internal import ArgumentParser
internal import AssetLoading
internal import OpenPhotoKitOwner

struct ResolveCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract:
            "Find the photos, albums and folders that cloud identifiers name, if necessary by their content.",
        discussion: """
            photos resolve opk2_…               resolves one or several identifiers
            photos resolve - < ids.txt          reads one identifier a line from standard input
            photos resolve --remember - < ids.txt   keeps identifiers that are not found: photos unresolved
            photos resolve --page - < ids.txt   lets you decide where several photos match
            photos resolve --choose - < ids.txt the same in the terminal, also for albums and folders

            Pictures with one candidate that show too little, or are too small, to be certain are shown together, and you \
            accept them at once.

            Every answer names its evidence. A photo counts as found only if it cannot be confused with another one. An \
            identifier has a gray picture of 64×64 cells, so a copy with changed small details, or in black and white, can \
            be found as the photo. An album is found by its photos: name their identifiers in the same command, as \
            photos identify --all --albums prints them.
            Exit codes: 0 all found, 3 some not found, 4 a person has to decide on some,
            6 some cannot be compared, 2 some could not be read.
            """)

    @OptionGroup var choosing: ChoosingOptions
    @OptionGroup var options: PictureOptions

    @Argument(help: "Cloud identifiers, or - for standard input.")
    var identifiers: [String]

    @Flag(help: "Do not compare content: find only photos, albums and folders that this library itself identified.")
    var syncStateOnly = false

    @Flag(help: "Keep identifiers that are not found or ambiguous. Each import resolves them again.")
    var remember = false

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        let chooser = try choosing.chooser(options)
        let recorder = DecisionRecorder(library, options)
        let loading = LoadProgress()
        let asks = chooser != nil
        let (read, questions) = try await withProgress(loading, options, verb: "Resolving", noun: "identifiers") {
            try resolveAll(in: library, recorder, asks: asks, loading)
        }
        if loading.isCancelled {
            for question in questions { recorder.skip(question) }
        } else {
            try await chooser?.ask(questions, recorder)
        }
        let hasList = identifiers.contains("-")
        let unfinished = InterruptedWork(
            noun: "identifier", total: hasList ? read : identifiers.count, isLeast: hasList)
        let exit = recorder.finish(loading.isCancelled ? unfinished : nil, ifEmpty: "There are no identifiers.")
        if remember, !options.json, !options.quiet {
            let pending = try library.rememberedReferences(resolved: false).count
            options.terminal.write("\(pending) pending: photos unresolved\n")
        }
        return exit
    }

    /// Resolves the identifiers in batches, and prints each answer, until it is cancelled.
    ///
    /// - Returns: The number of identifiers that were read, and the questions for a person.
    private func resolveAll(
        in library: OwnedLibrary, _ recorder: DecisionRecorder, asks: Bool, _ loading: LoadProgress
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
            recorder.readNames(for: answered.map(\.1.answer))
            for (text, (_, answer)) in answered {
                if asks, let resolution = try? answer.get(),
                    let question = OpenQuestion(.identifier(text), resolution)
                {
                    questions.append(question)
                } else {
                    recorder.report(answer, .identifier(text))
                }
            }
            try keep(answered.map(\.1), in: library)
        }
        return (read, questions)
    }

    /// Remembers identifiers that were not found, with --remember.
    ///
    /// Identifiers of questions are remembered too. The next import resolves them again with the person's decision.
    private func keep(_ answers: [Answer], in library: OwnedLibrary) throws {
        guard remember else { return }
        try library.remember(
            answers.compactMap { identifier, answer in
                (try? answer.get().status) == .found ? nil : try? identifier.get()
            })
    }

    private typealias Answer = (identifier: Result<CloudIdentifier, any Error>, answer: Result<Resolution, any Error>)

    /// One answer for each text, with an error for invalid texts, and `cancelled` for those after the interruption.
    private func answers(
        to identifiers: [Result<CloudIdentifier, any Error>], _ library: OwnedLibrary, _ loading: LoadProgress
    ) -> [Answer] {
        let asked = identifiers.compactMap { try? $0.get() }
        for _ in asked.count..<identifiers.count { loading.fileSkipped(bytes: 0) }
        let answered =
            syncStateOnly
            ? library.resolveSyncedAndWait(asked, loading: loading) : library.resolveAndWait(asked, loading: loading)
        var answers = answered[...]
        return identifiers.map { identifier in
            (identifier, identifier.flatMap { _ in answers.popFirst() ?? .failure(Self.noAnswer) })
        }
    }

    private static let noAnswer = PhotoLibraryError(.internalError, "The library gave no answer to this identifier.")
}

/// Identifiers from arguments.
///
/// Each `-` stands for the lines of standard input, which are read one by one.
struct IdentifierLines {
    private let arguments: [String]
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter isCancelled: Called while the command waits for standard input. The lines end when it returns true.
    init(_ arguments: [String], isCancelled: @escaping @Sendable () -> Bool = { false }) {
        self.arguments = arguments
        self.isCancelled = isCancelled
    }

    func batches(of size: Int) -> some Sequence<[String]> {
        var pending = arguments[...]
        var lines = StandardInputLines(isCancelled: isCancelled)
        func next() -> String? {
            while let argument = pending.first {
                guard argument == "-" else {
                    pending.removeFirst()
                    // A copied identifier may have blanks around it.
                    return argument.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? argument
                }
                while let line = lines.next() {
                    let text = line.trimmingPrefix { $0.isWhitespace }
                    if let word = text.split(whereSeparator: \.isWhitespace).first { return String(word) }
                }
                pending.removeFirst()
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
