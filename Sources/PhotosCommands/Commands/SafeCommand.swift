internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit
internal import Synchronization

struct SafeCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "safe",
        abstract:
            "May this card be wiped? Every file is proven stored and read back from the library. Changes nothing.",
        discussion: """
            photos safe /media/card                            yes or no, with the exceptions
            photos safe --receipt card.txt /media/card         also a receipt with every digest

            What operating systems leave (.DS_Store, Thumbs.db) is no reason for a no. Everything else is that is not
            in the library: also documents, links, and folders that cannot be looked into. The end names what to import;
            hidden folders are named by themselves, because an import of the folder above skips them.
            Exit codes: 0 yes, 2 no, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var options: GlobalOptions

    @Option(
        help: ArgumentHelp("Write what was proven to this .txt or .json file.", valueName: "file"),
        completion: .file())
    var receipt: [String] = []

    func validate() throws {
        guard receipt.allSatisfy({ Self.format(of: $0) != nil }) else {
            throw ValidationError("--receipt needs a name that ends with .txt or .json.")
        }
    }

    private static func format(of receipt: String) -> SafeReceipt.Format? {
        FilePath(receipt).extension.flatMap { SafeReceipt.Format(rawValue: $0.lowercased()) }
    }

    private struct Outcome {
        var summary = SafeSummary()
        /// What is to be imported, in the order of the walk.
        private(set) var importPaths: [FilePath] = []
        private var known: Set<FilePath> = []
        var failure: (any Error)?

        mutating func count(_ file: SafeFile) {
            summary.count(file)
            if let path = file.importPath, known.insert(path).inserted { importPaths.append(path) }
        }
    }

    func execute() async throws -> Exit {
        let roots = try paths.resolved()
        let library = try options.openLibrary()
        try checkReceipt(isOutside: roots + [library.path])
        // Opened first: whoever cannot have a receipt learns it before an hour of reading.
        let receipts = try receipt.compactMap { name in
            try Self.format(of: name).map { try SafeReceipt($0, at: FilePath(name).absolute, library: library) }
        }
        let loading = LoadProgress()
        let options = options
        let outcome = Mutex(Outcome())
        try await following(loading, options, verb: "Checking") {
            try library.checkSafety(of: roots, ioJobs: options.readingJobs(for: roots), loading: loading) { file in
                outcome.withLock { outcome in
                    outcome.count(file)
                    guard outcome.failure == nil else { return }
                    do { for receipt in receipts { try receipt.add(file) } } catch { outcome.failure = error }
                }
                Self.render(file, options)
            }
        }
        let result = outcome.withLock { $0 }
        if let failure = result.failure { throw failure }
        for receipt in receipts { try receipt.finish() }
        if options.json { JSONLines.printSummary(Summary(result.summary)) } else { render(result, library.path) }
        return result.summary.isSafe ? .done : .someFailed
    }

    /// A receipt on the card would be wiped with it, and the library is never written to.
    private func checkReceipt(isOutside folders: [FilePath]) throws {
        for path in receipt.map({ FilePath($0).absolute }) {
            guard let folder = folders.first(where: { path.starts(with: $0) }) else { continue }
            throw PhotoLibraryError(
                .ioFailure,
                "The receipt would lie in \(folder.shown). Name a file outside the library and what is checked.",
                path: path.string)
        }
    }

    private static func render(_ file: SafeFile, _ options: GlobalOptions) {
        if options.json {
            // What is ignored has no place among the statuses of the contract: the summary counts it, the receipt names it.
            if file.status != .ignored { JSONLines.print(Item(file)) }
        } else if let reason = file.reason {
            StandardOutput.print(
                "\(file.path.shown): \(reason == .unreadable ? Terminal.safe(file.error?.message ?? reason.brief) : reason.brief)"
            )
        } else if options.verbose {
            StandardOutput.print("\(file.path.shown): \(file.status.rawValue)")
        }
    }

    private func render(_ outcome: Outcome, _ library: FilePath) {
        let summary = outcome.summary
        let total = summary.safe + summary.notSafe
        let size = Int64(summary.safeBytes).formatted(.byteCount(style: .file))
        if summary.isSafe {
            StandardOutput.print(
                "Yes: \(summary.safe == 1 ? "the one file" : "all \(summary.safe.formatted()) files") (\(size)) "
                    + "\(summary.safe == 1 ? "is" : "are") in the library and \(summary.safe == 1 ? "was" : "were") read back."
            )
        } else if total == 0 {
            StandardOutput.print("There are no files here: nothing was proven.")
        } else {
            StandardOutput.print(
                total == 1
                    ? "No: the one file is not safe."
                    : "No: \(summary.notSafe.formatted()) of \(total.formatted()) files "
                        + "\(summary.notSafe == 1 ? "is" : "are") not safe.")
            for reason in SafeFile.Reason.allCases {
                guard let count = summary.reasons[reason] else { continue }
                StandardOutput.print("  \(count.formatted()): \(reason.commandSentence)")
            }
            if !outcome.importPaths.isEmpty {
                StandardOutput.print("To import them: \(FilePath.lineToImport(outcome.importPaths, into: library))")
            }
        }
        guard !options.quiet else { return }
        if summary.onLibrarysDisk > 0 {
            options.terminal.remark(
                "The library is on the same disk as \(summary.onLibrarysDisk.formatted()) of the files: delete them if you "
                    + "like, but do not format the disk.")
        }
        if summary.ignored > 0 {
            StandardOutput.print(
                "\(summary.ignored.formatted()) left by operating systems \(summary.ignored == 1 ? "was" : "were") not counted."
            )
        }
    }

    private struct Summary: Encodable {
        let safe: Bool
        let safeFiles: Int
        let notSafeFiles: Int
        let ignored: Int
        let bytes: Int
        let onLibrarysDisk: Int
        let reasons: [String: Int]

        init(_ summary: SafeSummary) {
            safe = summary.isSafe
            safeFiles = summary.safe
            notSafeFiles = summary.notSafe
            ignored = summary.ignored
            bytes = summary.safeBytes
            onLibrarysDisk = summary.onLibrarysDisk
            reasons = Dictionary(uniqueKeysWithValues: summary.reasons.map { ($0.key.rawValue, $0.value) })
        }
    }

    private struct Item: Encodable {
        let path: String
        let pathBase64: String?
        let status: String
        let localIdentifier: String?
        let reason: String?
        let message: String?
        let sha256: String?
        let bytes: Int
        let importPath: String?
        let importPathBase64: String?

        init(_ file: SafeFile) {
            let place = PathObject(file.path)
            path = place.path
            pathBase64 = place.pathBase64
            status = file.status.rawValue
            localIdentifier = file.localIdentifier
            reason = file.reason?.rawValue
            message = file.error?.commandMessage ?? file.reason?.commandSentence
            sha256 = file.sha256?.hex
            bytes = file.bytes
            let source = file.importPath.map(PathObject.init)
            importPath = source?.path
            importPathBase64 = source?.pathBase64
        }
    }
}
