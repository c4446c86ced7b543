internal import ArgumentParser
internal import OpenPhotoKit
internal import Synchronization

struct IdentifyCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Give cloud identifiers: names of photos that hold on every device.",
        discussion: """
            photos identify --all > ids.txt        one a line, to store in your app
            photos identify ID …                   for some photos of the library
            photos identify - < local.txt          one a line from standard input: quicker for thousands
            photos identify --albums --folders     they are found again by their titles and photos
            photos identify --path picture.jpg     for the photo that a file of the library's shows

            An identifier contains a small picture (64 by 64 gray levels), capture time and digests, but no name, path,
            place or serial number. --compact leaves the picture out; by content alone it then proves less.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: """
            Photos, by local identifier or its beginning, file name, or path; albums and folders by local identifier; - reads \
            them from standard input, which is quick for any number.
            """)
    var identifiers: [String] = []

    @Flag(help: "Every photo of the library.")
    var all = false

    @Flag(help: "Every album of the library.")
    var albums = false

    @Flag(help: "Every folder of the library.")
    var folders = false

    @Option(
        name: .customLong("path"), parsing: .upToNextOption,
        help: ArgumentHelp("Files whose bytes are in the library.", valueName: "file"),
        completion: .file())
    var paths: [String] = []

    @Flag(help: "Leave the picture out: at most 220 characters.")
    var compact = false

    func validate() throws {
        guard all || albums || folders || !identifiers.isEmpty || !paths.isEmpty else {
            throw ValidationError("Name local identifiers, files with --path, or say --all, --albums or --folders.")
        }
    }

    /// What is to be identified.
    private struct Wanted {
        /// What the person called it.
        let name: String
        let identifier: Result<String, any Error>
        /// The photo of a file, where its owner deleted it.
        var recentlyDeleted: RecentlyDeleted?
    }

    func execute() async throws -> Exit {
        let library = try await options.openSignedLibrary()
        // Ctrl-C ends the program here: nothing has been done yet.
        var known = try self.identifiers(ofPhotos: identifiers, in: library)
        if all { known += try library.allLocalIdentifiers() }
        if albums { known += try library.fetchAlbums().localIdentifiers }
        if folders { known += try library.fetchFolders().localIdentifiers }
        let wanted: [Wanted] =
            try await known.map { Wanted(name: $0, identifier: .success($0)) }
            + analyses().map { path, analysis in
                try Wanted(
                    name: path.string,
                    identifier: analysis.flatMap { analysis in
                        Result { try library.localIdentifier(ofBytesIn: analysis) }
                    },
                    recentlyDeleted: (try? analysis.get()).flatMap(library.recentlyDeletedAsset(withBytesOf:)))
            }
        let loading = LoadProgress()
        let (identified, missing) = try await following(loading, options, verb: "Identifying", noun: "identifiers") {
            identify(wanted, in: library, loading)
        }
        let numbers = ["identified": identified, "notFound": missing]
        guard !loading.isCancelled else {
            let unfinished = Unfinished(noun: "identifier", total: wanted.count)
            options.terminal.complain("\(unfinished.inWords(after: identified + missing)).")
            if options.json { JSONLines.printSummary(ofInterrupted: numbers) }
            return .interrupted
        }
        if options.json { JSONLines.printSummary(numbers) }
        return missing == 0 ? .done : .notFound
    }

    /// - Returns: How many were identified, and how many could not be.
    private func identify(
        _ wanted: [Wanted], in library: PhotoLibrary, _ loading: LoadProgress
    ) -> (identified: Int, missing: Int) {
        defer { loading.finish() }
        loading.addExpected(files: wanted.count, bytes: 0)
        loading.walkFinished()
        loading.setPhase(.loading)
        var counts = (identified: 0, missing: 0)
        // In parts: an identifier with its picture has 5 KB.
        for start in stride(from: 0, to: wanted.count, by: 1000) where !loading.isCancelled {
            let part = wanted[start..<min(start + 1000, wanted.count)]
            let asked = Set(part.compactMap { try? $0.identifier.get() })
            // Those that are named again or are not known need no work.
            for _ in asked.count..<part.count { loading.fileSkipped(bytes: 0) }
            let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: Array(asked), loading: loading)
            for one in part {
                let mapping = one.identifier.flatMap {
                    mappings[$0] ?? .failure(PhotoLibraryError.notInLibrary(one.name))
                }
                guard !mapping.isCancelled else { continue }
                if render(one, mapping) { counts.identified += 1 } else { counts.missing += 1 }
            }
        }
        return counts
    }

    /// - Throws: `cancelled`, if it was: nothing is said of files that were not all read.
    private func analyses() async throws -> [(path: FilePath, analysis: Result<PhotoAnalysis, any Error>)] {
        let found = Mutex<[(FilePath, Result<PhotoAnalysis, any Error>)]>([])
        guard !paths.isEmpty else { return [] }
        let files = paths.map { FilePath($0).absolute }
        let inspector = PhotoInspector(
            ioJobs: options.readingJobs(for: files), jobs: options.jobs, decoding: options.decoding)
        let loading = LoadProgress()
        try await following(loading, options, verb: "Reading") {
            inspector.inspect(files, loading: loading) { path, analysis in
                found.withLock { $0.append((path, analysis)) }
            }
        }
        guard !loading.isCancelled else { throw PhotoLibraryError(.cancelled, "Interrupted; nothing was identified.") }
        return found.withLock { $0 }
    }

    private func render(_ wanted: Wanted, _ mapping: Result<CloudIdentifier, any Error>) -> Bool {
        let localIdentifier = try? wanted.identifier.get()
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
                        localIdentifier: localIdentifier ?? wanted.name, cloudIdentifier: nil,
                        recentlyDeleted: wanted.recentlyDeleted.map(RecentlyDeletedObject.init),
                        error: ErrorObject(error)))
            }
            options.terminal.complain("\(Terminal.safe(wanted.name)): \(ErrorObject(error).message)")
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
    static func notInLibrary(_ name: String) -> PhotoLibraryError {
        PhotoLibraryError(.identifierNotFound, "Nothing in this library has this identifier.", identifier: name)
    }
}
