internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner

struct LoadCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Copy originals into a folder, with progress.",
        discussion: """
            photos load ID … --to ~/Desktop
            photos load --attached ID          with its raw file, video, edits and sidecars

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

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
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
            attached ? .all : .originals, of: present, in: library, to: folder)
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
