internal import ArgumentParser
internal import OpenPhotoKitOwner

struct StoresImportCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import the originals of a store that no catalogue names.",
        discussion: """
            photos stores import -n nas       lists them
            photos stores import nas          imports them
            photos stores import --all nas    also those of other libraries that use the store

            A store has such originals if its catalogue was lost, or was copied before they were. Each is compared with its \
            digest and imported as by “photos import”: no photo is doubled, and what you deleted stays deleted. Its name is \
            its digest, unless a file in the library's folder tells the name. After an interruption the same command \
            continues.
            Exit codes: 0 done, 1 the store cannot be reached, 2 some originals failed, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Argument(help: "The name of the store.")
    var name: String

    @Flag(name: [.customShort("n"), .long], help: "Import nothing; list what would be imported.")
    var dryRun = false

    @Flag(help: "Also import originals of other libraries that use the store.")
    var all = false

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var request = StoreImportRequest(store: name)
        request.includesOtherLibraries = all
        request.isRehearsal = dryRun
        (request.jobs, request.decoding) = (options.jobs, options.decoding)
        let summary = try await StoreImportPrinter(options).importOriginals(request, to: library)
        if options.json { JSONLines.printSummary(summary.numbers) }
        return summary.failed == 0 ? .done : .someFailed
    }
}
