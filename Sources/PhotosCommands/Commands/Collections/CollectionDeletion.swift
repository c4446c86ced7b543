internal import ArgumentParser

/// How albums and folders are deleted, and what is said of it.
struct CollectionDeletion: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Only say what would be deleted.") var dryRun = false

    /// What becomes of each, in camel case.
    var status: String { dryRun ? "planned" : "deleted" }

    /// Says what becomes of an album or folder.
    ///
    /// - Parameters:
    ///   - rest: The rest of the sentence: what goes with it or stays.
    ///   - folders: How many are in it, at any depth; as are `albums`.
    func tell(
        _ localIdentifier: String, _ title: String, _ rest: String, _ options: GlobalOptions, folders: Int? = nil,
        albums: Int? = nil, assets: Int? = nil
    ) {
        if options.json {
            JSONLines.print(
                Item(
                    localIdentifier: localIdentifier, status: status, folders: folders, albums: albums, assets: assets))
        } else if !options.quiet {
            StandardOutput.print("\(Terminal.safe(title)): \(dryRun ? "would be deleted" : "deleted")\(rest)")
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let status: String
        let folders, albums, assets: Int?
    }
}
