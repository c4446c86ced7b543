internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct ListCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the photos of the library.",
        discussion: """
            photos list                                   all photos, by capture date
            photos list --after 2024-05 --before 2024-06  photos of a month, by the cameras' clocks
            photos list --search canon --sort size --limit 20
            photos list --near 41.89,12.49,5 --favorite   favourites taken at most 5 km from a place
            photos list --smart videos --sort duration:desc
            photos list --ids --search canon              only identifiers, for a command that reads them with -
            photos list --type video --count              the number of videos

            Hidden and deleted photos are listed only with --hidden and --deleted. A smart album has one frame of each burst.
            Exit codes: 0 done, 3 no such album, 4 several albums have the title.
            """)

    @OptionGroup var options: PlainOptions
    @OptionGroup(title: "Which photos") var filter: AssetFilterOptions
    @OptionGroup(title: "Order") var order: OrderOptions

    @Flag(help: "Only photos with an edited picture.")
    var edited = false

    @Flag(help: "Print only their number.")
    var count = false

    @Flag(help: "Print only their local identifiers, one a line, for a command that reads them with -.")
    var ids = false

    func validate() throws {
        guard !ids || !count && !options.json else {
            throw ValidationError("--ids prints only identifiers, so it cannot be combined with --count or --json.")
        }
    }

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        var query = try filter.query(in: library)
        if edited { query.filter = .and([query.filter, .hasAdjustments]) }
        order.apply(to: &query)
        if ids {
            for identifier in try library.localIdentifiers(of: query) { StandardOutput.print(identifier) }
            return .done
        }
        guard count else {
            let isPart = query.limit != nil || query.offset > 0
            let total = try isPart && !options.json ? library.count(of: query.whole) : nil
            try AssetPrinter(library: library, options: options).print(library.fetchAssets(query), of: total)
            return .done
        }
        let number = try library.count(of: query)
        if options.json { JSONLines.printSummary(["assets": number]) } else { StandardOutput.print("\(number)") }
        return .done
    }
}

extension AssetQuery {
    /// The same query without a limit and an offset.
    fileprivate var whole: AssetQuery {
        var query = self
        (query.limit, query.offset) = (nil, 0)
        return query
    }
}
