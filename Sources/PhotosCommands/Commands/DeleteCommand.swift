internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct DeleteCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete photos: first to the recently deleted, from where they can come back.",
        discussion: """
            photos delete ID                  to the recently deleted; an import does not bring it back
            photos list --deleted             what is there
            photos delete --restore ID        back again
            photos delete --permanently ID    for good, if it was deleted before; with --all, all of them

            Exit codes: 0 done, 3 a name has no photo or (--permanently) none that was deleted, 4 a name has several photos.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: PhotoNames.help)
    var photos: [String] = []

    @Flag(help: "Delete (the default), bring back what was deleted, or remove what was deleted for good.")
    var action = Action.recoverably

    @Flag(help: "With --restore or --permanently: all that was deleted.")
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

    func execute() throws -> Exit {
        let library = try options.openLibrary()
        let asked =
            try all
            ? library.deletedAssets()
            : identifiers(ofPhotos: photos, in: library, deleted: action != .recoverably).withoutRepeats(by: \.self)
        let done =
            switch action {
            case .recoverably: try library.deleteAssets(asked)
            case .restore: try library.restoreDeletedAssets(asked)
            case .permanently: try library.purgeDeletedAssets(asked)
            }
        let missed = Set(asked).subtracting(done).sorted()
        // What is asked for is so already.
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
                options.terminal.complain("photos: \(error)")
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
            if !there.isEmpty { StandardOutput.print("\(counted(there.count, "photo")) \(unchangedWords).") }
            if !done.isEmpty || there.isEmpty { StandardOutput.print("\(counted(done.count, "photo")) \(words).") }
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

    private var words: String {
        switch action {
        case .recoverably: "deleted; --restore brings back what was deleted"
        case .restore: "back in the library"
        case .permanently: "removed for good"
        }
    }

    /// Of photos that are as they are asked to be.
    private var unchangedWords: String {
        "unchanged: " + (action == .recoverably ? "already deleted before" : "in the library, not deleted")
    }

    private var refusal: String {
        action == .permanently
            ? "No photo with this name was deleted: only what was deleted before can be removed for good."
            : "No photo of this library has this identifier, file name or path."
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let status: String
        let error: ErrorObject?
    }
}
