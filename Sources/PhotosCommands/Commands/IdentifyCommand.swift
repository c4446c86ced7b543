internal import ArgumentParser
internal import AssetLoading
internal import OpenPhotoKitOwner
internal import Synchronization

struct IdentifyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Print cloud identifiers: names of photos that are valid on every device.",
        discussion: """
            photos identify --all > ids.txt        one identifier a line, to store in your app
            photos identify ID …                   for some photos of the library
            photos identify - < local.txt          one name a line from standard input
            photos identify --albums --folders     for all albums and folders
            photos identify --path picture.jpg     for the photo with the bytes of this file

            An identifier contains a small picture (64 by 64 gray levels), capture time and digests, but no name, path,
            place or serial number. --compact leaves the picture out, so fewer photos can be found by their content.
            """)

    @OptionGroup var options: PictureOptions

    @Argument(
        help: """
            Photos, by local identifier or its beginning (6 digits or more), file name, or path. Albums and folders, by local \
            identifier. - reads them from standard input.
            """)
    var identifiers: [String] = []

    @Flag(help: "Identify every photo of the library.")
    var all = false

    @Flag(help: "Identify every album of the library.")
    var albums = false

    @Flag(help: "Identify every folder of the library.")
    var folders = false

    @Option(
        name: .customLong("path"), parsing: .upToNextOption,
        help: ArgumentHelp("Files whose bytes are in the library.", valueName: "file"),
        completion: .file())
    var paths: [String] = []

    @Flag(help: "Leave the picture out. The identifier has at most 220 characters.")
    var compact = false

    func validate() throws {
        guard all || albums || folders || !identifiers.isEmpty || !paths.isEmpty else {
            throw ValidationError(
                "Name local identifiers, name files with --path, or use --all, --albums or --folders.")
        }
    }

    /// An object to identify.
    private struct Request {
        /// The name that the person used.
        let name: String
        let identifier: Result<String, any Error>
        /// The file's photo, if it is recently deleted.
        var recentlyDeleted: RecentlyDeleted?
    }

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        // Ctrl-C ends the process at once here, because nothing has been done yet.
        let named = try namedPhotos(identifiers, in: library).map {
            Request(name: $0.name, identifier: .success($0.identifier))
        }
        var known: [String] = []
        if all { known += try library.allLocalIdentifiers() }
        if albums { known += try library.fetchAlbums().localIdentifiers }
        if folders { known += try library.fetchFolders().localIdentifiers }
        let requests: [Request] =
            try await named + known.map { Request(name: $0, identifier: .success($0)) }
            + analyses().map { path, analysis in
                try Request(
                    name: path.string,
                    identifier: analysis.flatMap { analysis in
                        Result { try library.localIdentifier(ofBytesIn: analysis) }
                    },
                    recentlyDeleted: (try? analysis.get()).flatMap(library.recentlyDeletedAsset(withBytesOf:)))
            }
        let loading = LoadProgress()
        let (identified, missing) = try await withProgress(loading, options, verb: "Identifying", noun: "identifiers") {
            identify(requests, in: library, loading)
        }
        let numbers = ["identified": identified, "notFound": missing]
        guard !loading.isCancelled else {
            let unfinished = InterruptedWork(noun: "identifier", total: requests.count)
            options.terminal.printError("\(unfinished.displayText(after: identified + missing)).")
            if options.json { JSONLines.printSummary(ofInterrupted: numbers) }
            return .interrupted
        }
        if options.json { JSONLines.printSummary(numbers) }
        return missing == 0 ? .done : .notFound
    }

    /// - Returns: How many were identified, and how many could not be.
    private func identify(
        _ requests: [Request], in library: OwnedLibrary, _ loading: LoadProgress
    ) -> (identified: Int, missing: Int) {
        defer { loading.finish() }
        loading.addExpected(files: requests.count, bytes: 0)
        loading.walkFinished()
        loading.setPhase(.loading)
        var counts = (identified: 0, missing: 0)
        // In batches, because an identifier with its picture has 5 KB.
        for start in stride(from: 0, to: requests.count, by: 1000) where !loading.isCancelled {
            let part = requests[start..<min(start + 1000, requests.count)]
            let asked = Set(part.compactMap { try? $0.identifier.get() })
            // Repeated and unknown names count as done.
            for _ in asked.count..<part.count { loading.fileSkipped(bytes: 0) }
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: Array(asked), loading: loading)
            for request in part {
                let mapping = request.identifier.flatMap { identifier in
                    (mappings[identifier] ?? .failure(PhotoLibraryError.nothing(named: request.name))).mapError {
                        ($0 as? PhotoLibraryError)?.isUnknownIdentifier == true
                            ? PhotoLibraryError.nothing(named: request.name) : $0
                    }
                }
                guard !mapping.isCancelled else { continue }
                if render(request, mapping) { counts.identified += 1 } else { counts.missing += 1 }
            }
        }
        return counts
    }

    /// - Throws: `cancelled` after Ctrl-C.
    private func analyses() async throws -> [(path: FilePath, analysis: Result<PhotoAnalysis, any Error>)] {
        let found = Mutex<[(FilePath, Result<PhotoAnalysis, any Error>)]>([])
        guard !paths.isEmpty else { return [] }
        let files = paths.map { FilePath($0).absolute }
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, decoding: options.decoding)
        let loading = LoadProgress()
        try await withProgress(loading, options, verb: "Reading") {
            inspector.inspectAndWait(files, loading: loading) { path, analysis in
                found.withLock { $0.append((path, analysis)) }
            }
        }
        guard !loading.isCancelled else { throw PhotoLibraryError(.cancelled, "Interrupted; nothing was identified.") }
        return found.withLock { $0 }
    }

    private func render(_ request: Request, _ mapping: Result<CloudIdentifier, any Error>) -> Bool {
        let localIdentifier = try? request.identifier.get()
        switch mapping {
        case .success(let identifier):
            let text = (compact ? identifier.compact : identifier).stringValue
            if options.json {
                JSONLines.print(
                    Item(localIdentifier: localIdentifier, cloudIdentifier: text, recentlyDeleted: nil, error: nil))
            } else {
                StandardOutput.print(text)
            }
            return true
        case .failure(let error):
            if options.json {
                JSONLines.print(
                    Item(
                        localIdentifier: localIdentifier ?? request.name, cloudIdentifier: nil,
                        recentlyDeleted: request.recentlyDeleted.map(RecentlyDeletedObject.init),
                        error: ErrorObject(error)))
            }
            options.terminal.printError("\(Terminal.safe(request.name)): \(ErrorObject(error).message)")
            return false
        }
    }

    private struct Item: Encodable {
        let localIdentifier: String?
        let cloudIdentifier: String?
        let recentlyDeleted: RecentlyDeletedObject?
        let error: ErrorObject?
    }
}

extension PhotoLibraryError {
    /// Whether nothing has the identifier; false for a recently deleted photo.
    fileprivate var isUnknownIdentifier: Bool { code == .identifierNotFound && deletedDate == nil && remedy == nil }
}
