internal import OpenPhotoKitOwner
internal import PhotoModel

/// Prints assets one by one while they are read.
struct AssetPrinter {
    let library: OwnedLibrary
    let options: any CommandOptions

    /// - Parameter total: The number of photos of which these are a part; `nil` if these are all.
    func print(_ assets: FetchResult<Asset>, of total: Int? = nil) throws {
        try assets.enumerateObjects { asset in
            if options.json {
                JSONLines.print(AssetObject(asset, in: library, listsResources: false))
            } else {
                StandardOutput.print(Self.row(asset))
            }
        }
        printCount(assets.count, of: total)
    }

    private func printCount(_ count: Int, of total: Int?) {
        if options.json {
            JSONLines.printSummary(["assets": count])
        } else if !options.quiet {
            let whole = total == count ? nil : total
            let text = whole.map { "\(count) of \(counted($0, "photo"))" } ?? counted(count, "photo")
            options.terminal.write("\(text)\n")
        }
    }

    static func row(_ asset: Asset) -> String {
        let size = asset.size.map { "\($0.width)×\($0.height)" } ?? "?"
        let name = Terminal.safe(asset.original?.originalFilename?.string ?? "")
        let time = asset.captureTime?.clockText ?? "undated"
        let note = asset.pictureFault.map { "  (\($0.rawValue))" } ?? ""
        return [
            asset.localIdentifier, time.padded(23), size.padded(11),
            ByteText.of(asset.original?.bytes ?? 0).padded(9), name + note,
        ].joined(separator: "  ")
    }
}

extension Asset {
    /// The condition of the picture if something is wrong with it; `nil` for a video, which is no picture.
    var pictureFault: PictureCondition? {
        condition == .ok || original?.format == .video ? nil : condition
    }
}

extension String {
    /// The text with spaces after it up to `width` characters.
    func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
