internal import ArgumentParser
internal import DecoderProcess
internal import Foundation
internal import ImageDecoding
internal import LibraryInterface
internal import LibraryRPC
internal import OpenPhotoKitOwner
internal import PickerServer

struct PickCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "pick", abstract: "Let a person select photos on a page in the browser, and print their paths.",
        discussion: """
            photos pick                              one photo: prints the path of its original
            photos pick --limit 0 --to ~/Desktop     copies any number of originals
            photos pick --type jpeg --to ~/Desktop   a JPEG of the picture as it is shown
            photos pick --filter 'images & !screenshots' --limit 5 --ordered
            photos pick --limit 0 -0 | xargs -0 …

            Without --to, the paths are those of the library's own files: do not change these files. An original that is in a store \
            only is brought back to this computer first.

            Over SSH, forward the port that the command names, and open the address in your browser.

            Exit codes: 0 done, 2 some could not be copied or brought back, 5 the person cancelled, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Option(help: ArgumentHelp("The greatest number of photos; 0 for no limit.", valueName: "n"))
    var limit = 1

    @Option(
        help: ArgumentHelp(
            "Only photos of these kinds: images, videos, live-photos, screenshots, panoramas, selfies, depth-effect, slo-mo, timelapses, cinematic, animated, raw, bursts, favorites, with & | ! and ().",
            valueName: "kinds"))
    var filter: PickerFilterExpression?

    @Flag(help: "Show the order in which the photos are selected.")
    var ordered = false

    @Option(help: ArgumentHelp("The folder for copies of the originals.", valueName: "dir"), completion: .directory)
    var to: String?

    @Option(
        help: ArgumentHelp(
            "The type of the copies: jpeg. Edited photos are copied as edited. JPEGs keep their places, and other formats are converted.",
            valueName: "type"))
    var type: CopyType?

    @Flag(name: .customShort("0"), help: "End each path with a NUL byte instead of a line feed.")
    var endsWithNUL = false

    @Option(help: ArgumentHelp("The name of the program that asks, for the page.", valueName: "name"))
    var name: String?

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is 0 or more.") }
        guard type == nil || to != nil else { throw ValidationError("--type needs --to.") }
        guard !endsWithNUL || !options.json else { throw ValidationError("Use -0 or --json, not both.") }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let folder = to.map { FilePath($0).absolute }
        try folder?.checkIsFolder(writing: true, orElse: "Name another folder with --to.")
        var configuration = PickerConfiguration()
        configuration.selectionLimit = limit
        // A video has no JPEG.
        let filters = [filter?.filter, type.map { _ in .mediaType(.image) }].compactMap { $0 }
        configuration.filter = filters.isEmpty ? nil : .and(filters)
        configuration.selection = ordered ? .ordered : .default
        let app = PickingApp(
            name: name ?? "photos pick", trust: .claimed, isContained: false,
            isFromTerminal: name == nil && Terminal.isScreen)
        let session = try PickerSession(.pick(app), configuration, of: library)
        guard case .picked(let identifiers, _) = try await PickerRun(library, options).outcome(of: session) else {
            if options.json { JSONLines.printSummary(["selected": 0]) }
            return .cancelled
        }
        return try await hand(over: identifiers, of: library, into: folder)
    }

    private func hand(over identifiers: [String], of library: OwnedLibrary, into folder: FilePath?) async throws -> Exit
    {
        var (failures, exit) = (0, Exit.done)
        let results: [Result<FilePath, any Error>]
        if let folder {
            let decoder = PictureDecoder(options.decoding, budget: .ofWholePictures)
            defer { decoder.endWorkers() }
            let files: CopiedFiles = type == .jpeg ? .jpegs(decoder) : .originals
            results = try await options.loadFiles(files, of: identifiers, in: library, to: folder)
                .map { $0.map(\.path) }
        } else {
            results = try await options.pathsOfOriginals(of: identifiers, in: library)
        }
        for (identifier, result) in zip(identifiers, results) {
            switch result {
            case .success(let path): show(path, identifier)
            case .failure(let error):
                failures += 1
                let isCancelled = (error as? PhotoLibraryError)?.code == .cancelled
                if exit != .interrupted { exit = isCancelled ? .interrupted : .someFailed }
                options.terminal.printError(Terminal.safe("photos: \(identifier): \(error)"))
            }
        }
        if options.json { JSONLines.printSummary(["selected": identifiers.count, "failed": failures]) }
        return exit
    }

    private func show(_ path: FilePath, _ identifier: String) {
        if options.json {
            JSONLines.print(Item(localIdentifier: identifier, path: path.string))
        } else {
            // Not every file name is UTF-8.
            StandardOutput.write(Data(path.bytes) + [endsWithNUL ? 0 : UInt8(ascii: "\n")])
        }
    }

    enum CopyType: String, ExpressibleByArgument { case jpeg }

    private struct Item: Encodable {
        let localIdentifier: String
        let path: String
    }
}
