internal import OpenPhotoKit
internal import PhotoModel

/// Prints assets one by one while they are read.
struct AssetPrinter {
    let library: PhotoLibrary
    let options: GlobalOptions

    func print(_ assets: FetchResult<Asset>) throws {
        try assets.enumerateObjects { asset in
            if options.json {
                JSONLines.print(AssetObject(asset, in: library, listsResources: false))
            } else {
                StandardOutput.print(Self.row(asset))
            }
        }
        printCount(assets.count)
    }

    private func printCount(_ count: Int) {
        if options.json {
            JSONLines.printSummary(["assets": count])
        } else if !options.quiet {
            options.terminal.write("\(counted(count, "photo"))\n")
        }
    }

    static func row(_ asset: Asset) -> String {
        let size = asset.size.map { "\($0.width)×\($0.height)" } ?? "?"
        let name = Terminal.safe(asset.original?.originalFilename?.string ?? "")
        let time = asset.captureTime.map { String($0.description.prefix(19)).replacing("T", with: " ") } ?? "undated"
        let note = asset.condition == .ok ? "" : "  (\(asset.condition.rawValue))"
        return [
            asset.localIdentifier, time.padded(19), size.padded(11),
            ByteText.of(asset.original?.bytes ?? 0).padded(9), name + note,
        ].joined(separator: "  ")
    }
}

extension String {
    /// The text with spaces after it up to `width` characters.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
