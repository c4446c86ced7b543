internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Thumbnails

struct ThumbnailsCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Make small pictures of all photos now, so that pages show them at once.",
        discussion: """
            photos thumbnails               makes a picture of 256 pixels of each photo that has none
            photos thumbnails --previews    also makes pictures of 1,600 pixels
            photos thumbnails --limit 20    lets all pictures use at most 20 GB

            Pages make missing pictures when they show them, so this command is never needed. It makes the pictures of the \
            newest photos first, and stops when the limit is reached. The limit is 4.3 GB until --limit sets another one; \
            over it, the pictures that were not used for the longest time are removed. Pictures are kept outside of the \
            library, in $XDG_CACHE_HOME/openphotokit or ~/.cache/openphotokit, and can be deleted at any time.
            Exit codes: 0 done, 2 some photos could not be read or decoded, 130 interrupted.
            """)

    @OptionGroup var options: PictureOptions

    @Flag(help: "Also make pictures with a long side of 1,600 pixels.")
    var previews = false

    @Option(
        help: ArgumentHelp("Set how many gigabytes the pictures of this library may use.", valueName: "gb"))
    var limit: Double?

    func validate() throws {
        guard limit.map({ 0.001...100_000 ~= $0 }) ?? true else {
            throw ValidationError("--limit needs a number of gigabytes, at least 0.001.")
        }
    }

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        let cache = try library.thumbnailCache()
        if let limit { try cache.setLimit(Int(limit * 1e9)) }
        let loader = library.thumbnailLoader(cache, decoding: options.decoding, jobs: options.jobs)
        defer { loader.endWorkers() }
        let loading = LoadProgress()
        let interruption = InterruptHandler { loading.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        async let shown: Void = ProgressPrinter(options, verb: "Making thumbnails", noun: "photos").show(
            loading.updates)
        var counts = Counts()
        let result: Result<Void, any Error>
        do {
            try await library.makeThumbnails(
                previews ? [.thumbnail, .preview] : [.thumbnail], with: loader, loading: loading
            ) { photo in
                counts.add(photo)
                Self.render(photo, options)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let end = Result { try loading.ending(with: result) }
        await shown
        try end.get()
        render(counts, isFull: cache.isFull, isInterrupted: loading.isCancelled)
        if loading.isCancelled { return .interrupted }
        return counts.failed > 0 ? .someFailed : .done
    }

    /// The numbers of pictures, and of photos without a picture.
    private struct Counts {
        var photos = 0
        var made = 0
        var present = 0
        var unsupported = 0
        var failed = 0

        mutating func add(_ photo: OwnedLibrary.MadeThumbnails) {
            photos += 1
            made += photo.made
            present += photo.present
            unsupported += photo.status == .unsupported ? 1 : 0
            failed += photo.status == .failed ? 1 : 0
        }
    }

    private func render(_ counts: Counts, isFull: Bool, isInterrupted: Bool) {
        if options.json {
            var numbers = [
                "made": counts.made, "present": counts.present, "unsupported": counts.unsupported,
                "failed": counts.failed,
            ]
            if isInterrupted { return JSONLines.printSummary(ofInterrupted: numbers) }
            numbers["limitReached"] = isFull ? 1 : 0
            return JSONLines.printSummary(numbers)
        }
        guard !options.quiet else { return }
        if isInterrupted {
            StandardOutput.print(InterruptedWork(noun: "photo").displayText(after: counts.photos) + ".")
        }
        StandardOutput.print(
            "\(counted(counts.made, "picture", "was", "were")) made, \(counts.present) existed already.")
        if counts.unsupported > 0 {
            let photos = counted(counts.unsupported, "photo or video is", plural: "photos and videos are")
            StandardOutput.print("\(photos) of a format that is not decoded.")
        }
        if counts.failed > 0 {
            StandardOutput.print("\(counted(counts.failed, "photo")) could not be read or decoded.")
        }
        if isFull, !isInterrupted {
            options.terminal.printWarning(
                "The pictures have reached their limit, so photos without one may remain. --limit sets another limit.")
        }
    }

    private static func render(_ photo: OwnedLibrary.MadeThumbnails, _ options: any CommandOptions) {
        if options.json { JSONLines.print(Item(photo)) }
        switch photo.status {
        case .failed: options.terminal.printError("\(photo.path.shown): \(photo.error?.commandMessage ?? "")")
        case .unsupported where options.verbose && !options.json:
            StandardOutput.print("\(photo.path.shown): \(photo.error?.commandMessage ?? "")")
        case .made where options.verbose && !options.json: StandardOutput.print("\(photo.path.shown): made")
        case .present where options.verbose && !options.json: StandardOutput.print("\(photo.path.shown): existed")
        case .unsupported, .made, .present: break
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String
        let path: String
        let pathBase64: String?
        let status: String
        let error: ErrorObject?

        init(_ photo: OwnedLibrary.MadeThumbnails) {
            let place = PathObject(photo.path)
            localIdentifier = photo.asset.localIdentifier
            path = place.path
            pathBase64 = place.pathBase64
            status = photo.status.rawValue
            error = photo.error.map { ErrorObject($0) }
        }
    }
}

extension OwnedLibrary.MadeThumbnails {
    fileprivate enum Status: String { case made, present, unsupported, failed }

    fileprivate var status: Status {
        guard let error else { return made > 0 ? .made : .present }
        // A raw file or a video can be without a picture.
        let isDecodable = asset.original?.format.isDecodable ?? true
        return !isDecodable && error.code == .unsupportedFile ? .unsupported : .failed
    }
}
