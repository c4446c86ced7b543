internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct RestoreCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a library of what a store has.",
        discussion: """
            photos restore --from /mnt/nas/photos
            photos restore --from s3://photos/library --endpoint URL --user NAME --key key.txt
            photos restore --from /mnt/nas/photos --all       also brings all originals

            The new library has the same photos, identifiers, albums, words and decisions, up to the last “photos mirror”. Its \
            originals stay in the store until they are needed. Originals that the catalogue does not name are imported, and all \
            originals of a store without a catalogue: “photos stores import” continues it. Apps ask again for access.
            Exit codes: 0 done, 1 nothing was made, 2 some files are in no store or were not brought or imported.
            """)

    @OptionGroup var options: PlainOptions
    @OptionGroup var newStore: NewStoreOptions

    @Option(help: ArgumentHelp("Where the store is, as for “photos stores add”.", valueName: "address"))
    var from: String

    @Option(help: ArgumentHelp("The name of the store in the library, if the catalogue has none.", valueName: "name"))
    var name = "store"

    @Option(help: ArgumentHelp("The library, if the store has several.", valueName: "id"))
    var libraryID: String?

    @Option(help: ArgumentHelp("The computer that wrote the catalogue, if several did lately.", valueName: "id"))
    var writer: String?

    @Flag(help: "Also bring all originals to this computer.")
    var all = false

    func execute() async throws -> Exit {
        var request = RestoreRequest(try newStore.store(name, at: from))
        request.library = try libraryID.map { try uuid($0, "--library-id") }
        request.writer = try writer.map { try uuid($0, "--writer") }
        let path = options.libraryPath.absolute
        let summary = try await OwnedLibrary.restore(request, to: path)
        let library = try options.openLibrary()
        let loading = LoadProgress()
        _ = try await withProgress(loading, options, verb: "Loading", noun: "previews") {
            try library.fetchPreviewsAndWait(loading: loading)
        }
        let failed =
            all ? try await ReturnPrinter(options).bringBack(library.allLocalIdentifiers(), in: library).failed : 0
        if !options.json, !options.quiet { for line in sentences(summary, path) { StandardOutput.print(line) } }
        let imported = try await importUnknown(summary, to: library)
        if options.json {
            let numbers = [
                "assets": summary.assets, "filesInStore": summary.filesInStore, "missingFiles": summary.missingFiles,
                "unknownOriginals": summary.unknownOriginals, "damagedCopies": summary.damagedCopies,
                "failed": failed,
            ]
            JSONLines.printSummary(numbers.merging(imported?.numbers ?? [:], uniquingKeysWith: +))
        }
        let isWhole = summary.missingFiles == 0 && failed == 0 && imported?.failed == 0
        return isWhole ? .done : .someFailed
    }

    private func sentences(_ summary: RestoreSummary, _ path: FilePath) -> [String] {
        var sentences = [
            summary.catalogDate.map {
                "\(counted(summary.assets, "photo")) restored to \(path.shown), as they were on \($0.formatted(.iso8601)). "
                    + "The store has \(counted(summary.filesInStore, "file"))."
            } ?? "The store has no catalogue. A new library was made at \(path.shown), and gets the store's originals."
        ]
        if summary.missingFiles > 0 {
            sentences.append(
                "\(counted(summary.missingFiles, "file", "is", "are")) not in this store. Add the other stores: they may have "
                    + "them.")
        }
        if summary.damagedCopies > 0 {
            sentences.append(
                "\(counted(summary.damagedCopies, "newer copy", plural: "newer copies")) of the catalogue could not be used."
            )
        }
        return sentences
    }

    /// Imports the originals that the restored catalogue does not name.
    ///
    /// - Returns: `nil` if they cannot be told from those of other libraries.
    private func importUnknown(_ summary: RestoreSummary, to library: OwnedLibrary) async throws -> StoreImportSummary?
    {
        guard summary.unknownOriginals > 0 else { return StoreImportSummary() }
        var request = StoreImportRequest(store: summary.store)
        request.decoding = options.decoding
        do { return try await StoreImportPrinter(options).importOriginals(request, to: library) } catch let error
            as PhotoLibraryError where error.code == .changeNotSupported
        {
            options.terminal.printError(error.commandMessage)
            return nil
        }
    }

    private func uuid(_ text: String, _ option: String) throws -> UUID {
        guard let id = UUID(uuidString: text) else {
            throw ValidationError("\(option) needs an identifier, and not “\(text)”.")
        }
        return id
    }
}
