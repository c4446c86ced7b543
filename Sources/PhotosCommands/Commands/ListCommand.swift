public import ArgumentParser
public import OpenPhotoKit

struct ListCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the photos of the library.",
        discussion: """
            photos list                                   all, by capture date
            photos list --after 2024-05 --before 2024-06  those of a month, by the cameras' clocks
            photos list --search canon --sort size --limit 20
            """)

    @OptionGroup var options: GlobalOptions

    @Option(help: "Only image, video or unknown.")
    var type: Asset.MediaType?

    @Option(
        help: ArgumentHelp("Captured at or after this time: YYYY, YYYY-MM, YYYY-MM-DD or longer.", valueName: "time"))
    var after: String?

    @Option(help: ArgumentHelp("Captured before this time.", valueName: "time"))
    var before: String?

    @Option(
        help: ArgumentHelp(
            "Only those with this text in file name, camera, lens, title or keywords.", valueName: "text"))
    var search: String?

    @Option(help: ArgumentHelp("Only those of this album, by title or identifier.", valueName: "album"))
    var album: String?

    @Flag(help: "Those you deleted and can still bring back, instead.")
    var deleted = false

    @Option(help: "The order: captureDate, addedDate, filename or size.")
    var sort = AssetQuery.Sort.captureDate

    @Option(help: "At most this many.")
    var limit: Int?

    func validate() throws {
        for time in [after, before].compactMap({ $0 }) where !Self.isTime(time) {
            throw ValidationError("“\(time)” is no time. Write 2024, 2024-05, 2024-05-17 or 2024-05-17T10:30.")
        }
    }

    /// Whether the text is a capture time or the beginning of one.
    private static func isTime(_ text: String) -> Bool {
        let whole = "2000-01-01T00:00:00"
        return CaptureTime(text) != nil
            || [4, 7, 10, 13, 16].contains(text.count) && CaptureTime(text + whole.dropFirst(text.count)) != nil
    }

    func execute() throws -> Exit {
        var query = AssetQuery()
        query.mediaType = type
        query.capturedFrom = after
        query.capturedBefore = before
        query.search = search
        query.album = album
        query.scope = deleted ? .recentlyDeleted : .library
        query.sort = sort
        query.limit = limit
        var count = 0
        let library = try options.openLibrary()
        if let album, try !library.albums().contains(where: { $0.localIdentifier == album || $0.title == album }) {
            throw PhotoLibraryError(
                .identifierNotFound, "There is no such album. See “photos albums”.", identifier: album)
        }
        try library.forEachAsset(query) { asset in
            count += 1
            if options.json {
                JSONLines.print(AssetObject(asset, listsResources: false))
            } else {
                StandardOutput.print(Self.row(asset))
            }
        }
        if options.json {
            JSONLines.printSummary(["assets": count])
        } else if !options.quiet {
            options.terminal.write("\(count) \(count == 1 ? "photo" : "photos")\n")
        }
        return .done
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

extension Asset.MediaType: ExpressibleByArgument {}
extension AssetQuery.Sort: ExpressibleByArgument {}
