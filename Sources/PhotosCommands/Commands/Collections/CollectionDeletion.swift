internal import ArgumentParser

/// The options of deleting albums and folders, and the output.
struct CollectionDeletion: ParsableArguments {
    @Flag(name: [.customShort("n"), .long], help: "Only print what would be deleted.") var dryRun = false

    /// The status of each album or folder in the output.
    var status: String { dryRun ? "planned" : "deleted" }

    /// Prints the result for an album or folder.
    ///
    /// - Parameters:
    ///   - rest: The end of the sentence: what is deleted with it, or what stays.
    ///   - folders: The number of folders in it, at any depth. `albums` and `assets` are numbers too.
    func report(
        _ localIdentifier: String, _ title: String, _ rest: String, _ options: any CommandOptions, folders: Int? = nil,
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
