internal import ArgumentParser
internal import OpenPhotoKit
internal import Synchronization

struct VerifyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Read every original and compare it with the digest it was imported with. Changes nothing.",
        discussion: "Exit codes: 0 every byte is as it was imported, 2 something is wrong and named, 130 interrupted.")

    @OptionGroup var options: GlobalOptions

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let loading = LoadProgress()
        let counts = Mutex<[VerifiedFile.Status: Int]>([:])
        let options = options
        try await following(loading, options, verb: "Verifying") {
            try library.verify(ioJobs: options.readingJobs(for: [library.path]), loading: loading) { file in
                counts.withLock { $0[file.status, default: 0] += 1 }
                Self.render(file, options)
            }
        }
        return counts.withLock { counts in
            let good = counts[.ok, default: 0]
            let bad = counts.values.reduce(0, +) - good
            if options.json {
                JSONLines.printSummary(
                    Dictionary(
                        uniqueKeysWithValues: VerifiedFile.Status.allCases.map { ($0.rawValue, counts[$0, default: 0]) }
                    )
                )
            } else if !options.quiet {
                StandardOutput.print(
                    bad == 0
                        ? "\(good) \(good == 1 ? "file" : "files") checked: every byte is as it was imported."
                        : "\(good) as imported, " + Self.faults(counts) + ".")
            }
            return bad == 0 ? .done : .someFailed
        }
    }

    /// "1 changed, 2 missing".
    private static func faults(_ counts: [VerifiedFile.Status: Int]) -> String {
        VerifiedFile.Status.allCases.filter { $0 != .ok && counts[$0, default: 0] > 0 }
            .map { "\(counts[$0, default: 0]) \($0 == .orphan ? "of no photo" : $0.rawValue)" }.joined(separator: ", ")
    }

    private static func render(_ file: VerifiedFile, _ options: GlobalOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if file.status != .ok {
            StandardOutput.print(
                "\(file.path.shown): \(file.status.rawValue). \(file.error?.message ?? "")")
        } else if options.verbose {
            StandardOutput.print("\(file.path.shown): ok")
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String?
        let path: String
        let pathBase64: String?
        let status: String
        let error: ErrorObject?

        init(_ file: VerifiedFile) {
            let place = PathObject(file.path)
            localIdentifier = file.localIdentifier
            path = place.path
            pathBase64 = place.pathBase64
            status = file.status.rawValue
            error = file.error.map { ErrorObject($0) }
        }
    }
}
