internal import AssetLoading
internal import OpenPhotoKitOwner
internal import Synchronization

/// Brings originals back, and prints what came.
struct ReturnPrinter {
    private let options: any CommandOptions

    init(_ options: any CommandOptions) { self.options = options }

    /// - Returns: The numbers of photos whose originals came, and of those that failed.
    func bringBack(_ photos: [String], in library: OwnedLibrary) async throws -> (returned: Int, failed: Int) {
        let loading = LoadProgress()
        let options = options
        let counts = Mutex((returned: 0, failed: 0))
        try await withProgress(loading, options, verb: "Loading") {
            try library.bringBackAndWait(photos, loading: loading) { item in
                counts.withLock { counts in
                    if item.error != nil { counts.failed += 1 } else if item.bytes > 0 { counts.returned += 1 }
                }
                Self.render(item, options)
            }
        }
        return counts.withLock { $0 }
    }

    private static func render(_ item: ReturnedItem, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(
                Item(
                    localIdentifier: item.localIdentifier, name: item.name, bytes: item.bytes,
                    error: item.error.map { ErrorObject($0) }))
        } else if let error = item.error {
            options.terminal.printError(Terminal.safe("\(item.name): \(error.commandMessage)"))
        } else if item.bytes > 0 || options.verbose {
            StandardOutput.print(
                Terminal.safe("\(item.name): \(item.bytes > 0 ? "is on this computer again" : "was on this computer")"))
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let name: String
        let bytes: Int64
        let error: ErrorObject?
    }
}
