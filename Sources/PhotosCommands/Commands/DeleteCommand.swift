internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct DeleteCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete photos. Deleted photos can be restored until they are removed permanently.",
        discussion: """
            photos delete ID                  moves it to the recently deleted; an import does not restore it
            photos list --deleted             lists the recently deleted
            photos delete --restore ID        restores it
            photos delete --permanently ID    removes a deleted photo permanently
            photos delete --permanently --all removes all deleted photos permanently, after you confirm

            Exit codes: 0 done, 3 a name has no photo or (--permanently) no deleted photo, 4 a name has several photos.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: PhotoNames.help)
    var photos: [String] = []

    @Flag(help: "Delete (the default), restore deleted photos, or remove deleted photos permanently.")
    var action = Action.recoverably

    @Flag(help: "With --restore or --permanently: all deleted photos.")
    var all = false

    @Flag(help: "With --permanently --all: do not ask for confirmation.")
    var yes = false

    enum Action: String, EnumerableFlag { case recoverably, restore, permanently }

    func validate() throws {
        guard photos.isEmpty == all else {
            throw ValidationError(all ? "Name photos or --all, not both." : "Name at least one photo.")
        }
        guard !all || action != .recoverably else {
            throw ValidationError("--all goes with --restore or --permanently.")
        }
        guard !yes || all && action == .permanently else {
            throw ValidationError("--yes goes with --permanently --all.")
        }
        guard yes || !removesAll || !options.json else {
            throw ValidationError("With --json there is no question: add --yes.")
        }
    }

    func execute() async throws -> Exit {
        let terminal = removesAll && !yes ? try InteractiveTerminal(orElse: "Add --yes.") : nil
        let library = try options.openLibrary()
        let named =
            try all
            ? library.deletedAssets().map { NamedPhoto(name: $0, identifier: $0) }
            : namedPhotos(photos, in: library, deleted: action != .recoverably)
        let names = Dictionary(named.map { ($0.identifier, $0.name) }) { first, _ in first }
        let asked = named.map(\.identifier).withoutRepeats(by: \.self)
        if let terminal, !asked.isEmpty {
            let question = "Remove \(counted(asked.count, "deleted photo")) permanently? Type yes: "
            guard terminal.answer(to: question) == "yes" else {
                options.terminal.write("Nothing was changed.\n")
                return .done
            }
        }
        let done =
            switch action {
            case .recoverably: try library.deleteAssets(asked)
            case .restore: try library.restoreDeletedAssets(asked)
            case .permanently: try await library.purgeDeletedAssets(asked)
            }
        let missed = Set(asked).subtracting(done).sorted()
        // These photos are already in the requested state.
        let known = try Set(library.assets(withLocalIdentifiers: missed).keys)
        let there = action == .permanently ? [] : known
        for identifier in missed {
            if there.contains(identifier) {
                if options.json { JSONLines.print(Item(localIdentifier: identifier, status: "unchanged", error: nil)) }
                continue
            }
            let name = names[identifier] ?? identifier
            let error =
                known.contains(identifier)
                ? PhotoLibraryError(
                    .identifierNotFound, "This photo is not deleted. Only deleted photos can be removed permanently.",
                    identifier: name)
                : .noPhoto(named: name)
            if options.json {
                JSONLines.print(Item(localIdentifier: identifier, status: "notFound", error: ErrorObject(error)))
            } else {
                options.terminal.printError(Terminal.safe("photos: \(error)"))
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
            if !done.isEmpty || missed.isEmpty {
                StandardOutput.print("\(counted(done.count, "photo")) \(doneText).")
            } else if there.isEmpty {
                StandardOutput.print("Nothing was changed.")
            }
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

    /// Whether the command removes all deleted photos, which cannot be undone.
    private var removesAll: Bool { all && action == .permanently }

    private struct Item: Encodable {
        let localIdentifier: String
        let status: String
        let error: ErrorObject?
    }
}
