internal import OpenPhotoKitOwner
internal import PhotoModel

/// Prints the result of each file of an export and the summary, as text or as JSON.
struct ExportPrinter: Sendable {
    private let options: any CommandOptions
    private let isDryRun: Bool

    init(_ options: any CommandOptions, isDryRun: Bool) {
        self.options = options
        self.isDryRun = isDryRun
    }

    func print(_ item: ExportedItem) {
        if options.json { JSONLines.print(Item(item)) }
        let name = item.path.shown
        switch item.status {
        case .failed:
            options.terminal.printError("\(name): \(item.error?.commandMessage ?? "")")
        case .kept:
            options.terminal.printWarning("\(name): \(item.error?.commandMessage ?? "")")
        case .exported, .renamed, .removed, .unchanged:
            // A dry run is made to see the changes.
            guard !options.json, options.verbose || isDryRun && item.status != .unchanged && !options.quiet else {
                return
            }
            let previous = item.previousPath.map { "\($0.shown): " } ?? ""
            StandardOutput.print("\(previous)\(name): \(verb(item.status))")
        }
    }

    /// Prints that a name has no photo.
    func print(_ error: PhotoLibraryError, of photo: NamedPhoto) {
        if options.json {
            JSONLines.print(MissingObject(localIdentifier: photo.identifier, error: ErrorObject(error)))
        }
        options.terminal.printError(Terminal.safe("photos: \(error)"))
    }

    func printSummary(_ summary: ExportSummary, isInterrupted: Bool) {
        if options.json {
            let numbers = Dictionary(
                uniqueKeysWithValues: ExportedItem.Status.allCases.map { ($0.rawValue, summary[$0]) })
            return isInterrupted
                ? JSONLines.printSummary(ofInterrupted: numbers) : JSONLines.printSummary(numbers)
        }
        guard !options.quiet else { return }
        let parts = ExportedItem.Status.allCases.filter { summary[$0] > 0 }.map { "\(summary[$0]) \(verb($0))" }
        let files = counted(summary.files, "file")
        let start = isInterrupted ? "Interrupted after \(files)" : files
        StandardOutput.print("\(start): \(parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")).")
    }

    private func verb(_ status: ExportedItem.Status) -> String {
        switch status {
        case .exported, .renamed, .removed: (isDryRun ? "would be " : "") + status.rawValue
        case .unchanged, .failed: status.rawValue
        case .kept: "kept, changed by someone"
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let role: String
        let path: String
        let pathBase64: String?
        let previousPath: String?
        let status: String
        let bytes: Int
        let error: ErrorObject?

        init(_ item: ExportedItem) {
            let file = PathObject(item.path)
            localIdentifier = item.localIdentifier
            role = "\(item.role)"
            path = file.path
            pathBase64 = file.pathBase64
            previousPath = item.previousPath?.string
            status = item.status.rawValue
            bytes = item.bytes
            error = item.error.map { ErrorObject($0) }
        }
    }
}
