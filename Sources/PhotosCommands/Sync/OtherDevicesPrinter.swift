internal import AssetLoading
internal import OpenPhotoKitOwner
internal import PhotoModel

/// Imports the photos of other devices, and prints what came.
struct OtherDevicesPrinter {
    private let options: any CommandOptions

    init(_ options: any CommandOptions) { self.options = options }

    func importPhotos(to library: OwnedLibrary) async throws -> PhotosOfOtherDevicesSummary {
        let loading = LoadProgress()
        let options = options
        let summary = try await withProgress(loading, options, verb: "Importing") {
            try library.importPhotosOfOtherDevicesAndWait(decoding: options.decoding, loading: loading) {
                Self.render($0, options)
            }
        }
        if !options.json, !options.quiet {
            for sentence in Self.sentences(summary) { StandardOutput.print(sentence) }
        }
        return summary
    }

    private static func render(_ item: PhotoOfOtherDevicesItem, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(item))
        } else if item.outcome == .failed, let error = item.error {
            options.terminal.printError(Terminal.safe("\(item.name): \(error.commandMessage)"))
        } else if options.verbose {
            StandardOutput.print(Terminal.safe("\(item.name): \(text(of: item.outcome))"))
        }
    }

    private static func sentences(_ summary: PhotosOfOtherDevicesSummary) -> [String] {
        PhotoOfOtherDevicesItem.Outcome.allCases.compactMap { outcome in
            guard let count = summary.counts[outcome], count > 0 else { return nil }
            let photos = counted(count, "photo") + " of other devices"
            switch outcome {
            case .imported: return "\(photos) \(count == 1 ? "was" : "were") imported from stores."
            case .duplicate, .leftOut, .failed: return "\(photos): \(text(of: outcome))."
            case .notInStores:
                return
                    "\(photos) \(count == 1 ? "is" : "are") in no store that this library can reach now. “photos mirror” on a "
                    + "device that has \(count == 1 ? "it" : "them") copies \(count == 1 ? "it" : "them") to a store."
            }
        }
    }

    private static func text(of outcome: PhotoOfOtherDevicesItem.Outcome) -> String {
        switch outcome {
        case .imported: "imported"
        case .duplicate: "in the library already, perhaps with other metadata"
        case .leftOut: "left out: no photo, or deleted here before"
        case .notInStores: "in no store that can be reached"
        case .failed: "failed"
        }
    }

    private struct Item: Encodable {
        let name: String
        let bytes: Int64
        let outcome: String
        let localIdentifier: String?
        let error: ErrorObject?

        init(_ item: PhotoOfOtherDevicesItem) {
            (name, bytes, outcome) = (item.name, item.bytes, item.outcome.rawValue)
            localIdentifier = item.localIdentifier
            error = item.error.map { ErrorObject($0) }
        }
    }
}
