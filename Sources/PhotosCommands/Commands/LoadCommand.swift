internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct LoadCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Copy originals into a folder, with progress.",
        discussion: """
            photos load ID … --to ~/Desktop
            photos load --attached ID          with its raw file, video, edits and sidecars
            photos load --here ID …            brings originals that are in stores back to this computer
            photos load --here --pin ID …      and keeps them here when others are offloaded
            photos load --no-network ID        never asks a store

            Exit codes: 0 done, 2 some could not be loaded, 3 a name has no photo, 4 a name has several photos, 130 interrupted.
            """,
        aliases: ["fetch"])

    @OptionGroup var options: PictureOptions

    @Argument(help: PhotoNames.help)
    var photos: [String]

    @Option(
        help: ArgumentHelp("The folder for the files. It is made if it is missing.", valueName: "dir"),
        completion: .directory)
    var to = "."

    @Flag(help: "Also copy the raw files, videos, edits and sidecars of the photos.")
    var attached = false

    @Flag(help: "Bring the originals back from their stores into the library, and copy nothing.")
    var here = false

    @Flag(help: "Keep the originals on this computer: “photos offload” leaves them here.")
    var pin = false

    @Flag(help: "Let the originals leave this computer again.")
    var unpin = false

    @Flag(inversion: .prefixedNo, help: "Load originals from stores if they are not on this computer.")
    var network = true

    func validate() throws {
        guard !pin || !unpin else { throw ValidationError("Use --pin or --unpin.") }
        guard !here || !attached else { throw ValidationError("--here always brings all files of a photo.") }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        guard !here, !pin, !unpin else { return try await bringBack(in: library) }
        let folder = FilePath(to).absolute
        let named = try namedPhotos(photos, in: library)
        if folder.isMissing {
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        }
        try folder.checkIsFolder(writing: true, orElse: "Name another folder with --to.")
        let identifiers = named.map(\.identifier)
        let known = try library.assets(withLocalIdentifiers: identifiers)
        let present = identifiers.filter { known[$0] != nil }
        let asked = present.flatMap { identifier in
            (known[identifier]?.files(includingAttached: attached) ?? []).map { _ in identifier }
        }
        let outcomes = try await options.loadFiles(
            attached ? .all : .originals, of: present, in: library, to: folder, allowingNetwork: network)
        var exit = Exit.done
        var loaded = 0
        for photo in named where known[photo.identifier] == nil {
            exit = .notFound
            complain(photo.identifier, PhotoLibraryError.noPhoto(named: photo.name), named)
        }
        for (identifier, outcome) in zip(asked, outcomes) {
            switch outcome {
            case .success(let file):
                loaded += 1
                if options.json {
                    JSONLines.print(
                        Item(localIdentifier: identifier, path: file.path.string, bytes: file.size, error: nil))
                } else {
                    StandardOutput.print(file.path.string)
                }
            case .failure(let error):
                let isCancelled = (error as? PhotoLibraryError)?.code == .cancelled
                if exit != .interrupted { exit = isCancelled ? .interrupted : .someFailed }
                complain(identifier, error, named)
            }
        }
        if options.json {
            JSONLines.printSummary([
                "loaded": loaded, "failed": asked.count - present.count + identifiers.count - loaded,
            ])
        }
        return exit
    }

    /// Brings originals back, or pins and unpins them.
    private func bringBack(in library: OwnedLibrary) async throws -> Exit {
        let named = try existingPhotos(photos, in: library)
        let identifiers = named.map(\.identifier)
        if pin || unpin { try naming(named) { try library.setPinned(pin, identifiers) } }
        guard here else {
            let verb = pin ? "pinned" : "unpinned"
            if options.json {
                JSONLines.printSummary([verb: identifiers.count])
            } else if !options.quiet {
                StandardOutput.print("\(counted(identifiers.count, "photo")) \(verb).")
            }
            return .done
        }
        let (returned, failed) = try await ReturnPrinter(options).bringBack(identifiers, in: library)
        if options.json {
            JSONLines.printSummary(["returned": returned, "failed": failed])
        } else if !options.quiet, returned == 0, failed == 0 {
            StandardOutput.print("All of them are on this computer.")
        }
        return failed == 0 ? .done : .someFailed
    }

    private func complain(_ identifier: String, _ error: any Error, _ photos: [NamedPhoto]) {
        if options.json {
            JSONLines.print(Item(localIdentifier: identifier, path: nil, bytes: nil, error: ErrorObject(error)))
        }
        let name = photos.first { $0.identifier == identifier }?.name ?? identifier
        options.terminal.printError("\(Terminal.safe(name)): \(ErrorObject(error).message)")
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let path: String?
        let bytes: Int?
        let error: ErrorObject?
    }
}
