public import ArgumentParser
internal import OpenPhotoKit
public import PhotoModel

struct ListCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the photos of the library.",
        discussion: """
            photos list                                   all, by capture date
            photos list --after 2024-05 --before 2024-06  those of a month, by the cameras' clocks
            photos list --search canon --sort size --limit 20
            photos list --near 41.89,12.49,5 --favorite   favourites taken at most 5 km from a place
            photos list --smart videos --sort duration:desc
            photos list --ids --search canon              their identifiers alone, for a command that takes -
            photos list --type video --count              how many films there are

            Hidden and deleted photos are listed only if asked for. Of a burst a smart album has one frame.
            Exit codes: 0 done, 3 there is no such album.
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup(title: "Which photos") var filter: AssetFilterOptions
    @OptionGroup(title: "Order") var order: OrderOptions

    @Option(
        help: ArgumentHelp("Only those of this album, by title or identifier, in its order.", valueName: "album"),
        completion: .albums)
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Only those of this smart album: \(SmartAlbum.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "name"))
    var smart: SmartAlbum?

    @Flag(help: "Print their number only.")
    var count = false

    @Flag(help: "Print their local identifiers only, one a line: for a command that reads them with -.")
    var ids = false

    func validate() throws {
        guard !ids || !count && !options.json else {
            throw ValidationError("--ids prints identifiers only: it goes with neither --count nor --json.")
        }
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        var query = smart?.query ?? AssetQuery()
        if let album { try query.narrow(to: library.albums(named: album)) }
        filter.apply(to: &query)
        // A smart album has the same photos here as in an app: of a burst, the frame that represents it.
        if let smart, filter.burst == nil { query.includesAllBurstAssets = smart.query.includesAllBurstAssets }
        order.apply(to: &query)
        if ids {
            for identifier in try library.localIdentifiers(of: query) { StandardOutput.print(identifier) }
            return .done
        }
        guard count else {
            try AssetPrinter(library: library, options: options).print(library.fetchAssets(query))
            return .done
        }
        let number = try library.count(of: query)
        if options.json { JSONLines.printSummary(["assets": number]) } else { StandardOutput.print("\(number)") }
        return .done
    }
}

extension SmartAlbum: ExpressibleByArgument {}
