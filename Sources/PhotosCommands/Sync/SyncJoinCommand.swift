internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncJoinCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join the registry in a folder.",
        discussion: """
            photos sync join ~/Syncthing/Photos.registry --name Desktop --dry-run   shows what would change
            photos sync join ~/Syncthing/Photos.registry --name Desktop --key -     reads the key from standard input
            photos sync join ~/Syncthing/Photos.registry --name Desktop --taking everything
                                                                                    photos come too, from stores

            Without --key, the command asks for the key. Values that a person set later count, on all devices. A join that \
            would hide or delete more than a twentieth of the photos is refused without --allow-hiding.

            With --taking everything, each “photos sync” imports the photos of other devices that are not here, from the \
            stores of this library: add one that the other devices use too (photos stores add). A library is made if there is \
            none, also if the join is refused then. The same command with the same folder changes what this device takes, its \
            name, and the place of the registry.
            Exit codes: 0 joined, 1 refused.
            """)

    @OptionGroup var options: PlainOptions

    @Argument(help: "The folder of the registry.", completion: .directory)
    var folder: String

    @Option(help: "The name of this device among the others.")
    var name: String

    @Option(
        help: ArgumentHelp("Read the registry's key from this file. - reads standard input.", valueName: "file"),
        completion: .file())
    var key: String?

    @Option(help: Taking.help)
    var taking: Taking?

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Also if many photos would be hidden or deleted.")
    var allowHiding = false

    func validate() throws {
        guard key?.uppercased().hasPrefix("AGE-SECRET-KEY-") != true else {
            throw ValidationError(
                "Other programs see the command line: give a file with the key, or - for standard input.")
        }
    }

    func execute() async throws -> Exit {
        // A new computer may have no library yet: then everything comes.
        let library = try options.openLibrary(taking == .everything && !dryRun ? .creatingIfAbsent : .existing)
        var request = JoinRequest(FilePath(folder).absolute, deviceName: name)
        request.key = try key.map { try NewStoreOptions.text(of: $0) }
        request.isRehearsal = dryRun
        request.allowsHidingManyPhotos = allowHiding
        request.taking = taking
        do { render(try await library.joinRegistry(request)) } catch let error as PhotoLibraryError
            where error.code == .accessUserDenied && key == nil
        {
            let terminal = try InteractiveTerminal(orElse: "Give the key by --key FILE.")
            request.key = terminal.secret(for: "Key of the registry: ")
            render(try await library.joinRegistry(request))
        }
        return .done
    }

    private func render(_ summary: JoinSummary) {
        if options.json {
            JSONLines.printSummary(Object(summary))
            return
        }
        guard !options.quiet else { return }
        let isWould = summary.isRehearsal
        let devices = summary.devices.isEmpty ? "no other device" : summary.devices.joined(separator: ", ")
        StandardOutput.print(
            Terminal.safe("\(isWould ? "Joining would connect" : "Connected") this library with: \(devices)."))
        for line in lines(summary) { StandardOutput.print("    \(line)") }
        if isWould { StandardOutput.print("Nothing was changed.") }
        if !isWould, taking == .everything {
            StandardOutput.print(
                "This device takes everything: “photos sync” imports the photos that it lacks from its stores.")
        }
    }

    /// What the join changed, or would change; nothing that did not happen.
    private func lines(_ summary: JoinSummary) -> [String] {
        func line(_ count: Int, _ noun: String, _ would: String, _ one: String, _ several: String) -> String? {
            guard count > 0 else { return nil }
            return summary.isRehearsal
                ? "\(counted(count, noun)) would \(would)" : counted(count, noun, one, several)
        }
        func line(_ count: Int, _ noun: String, _ text: String) -> String? {
            count > 0 ? "\(counted(count, noun)) \(text)" : nil
        }
        return [
            summary.isEncrypted ? nil : "The registry is not encrypted: everybody with its folder can read it.",
            line(summary.ownValues, "value", "go", "goes", "go").map { "\($0) to the other devices" },
            line(summary.changedPhotos, "photo", "get other values", "has other values", "have other values"),
            line(summary.newAlbums, "album", "be new here", "is new here", "are new here"),
            line(summary.changedAlbums, "album", "be changed", "was changed", "were changed"),
            line(summary.hiddenPhotos, "photo", "be hidden", "is hidden", "are hidden"),
            line(
                summary.deletedPhotos, "photo", "move to the recently deleted", "moved to the recently deleted",
                "moved to the recently deleted"),
            line(summary.heldDeletions, "photo", "that other devices deleted, here until you decide"),
            line(summary.conflicts, "value", "set differently on two devices, where the later one counts"),
            line(summary.photosElsewhere, "photo", "of other devices, not in this library"),
            line(summary.waitingValues, "value", "for photos that are not imported here yet"),
            line(summary.unusableFiles, "file", "of the registry that cannot be used"),
        ].compactMap(\.self)
    }

    private struct Object: Encodable {
        let isRehearsal: Bool
        let isEncrypted: Bool
        let devices: [String]
        let ownValues: Int
        let otherValues: Int
        let waitingValues: Int
        let photosElsewhere: Int
        let changedPhotos: Int
        let hiddenPhotos: Int
        let deletedPhotos: Int
        let heldDeletions: Int
        let newAlbums: Int
        let changedAlbums: Int
        let conflicts: Int
        let unusableFiles: Int

        init(_ summary: JoinSummary) {
            (isRehearsal, isEncrypted) = (summary.isRehearsal, summary.isEncrypted)
            devices = summary.devices
            (ownValues, otherValues, waitingValues) = (summary.ownValues, summary.otherValues, summary.waitingValues)
            photosElsewhere = summary.photosElsewhere
            (changedPhotos, hiddenPhotos) = (summary.changedPhotos, summary.hiddenPhotos)
            (deletedPhotos, heldDeletions) = (summary.deletedPhotos, summary.heldDeletions)
            (newAlbums, changedAlbums) = (summary.newAlbums, summary.changedAlbums)
            (conflicts, unusableFiles) = (summary.conflicts, summary.unusableFiles)
        }
    }
}
