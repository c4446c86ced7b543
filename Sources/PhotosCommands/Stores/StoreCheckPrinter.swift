internal import AssetLoading
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Reads copies in stores back, and prints what is wrong.
struct StoreCheckPrinter {
    private let options: any CommandOptions

    init(_ options: any CommandOptions) { self.options = options }

    func check(_ request: StoreCheckRequest, in library: OwnedLibrary) async throws -> Exit {
        let loading = LoadProgress()
        let options = options
        let summary = try await withProgress(loading, options, verb: "Checking", noun: "copies") {
            try library.checkStoresAndWait(request, loading: loading) { Self.render($0, options) }
        }
        render(summary)
        if summary.suspect + summary.unread > 0 { return .someFailed }
        return summary.unavailableStores.isEmpty ? .done : .failed
    }

    private static func render(_ copy: CheckedCopy, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(copy))
        } else if let error = copy.error {
            StandardOutput.print(Terminal.safe("\(copy.name): \(error.commandMessage)"))
        } else if options.verbose {
            StandardOutput.print(Terminal.safe("\(copy.name): every byte in the store “\(copy.store)” is right"))
        }
    }

    private func render(_ summary: StoreCheckSummary) {
        for (_, error) in summary.unavailableStores.sorted(by: { $0.key < $1.key }) {
            options.terminal.printError(Terminal.safe(error.commandMessage))
        }
        if options.json {
            JSONLines.printSummary([
                "sound": summary.sound, "suspect": summary.suspect, "unread": summary.unread,
                "unavailableStores": summary.unavailableStores.count,
            ])
        } else if !options.quiet {
            StandardOutput.print(
                summary.sound == 0
                    ? "No copy was read back."
                    : "\(counted(summary.sound, "copy", plural: "copies")) read back: every byte is right.")
            if summary.suspect > 0 {
                StandardOutput.print(
                    "\(counted(summary.suspect, "copy is", plural: "copies are")) lost or changed. “photos status” says what to do."
                )
            }
            if summary.unread > 0 {
                StandardOutput.print(
                    "\(counted(summary.unread, "copy", plural: "copies")) could not be read. Check the disk or the "
                        + "service, and run the same command again.")
            }
        }
    }

    private struct Item: Encodable {
        let store: String
        let localIdentifier: String
        let name: String
        let bytes: Int64
        let status: String
        let error: ErrorObject?

        init(_ copy: CheckedCopy) {
            (store, localIdentifier, name, bytes) = (copy.store, copy.localIdentifier, copy.name, copy.bytes)
            status = copy.error == nil ? "sound" : copy.isSuspect ? "suspect" : "unread"
            error = copy.error.map { ErrorObject($0) }
        }
    }
}
