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
            in the library: also documents, links, and folders that cannot be looked into.
            Exit codes: 0 yes, 2 no, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("Write what was proven to this .txt or .json file.", valueName: "file"))
    var receipt: String?

    func validate() throws {
        if let receipt, Self.format(of: receipt) == nil {
            throw ValidationError("--receipt needs a name that ends with .txt or .json.")
        }
    }

    private static func format(of receipt: String) -> SafeReceipt.Format? {
        FilePath(receipt).extension.flatMap { SafeReceipt.Format(rawValue: $0.lowercased()) }
    }

    private struct Outcome {
        var summary = SafeSummary()
        var exceptions: [SafeFile.Reason: [SafeFile]] = [:]
        var receipt: SafeReceipt?
        var failure: (any Error)?
    }

    func execute() async throws -> Exit {
        let roots = try paths.resolved()
        let library = try options.openLibrary()
        try checkReceipt(isOutside: roots + [library.path])
        let loading = LoadProgress()
        let options = options
        let outcome = Mutex(Outcome())
        outcome.withLock { $0.receipt = receipt.flatMap(Self.format).map { SafeReceipt($0, library: library) } }
        try await following(loading, options, verb: "Checking") {
            try library.checkSafety(of: roots, ioJobs: options.readingJobs(for: roots), loading: loading) { file in
                outcome.withLock { outcome in
                    outcome.summary.count(file)
                    if let reason = file.reason { outcome.exceptions[reason, default: []].append(file) }
                    do { try outcome.receipt?.add(file) } catch { outcome.failure = error }
                }
                // What is ignored has no place among the statuses of the contract: the summary counts it, the receipt names it.
                if options.json, file.status != .ignored { JSONLines.print(Item(file)) }
            }
        }
        let result = outcome.withLock { $0 }
        if let failure = result.failure { throw failure }
        if let receipt { try result.receipt?.write(to: FilePath(receipt).absolute) }
        if options.json { JSONLines.print(["summary": Summary(result.summary)]) } else { render(result) }
        return result.summary.isSafe ? .done : .someFailed
    }

    /// A receipt on the card would be wiped with it, and the library is never written to.
    private func checkReceipt(isOutside folders: [FilePath]) throws {
        guard let path = receipt.map({ FilePath($0).absolute }) else { return }
        guard let folder = folders.first(where: { path.starts(with: $0) }) else { return }
        throw PhotoLibraryError(
            .ioFailure,
            "The receipt would lie in \(folder.shown). Name a file outside the library and what is checked.",
            path: path.string)
    }

    private func render(_ result: Outcome) {
        let summary = result.summary
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
                "No: \(summary.notSafe.formatted()) of \(total.formatted()) \(total == 1 ? "file is" : "files are") "
                    + "not safe:")
        }
        for reason in SafeFile.Reason.allCases {
            guard let files = result.exceptions[reason] else { continue }
            StandardOutput.print("\(reason.sentence)")
            for file in files { StandardOutput.print("  \(file.path.shown)") }
        }
        if summary.ignored > 0, !options.quiet {
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

        init(_ summary: SafeSummary) {
            safe = summary.isSafe
            safeFiles = summary.safe
            notSafeFiles = summary.notSafe
            ignored = summary.ignored
            bytes = summary.safeBytes
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

        init(_ file: SafeFile) {
            let place = PathObject(file.path)
            path = place.path
            pathBase64 = place.pathBase64
            status = file.status.rawValue
            localIdentifier = file.localIdentifier
            reason = file.reason?.rawValue
            message = file.error?.message ?? file.reason?.sentence
            sha256 = file.sha256?.hex
            bytes = file.bytes
        }
    }
}
