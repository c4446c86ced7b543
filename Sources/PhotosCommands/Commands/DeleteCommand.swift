internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct DeleteCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete photos. Deleted photos can be restored until they are removed permanently.",
        discussion: """
            photos delete ID                  moves it to the recently deleted; an import does not restore it
            photos list --deleted             lists the recently deleted
            photos delete --restore ID        restores it
            photos delete --permanently ID    removes a deleted photo permanently; with --all, all of them

            Exit codes: 0 done, 3 a name has no photo or (--permanently) no deleted photo, 4 a name has several photos.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: PhotoNames.help)
    var photos: [String] = []

    @Flag(help: "Delete (the default), restore deleted photos, or remove deleted photos permanently.")
    var action = Action.recoverably

    @Flag(help: "With --restore or --permanently: all deleted photos.")
    var all = false

    enum Action: String, EnumerableFlag { case recoverably, restore, permanently }

    func validate() throws {
        guard photos.isEmpty == all else {
            throw ValidationError(all ? "Name photos or --all, not both." : "Name at least one photo.")
        }
        guard !all || action != .recoverably else {
            throw ValidationError("--all goes with --restore or --permanently.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let asked =
            try all
            ? library.deletedAssets()
            : identifiers(ofPhotos: photos, in: library, deleted: action != .recoverably).withoutRepeats(by: \.self)
        let done =
            switch action {
            case .recoverably: try library.deleteAssets(asked)
            case .restore: try library.restoreDeletedAssets(asked)
            case .permanently: try await library.purgeDeletedAssets(asked)
            }
        let missed = Set(asked).subtracting(done).sorted()
        // These photos are already in the requested state.
        let there = try action == .permanently ? [] : Set(library.assets(withLocalIdentifiers: missed).keys)
        for identifier in missed {
            if there.contains(identifier) {
                if options.json { JSONLines.print(Item(localIdentifier: identifier, status: "unchanged", error: nil)) }
                continue
            }
            let error = PhotoLibraryError(.identifierNotFound, refusal, identifier: identifier)
            if options.json {
                JSONLines.print(Item(localIdentifier: identifier, status: "notFound", error: ErrorObject(error)))
            } else {
                options.terminal.printError("photos: \(error)")
            }
        }
        if options.json {
            for identifier in done {
                JSONLines.print(Item(localIdentifier: identifier, status: status, error: nil))
            }
            JSONLines.printSummary([
                "done": done.count, "unchanged": there.count, "notFound": missed.count - there.count,
            ])
        } else if !options.quiet {
            if !there.isEmpty { StandardOutput.print("\(counted(there.count, "photo")) \(unchangedText).") }
            if !done.isEmpty || there.isEmpty { StandardOutput.print("\(counted(done.count, "photo")) \(doneText).") }
        }
        return missed.count == there.count ? .done : .notFound
    }

    private var status: String {
        switch action {
        case .recoverably: "deleted"
        case .restore: "restored"
        case .permanently: "purged"
        }
    }

    private var doneText: String {
        switch action {
        case .recoverably: "deleted; --restore restores deleted photos"
        case .restore: "restored"
        case .permanently: "removed permanently"
        }
    }

    /// The text for photos that are already in the requested state.
    private var unchangedText: String {
        "unchanged: " + (action == .recoverably ? "already deleted" : "in the library, not deleted")
    }

    private var refusal: String {
        action == .permanently
            ? "No deleted photo has this name. Only deleted photos can be removed permanently."
            : "No photo of this library has this identifier, file name or path."
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let status: String
        let error: ErrorObject?
    }
}
