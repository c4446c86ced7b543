internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

struct SyncJoinCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join the registry in a folder.",
        discussion: """
            photos sync join ~/Syncthing/Photos.registry --name Desktop --dry-run   shows what would change
            photos sync join ~/Syncthing/Photos.registry --name Desktop --key -     reads the key from standard input

            Without --key, the command asks for the key. Values that a person set later count, on all devices. A join that \
            would hide or delete more than a twentieth of the photos is refused without --allow-hiding.
            Exit codes: 0 joined, 1 refused: nothing was changed.
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

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Also if many photos would be hidden or deleted.")
    var allowHiding = false

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var request = JoinRequest(FilePath(folder).absolute, deviceName: name)
        request.key = try key.map { try NewStoreOptions.text(of: $0) }
        request.isRehearsal = dryRun
        request.allowsHidingManyPhotos = allowHiding
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
        let lines: [(Int, String)] = [
            (summary.ownValues, "values of this library \(isWould ? "would go" : "go") to the other devices"),
            (summary.changedPhotos, "photos \(isWould ? "would get" : "have") other values"),
            (summary.newAlbums, "albums \(isWould ? "would be" : "are") new here"),
            (summary.changedAlbums, "albums \(isWould ? "would be" : "were") changed"),
            (summary.hiddenPhotos, "photos \(isWould ? "would be" : "are") hidden"),
            (summary.deletedPhotos, "photos \(isWould ? "would move" : "moved") to the recently deleted"),
            (summary.heldDeletions, "photos that other devices deleted stay until you decide"),
            (summary.conflicts, "values were set differently on two devices; the later one counts"),
            (summary.waitingValues, "values wait until their photos are imported here"),
            (summary.photosElsewhere, "photos of the other devices are not in this library"),
            (summary.unusableFiles, "files of the registry cannot be used"),
        ]
        for (count, text) in lines where count > 0 {
            StandardOutput.print("\(String(repeating: " ", count: max(0, 8 - "\(count)".count)))\(count)  \(text)")
        }
        if isWould { StandardOutput.print("Nothing was changed.") }
    }

    private struct Object: Encodable {
        let isRehearsal: Bool
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
            (isRehearsal, devices) = (summary.isRehearsal, summary.devices)
            (ownValues, otherValues, waitingValues) = (summary.ownValues, summary.otherValues, summary.waitingValues)
            photosElsewhere = summary.photosElsewhere
            (changedPhotos, hiddenPhotos) = (summary.changedPhotos, summary.hiddenPhotos)
            (deletedPhotos, heldDeletions) = (summary.deletedPhotos, summary.heldDeletions)
            (newAlbums, changedAlbums) = (summary.newAlbums, summary.changedAlbums)
            (conflicts, unusableFiles) = (summary.conflicts, summary.unusableFiles)
        }
    }
}
