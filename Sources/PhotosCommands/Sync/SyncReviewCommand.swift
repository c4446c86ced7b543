internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncReviewCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "List the photos that other devices deleted, and that wait for a decision.",
        discussion: """
            photos sync review           lists them, with the device and the date
            photos sync accept           moves all of them to the recently deleted here too
            photos sync accept ID        only this photo
            photos sync undo ID          keeps this photo, and restores it on the other devices

            More than 100 deletions by a device within seven days, or more than 10 that are a twentieth of the library, wait. So \
            do deletions of photos that were imported here later.
            """)

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let held = try await library.heldDeletions()
        let photos = try library.assets(withLocalIdentifiers: held.map(\.localIdentifier))
        for deletion in held {
            let name = photos[deletion.localIdentifier]?.original?.originalFilename?.string
            if options.json {
                JSONLines.print(Object(deletion, name))
            } else {
                let photo = "\(deletion.localIdentifier)\(name.map { " (\($0))" } ?? "")"
                StandardOutput.print(
                    Terminal.safe("\(photo), deleted on “\(deletion.device)”, \(deletion.date.formatted(.iso8601))"))
            }
        }
        if options.json { JSONLines.printSummary(["heldDeletions": held.count]) }
        if held.isEmpty, !options.json, !options.quiet { StandardOutput.print("No photo waits for a decision.") }
        return .done
    }

    private struct Object: Encodable {
        let localIdentifier: String
        let originalFilename: String?
        let device: String
        let date: String

        init(_ deletion: HeldDeletion, _ name: String?) {
            (localIdentifier, originalFilename, device) = (deletion.localIdentifier, name, deletion.device)
            date = deletion.date.formatted(.iso8601)
        }
    }
}

struct SyncAcceptCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Delete photos here that other devices deleted.",
        discussion: """
            The photos move to the recently deleted. “photos sync review” lists those that wait.

            Exit codes: 0 done, 3 a photo does not wait, 4 a name has several photos.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "Only these photos. Without any, all that wait.")
    var photos: [String] = []

    func execute() async throws -> Exit {
        let count = try await decideHeldDeletions(of: photos, isAccepted: true)
        if options.json {
            JSONLines.printSummary(["photos": count])
        } else if !options.quiet {
            StandardOutput.print("\(counted(count, "photo")) moved to the recently deleted.")
        }
        return .done
    }
}

struct SyncUndoCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Keep photos that other devices deleted, and restore them there.",
        discussion: """
            This is about the deletions that wait for a decision: “photos sync review” lists them.

            Exit codes: 0 done, 3 a photo does not wait, 4 a name has several photos.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "Only these photos. Without any, all that wait.")
    var photos: [String] = []

    func execute() async throws -> Exit {
        let count = try await decideHeldDeletions(of: photos, isAccepted: false)
        if options.json {
            JSONLines.printSummary(["photos": count])
        } else if !options.quiet {
            StandardOutput.print(
                "\(counted(count, "photo", "stays", "stay")), and will be restored on the other devices.")
        }
        return .done
    }
}

extension LibraryCommand {
    /// - Parameter names: The photos; an empty list means all photos that wait.
    fileprivate func decideHeldDeletions(of names: [String], isAccepted: Bool) async throws -> Int {
        let library = try options.openLibrary()
        let photos = names.isEmpty ? nil : try namedPhotos(names, in: library).map(\.identifier)
        let held = try await Set(library.heldDeletions().map(\.localIdentifier))
        if let other = photos?.first(where: { !held.contains($0) }) {
            throw PhotoLibraryError(
                .identifierNotFound,
                "This photo does not wait for a decision. “photos sync review” lists those that do.",
                identifier: other)
        }
        return try await library.decideHeldDeletions(ofAssets: photos, isAccepted: isAccepted)
    }
}
