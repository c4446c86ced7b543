internal import AssetLoading
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Imports originals of a store, and prints what came.
struct StoreImportPrinter {
    private let options: any CommandOptions

    init(_ options: any CommandOptions) { self.options = options }

    func importOriginals(_ request: StoreImportRequest, to library: OwnedLibrary) async throws -> StoreImportSummary {
        let loading = LoadProgress()
        let options = options
        let summary = try await withProgress(loading, options, verb: request.isRehearsal ? "Listing" : "Importing") {
            try library.importOriginalsAndWait(request, loading: loading) { Self.render($0, options) }
        }
        if !options.json, !options.quiet {
            for sentence in Self.sentences(summary, request) { StandardOutput.print(sentence) }
        }
        return summary
    }

    private static func render(_ item: ImportedOriginal, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(item))
        } else if item.status == .failed, let error = item.error {
            options.terminal.printError(Terminal.safe("\(item.name): \(error.commandMessage)"))
        } else if item.status == .planned || options.verbose {
            let size = ByteText.of(Int(clamping: item.bytes))
            StandardOutput.print(
                Terminal.safe("\(item.name): \(item.status == .planned ? size : item.status.rawValue)"))
        }
    }

    private static func sentences(_ summary: StoreImportSummary, _ request: StoreImportRequest) -> [String] {
        var sentences: [String] = []
        if summary.counts.isEmpty {
            sentences.append("Catalogues name every original in the store.")
        } else if request.isRehearsal {
            let count = counted(summary.counts[.planned, default: 0], "original")
            sentences.append("The store has \(count) that no catalogue names. Without -n they are imported.")
        } else {
            let count = summary.counts[.imported, default: 0]
            sentences.append(
                "\(counted(count, "original")) that no catalogue named \(count == 1 ? "was" : "were") imported.")
        }
        for (status, text) in [
            (ImportItem.Status.duplicate, "in the library already, perhaps with other metadata"),
            (.skipped, "left out: no photo, without its photo, or deleted before"), (.failed, "failed"),
        ] {
            guard let count = summary.counts[status] else { continue }
            sentences.append("\(counted(count, "original")) \(text).")
        }
        if summary.ofOtherLibraries > 0 {
            sentences.append(
                "\(counted(summary.ofOtherLibraries, "original", "belongs", "belong")) to other libraries and "
                    + "\(summary.ofOtherLibraries == 1 ? "stays" : "stay") in the store only.")
        }
        if summary.otherLibraries > 0 {
            sentences.append(
                "\(counted(summary.otherLibraries, "other library uses", plural: "other libraries use")) the store. What a "
                    + "library copied since its last complete mirror may be among the originals that no catalogue names."
            )
        }
        return sentences
    }

    private struct Item: Encodable {
        let sha256: String?
        let name: String
        let bytes: Int64
        let status: String
        let localIdentifier: String?
        let error: ErrorObject?

        init(_ item: ImportedOriginal) {
            (sha256, name, bytes) = (item.sha256?.hex, item.name, item.bytes)
            (status, localIdentifier) = (item.status.rawValue, item.localIdentifier)
            error = item.error.map { ErrorObject($0) }
        }
    }
}

extension StoreImportSummary {
    /// The numbers in JSON.
    var numbers: [String: Int] {
        var numbers = Dictionary(
            uniqueKeysWithValues: ImportItem.Status.allCases.map { ($0.rawValue, counts[$0, default: 0]) })
        numbers["ofOtherLibraries"] = ofOtherLibraries
        numbers["otherLibraries"] = otherLibraries
        return numbers
    }
}
