internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct MirrorCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Copy the originals to the stores, and read every copy back.",
        discussion: """
            photos mirror                     copies to every store what it lacks
            photos mirror --to nas            only to this store
            photos mirror --copies 2          leaves out originals that have two copies
            photos mirror --limit 2           at most 2 MB a second

            Previews and a copy of the catalogue go along, so that “photos restore” can make the library of one store. The \
            same command goes on after an interruption.
            Exit codes: 0 the stores have everything, 2 a store or a file failed, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Option(help: ArgumentHelp("Only this store. Can be repeated.", valueName: "name"))
    var to: [String] = []

    @Option(help: ArgumentHelp("Leave out originals that have so many copies.", valueName: "n"))
    var copies: Int?

    @Option(help: ArgumentHelp("Transfer at most this many megabytes a second.", valueName: "mb"))
    var limit: Double?

    func validate() throws {
        guard copies.map({ $0 > 0 }) ?? true else { throw ValidationError("--copies needs a number, at least 1.") }
        guard limit.map({ 0.001...1_000_000 ~= $0 }) ?? true else {
            throw ValidationError("--limit needs a number of megabytes a second, at least 0.001.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var request = MirrorRequest()
        request.stores = to.isEmpty ? nil : to
        request.copies = copies
        request.bytesPerSecond = limit.map { Int($0 * 1_000_000) }
        let loading = LoadProgress()
        let options = options
        let summary = try await withProgress(loading, options, verb: "Copying") { [request] in
            try library.mirrorAndWait(request, loading: loading) { Self.render($0, options) }
        }
        render(summary)
        return summary.failed == 0 && summary.unavailableStores.isEmpty ? .done : .someFailed
    }

    private static func render(_ file: MirroredFile, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if let error = file.error {
            options.terminal.printError(Terminal.safe("\(file.name): \(error.commandMessage)"))
        } else if options.verbose {
            StandardOutput.print(Terminal.safe("\(file.name): copied to \(file.store)"))
        }
    }

    private func render(_ summary: MirrorSummary) {
        for (_, error) in summary.unavailableStores.sorted(by: { $0.key < $1.key }) {
            options.terminal.printError(Terminal.safe(error.commandMessage))
        }
        if options.json {
            JSONLines.printSummary([
                "copied": summary.copied, "failed": summary.failed, "removed": summary.removed,
                "unavailableStores": summary.unavailableStores.count,
            ])
        } else if !options.quiet {
            StandardOutput.print(
                "\(counted(summary.copied, "copy", plural: "copies")) written and read back (\(ByteText.of(Int(clamping: summary.bytes))))."
            )
            if summary.failed > 0 { StandardOutput.print("\(counted(summary.failed, "file")) failed.") }
            if summary.removed > 0 {
                StandardOutput.print("\(counted(summary.removed, "copy", plural: "copies")) of purged photos removed.")
            }
            for store in summary.storesWithCatalog {
                StandardOutput.print(
                    summary.failed == 0
                        ? "The store “\(store)” has everything that “photos restore” needs."
                        : "The store “\(store)” has the catalogue, but perhaps not the files that failed.")
            }
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let name: String
        let store: String
        let bytes: Int64
        let error: ErrorObject?

        init(_ file: MirroredFile) {
            (localIdentifier, name, store, bytes) = (file.localIdentifier, file.name, file.store, file.bytes)
            error = file.error.map { ErrorObject($0) }
        }
    }
}
