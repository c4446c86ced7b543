internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Relinking

/// Prints the result of each path in a file, and determines the exit code.
struct RelinkPrinter {
    private let options: any CommandOptions
    private let isUndo: Bool
    private var counts: [RelinkItem.Status: Int] = [:]
    private var files = 0
    private var failures = 0

    init(_ options: any CommandOptions, isUndo: Bool) { (self.options, self.isUndo) = (options, isUndo) }

    /// Failures take precedence over ambiguous paths, and these over paths that were not found.
    var exit: Exit {
        if failures > 0 { return .someFailed }
        if counts[.ambiguous, default: 0] > 0 { return .ambiguous }
        return counts[.notFound, default: 0] > 0 ? .notFound : .done
    }

    mutating func print(_ items: [RelinkItem], of file: FilePath) {
        files += 1
        for item in items {
            counts[item.status, default: 0] += 1
            if options.json { JSONLines.print(Item(item, file)) } else { describe(item, file) }
        }
    }

    mutating func print(_ error: any Error, of file: FilePath) {
        files += 1
        failures += 1
        let error = ErrorObject(error)
        if options.json { JSONLines.print(Item(file, error)) }
        options.terminal.printError("\(file.shown): \(Terminal.safe(error.message))")
    }

    func finish() {
        if options.json {
            var numbers = ["files": files, "failed": failures]
            for status in RelinkItem.Status.allCases { numbers[status.rawValue] = counts[status, default: 0] }
            JSONLines.printSummary(numbers)
        } else if !options.quiet {
            let descriptions: [(RelinkItem.Status, String)] = [
                (.relinked, "rewritten"), (.planned, "would be rewritten"), (.restored, "restored"),
                (.exists, counts[.exists] == 1 ? "leads to a file already" : "lead to files already"),
                (.ambiguous, "ambiguous"), (.notFound, "not found"),
            ]
            // The first number has the noun: "3 paths rewritten, 1 not found in 2 files."
            let parts = descriptions.compactMap { status, text in counts[status].map { ($0, text) } }
            let words = parts.enumerated().map { index, part in
                "\(index == 0 ? counted(part.0, "path") : "\(part.0)") \(part.1)"
            }
            options.terminal.write(
                (words.isEmpty
                    ? isUndo ? "Nothing was restored" : "No path of the old folder" : words.joined(separator: ", "))
                    + " in \(counted(files, "file"))"
                    + (failures > 0 ? "; \(counted(failures, "file")) failed.\n" : ".\n"))
        }
    }

    // MARK: Text

    private func describe(_ item: RelinkItem, _ file: FilePath) {
        let place = "\(file.shown) \(Terminal.safe(item.location))"
        let old = Terminal.safe(item.from)
        switch item.status {
        case .exists:
            if options.verbose { StandardOutput.print("\(place)\n  \(old)") }
        case .relinked, .planned, .restored:
            let reason = item.evidence.map { "    (\(Self.description(of: $0)))" } ?? ""
            StandardOutput.print("\(place)\(reason)\n- \(old)\n+ \(Terminal.safe(item.to ?? ""))")
        case .ambiguous, .notFound:
            StandardOutput.print("\(place)\n? \(old)\n  \(Terminal.safe(item.error?.commandMessage ?? ""))")
            for candidate in item.candidates { StandardOutput.print("    \(candidate)") }
        }
    }

    private static func description(of evidence: RelinkItem.Evidence) -> String {
        switch evidence {
        case .importedFrom: "imported from this path"
        case .bytes: "the same bytes"
        case .imageData: "the same image data"
        case .content: "the same picture"
        case .syncState: "known to the shared registry of identifiers"
        case .name: "only the same name"
        }
    }

    // MARK: JSON

    private struct Item: Encodable {
        let path: String
        let pathBase64: String?
        var location: String?
        var from: String?
        var to: String?
        var status: String?
        var localIdentifier: String?
        var evidence: String?
        var candidates: [String]?
        var error: ErrorObject?

        init(_ file: FilePath, _ error: ErrorObject?) {
            let place = PathObject(file)
            path = place.path
            pathBase64 = place.pathBase64
            self.error = error
        }

        init(_ item: RelinkItem, _ file: FilePath) {
            self.init(file, item.error.map { ErrorObject($0) })
            location = item.location
            from = item.from
            to = item.to
            status = item.status.rawValue
            localIdentifier = item.localIdentifier
            evidence = item.evidence?.rawValue
            candidates = item.candidates.isEmpty ? nil : item.candidates
        }
    }
}
