internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel
internal import Synchronization

struct SafeCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "safe",
        abstract:
            "Check whether a card or an export can be erased: every file is in the library and was read back. Changes nothing.",
        discussion: """
            photos safe /media/card                            says yes, or no with the exceptions
            photos safe --receipt card.txt /media/card         also writes a receipt with every digest
            photos safe --exclude '*.txt' /media/card          does not check these files
            photos safe takeout-*.zip Old.photoslibrary        checks what an import of them takes

            The answer is no if any file is not in the library: also a document, a link, or a folder that cannot be read. Files \
            that operating systems write (.DS_Store, Thumbs.db), the record of photos export, and files that a camera writes \
            for itself (.THM, .LRV, .CTG), do not count. Of an Apple Photos library, an export of Google Photos or iCloud, and \
            a named archive, the files count that an import takes; originals that are missing there make the answer no. The \
            last lines are the commands that import the missing files, and that restore those that you deleted. They name \
            hidden folders separately, because an import of the folder above skips them.
            Exit codes: 0 yes, 2 no, 130 interrupted.
            """)

    @OptionGroup var paths: PathArguments
    @OptionGroup var options: PictureOptions

    @Option(
        help: ArgumentHelp(
            "Leave out files and folders that match, such as '*.txt' or 'Android/*'. May be repeated. Case does not "
                + "matter.", valueName: "glob"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp("Write the result of every file to this .txt or .json file.", valueName: "file"),
        completion: .file())
    var receipt: [String] = []

    func validate() throws {
        guard receipt.allSatisfy({ Self.format(of: $0) != nil }) else {
            throw ValidationError("--receipt needs a name that ends with .txt or .json.")
        }
        guard !exclude.contains("") else { throw ValidationError("--exclude needs a pattern, such as '*.txt'.") }
    }

    private static func format(of receipt: String) -> SafeReceipt.Format? {
        FilePath(receipt).extension.flatMap { SafeReceipt.Format(rawValue: $0.lowercased()) }
    }

    private struct Outcome {
        var summary = SafeSummary()
        /// The paths to import, in the order in which they were found.
        private(set) var importPaths: [FilePath] = []
        /// The paths to import with --restore-deleted.
        private(set) var deletedPaths: [FilePath] = []
        /// The recently deleted photos with the bytes of checked files.
        private(set) var deletedPhotos: [String] = []
        private var known: Set<Remedy> = []
        /// The other photo libraries that were met.
        var libraries: [SourceLibrary] = []
        var failure: (any Error)?

        private enum Remedy: Hashable {
            case `import`(FilePath)
            case importDeleted(FilePath)
            case restore(String)
        }

        mutating func count(_ file: SafeFile) {
            summary.count(file)
            if let path = file.importPath {
                if file.reason == .deletedBefore {
                    if known.insert(.importDeleted(path)).inserted { deletedPaths.append(path) }
                } else if known.insert(.import(path)).inserted {
                    importPaths.append(path)
                }
            }
            if file.reason == .onlyDeleted, let photo = file.localIdentifier, known.insert(.restore(photo)).inserted {
                deletedPhotos.append(photo)
            }
        }
    }

    func execute() async throws -> Exit {
        let roots = try paths.resolved()
        let library = try options.openLibrary()
        try checkReceipt(isOutside: roots + [library.path])
        // The receipt is opened first, so that an error is reported before the files are read.
        let receipts = try receipt.compactMap { name in
            try Self.format(of: name).map { try SafeReceipt($0, at: FilePath(name).absolute, library: library) }
        }
        let loading = LoadProgress()
        let (options, filter) = (options, PathFilter(exclude: exclude))
        let outcome = Mutex(Outcome())
        try await withProgress(loading, options, verb: "Checking") {
            let libraries = try library.checkSafetyAndWait(
                of: roots, filter: filter, ioJobs: options.readingJobs(for: roots), loading: loading
            ) { file in
                outcome.withLock { outcome in
                    outcome.count(file)
                    guard outcome.failure == nil else { return }
                    do { for receipt in receipts { try receipt.add(file) } } catch { outcome.failure = error }
                }
                Self.render(file, options)
            }
            outcome.withLock { $0.libraries = libraries }
        }
        let result = outcome.withLock { $0 }
        if let failure = result.failure { throw failure }
        for receipt in receipts { try receipt.finish() }
        if options.json {
            JSONLines.printSummary(Summary(result.summary, result.libraries))
        } else {
            render(result, library.path)
            if !options.quiet {
                for name in receipt { StandardOutput.print("The receipt is in \(FilePath(name).absolute.shown).") }
            }
        }
        return result.summary.isSafe ? .done : .someFailed
    }

    /// Rejects a receipt in the checked folders, which would be erased with them, and a receipt in the library, which
    /// this command never changes.
    private func checkReceipt(isOutside folders: [FilePath]) throws {
        for path in receipt.map({ FilePath($0).absolute }) {
            guard let folder = folders.first(where: { path.starts(with: $0) }) else { continue }
            throw PhotoLibraryError(
                .ioFailure,
                "The receipt would be in \(folder.shown). Name a file outside the library and the checked folders.",
                path: path.string)
        }
    }

    private static func render(_ file: SafeFile, _ options: any CommandOptions) {
        if options.json {
            // Ignored and excluded files have no line in the JSON output. The summary counts them, and the receipt
            // lists them.
            if file.status != .ignored, file.status != .excluded { JSONLines.print(Item(file)) }
        } else if let text = text(file) {
            StandardOutput.print("\(name(of: file)): \(text)")
        } else if options.verbose {
            StandardOutput.print("\(name(of: file)): \(file.status.rawValue)")
        }
    }

    /// Why the file needs attention; `nil` if it needs none.
    private static func text(_ file: SafeFile) -> String? {
        switch (file.status, file.reason) {
        // The error has the name that the owner knows.
        case (.deletedInSource, _), (.inSharedAlbum, _), (_, .unreadable), (_, .inCloudOnly), (_, .outsideSource):
            file.error.map { Terminal.safe($0.message) } ?? file.reason?.brief
        default: file.reason?.brief
        }
    }

    private static func name(of file: SafeFile) -> String {
        guard let name = file.originalFilename, name != file.path.lastComponent else { return file.path.shown }
        return "\(file.path.shown) (\(Terminal.safe(name.string)))"
    }

    private func render(_ outcome: Outcome, _ library: FilePath) {
        let summary = outcome.summary
        let total = summary.safe + summary.notSafe
        let size = Int64(summary.safeBytes).formatted(.byteCount(style: .file))
        if summary.isSafe {
            StandardOutput.print(
                "Yes: \(summary.safe == 1 ? "the one file" : "all \(summary.safe.formatted()) files") (\(size)) "
                    + "\(summary.safe == 1 ? "is" : "are") in the library and \(summary.safe == 1 ? "was" : "were") read back."
            )
        } else if total == 0 {
            StandardOutput.print(
                summary.housekeeping > 0
                    ? "There are no photos here, so nothing was checked."
                    : "There are no files here, so nothing was checked.")
        } else {
            StandardOutput.print(
                total == 1
                    ? "No: the one file is not safe."
                    : "No: \(summary.notSafe.formatted()) of \(total.formatted()) files "
                        + "\(summary.notSafe == 1 ? "is" : "are") not safe.")
            for reason in SafeFile.Reason.allCases {
                guard let count = summary.reasons[reason] else { continue }
                StandardOutput.print("  \(count.formatted()): \(reason.commandSentence)")
            }
            if !outcome.importPaths.isEmpty {
                StandardOutput.print(
                    "To import them: \(FilePath.lineToImport(outcome.importPaths, excludeOptions, into: library))")
            }
            if !outcome.deletedPaths.isEmpty {
                let line = FilePath.lineToImport(
                    outcome.deletedPaths, "--restore-deleted " + excludeOptions, into: library)
                StandardOutput.print("To import those that you deleted: \(line)")
            }
            if !outcome.deletedPhotos.isEmpty {
                let line = FilePath.lineToRestore(outcome.deletedPhotos, in: library)
                StandardOutput.print("To restore the recently deleted ones: \(line)")
            }
        }
        guard !options.quiet else { return }
        for library in outcome.libraries {
            StandardOutput.print("\(library.path.shown) \(library.text(leftOut: "an import leaves out")).")
        }
        if outcome.libraries.contains(where: { $0.kind == .applePhotos }) {
            StandardOutput.print("Thumbnails, databases and other files that Photos makes itself were not checked.")
        }
        if summary.deletedInSource > 0 {
            StandardOutput.print(
                counted(summary.deletedInSource, "photo", "was", "were")
                    + " not checked, because you deleted \(summary.deletedInSource == 1 ? "it" : "them") there.")
        }
        if summary.inSharedAlbums > 0 {
            StandardOutput.print(
                counted(summary.inSharedAlbums, "photo", "was", "were")
                    + " not checked, because \(summary.inSharedAlbums == 1 ? "it is" : "they are") in shared albums of iCloud."
            )
        }
        if summary.metadata > 0 {
            StandardOutput.print(
                counted(summary.metadata, "file", "was", "were")
                    + " not checked, because \(summary.metadata == 1 ? "it describes" : "they describe") photos, albums or the "
                    + "export.")
        }
        if summary.onLibrarysDisk > 0 {
            // The permission to delete is that of all files, so it belongs to a yes.
            options.terminal.printWarning(
                summary.isSafe
                    ? "The library is on the same disk as \(summary.onLibrarysDisk.formatted()) of the files. You can delete "
                        + "them, but do not format the disk."
                    : "The library is on this disk: do not format it.")
        }
        if summary.housekeeping > 0 {
            StandardOutput.print(
                "And \(counted(summary.housekeeping, "file")) that the camera wrote for itself, which no photo needs.")
        }
        if summary.excluded > 0 {
            StandardOutput.print(
                "Filters left out \(counted(summary.excluded, "file or folder", plural: "files or folders")), which were "
                    + "not checked.")
        }
        if summary.ignored > 0 {
            StandardOutput.print(
                summary.ignored == 1
                    ? "1 file that the system or an export wrote for itself was not counted."
                    : "\(summary.ignored.formatted()) files that the system or an export wrote for themselves were not counted."
            )
        }
    }

    /// The same options for an import, each followed by a space.
    private var excludeOptions: String { exclude.map { "--exclude \(FilePath($0).shellWord) " }.joined() }

    private struct Summary: Encodable {
        let safe: Bool
        let safeFiles: Int
        let notSafeFiles: Int
        let ignored: Int
        let housekeeping: Int
        let metadata: Int
        let deletedInSource: Int
        let inSharedAlbums: Int
        let excluded: Int
        let bytes: Int
        let onLibrarysDisk: Int
        let reasons: [String: Int]
        let photoLibraries: [SourceLibraryObject]

        init(_ summary: SafeSummary, _ libraries: [SourceLibrary]) {
            safe = summary.isSafe
            safeFiles = summary.safe
            notSafeFiles = summary.notSafe
            ignored = summary.ignored
            housekeeping = summary.housekeeping
            metadata = summary.metadata
            deletedInSource = summary.deletedInSource
            inSharedAlbums = summary.inSharedAlbums
            photoLibraries = libraries.map(SourceLibraryObject.init)
            excluded = summary.excluded
            bytes = summary.safeBytes
            onLibrarysDisk = summary.onLibrarysDisk
            reasons = Dictionary(uniqueKeysWithValues: summary.reasons.map { ($0.key.rawValue, $0.value) })
        }
    }

    private struct Item: Encodable {
        let path: String
        let pathBase64: String?
        let originalFilename: String?
        let status: String
        let localIdentifier: String?
        let reason: String?
        let message: String?
        let sha256: String?
        let bytes: Int
        let importPath: String?
        let importPathBase64: String?

        init(_ file: SafeFile) {
            let place = PathObject(file.path)
            path = place.path
            pathBase64 = place.pathBase64
            originalFilename = file.originalFilename?.string
            status = file.status.rawValue
            localIdentifier = file.localIdentifier
            reason = file.reason?.rawValue
            message = file.error?.commandMessage ?? file.reason?.commandSentence
            sha256 = file.sha256?.hex
            bytes = file.bytes
            let source = file.importPath.map(PathObject.init)
            importPath = source?.path
            importPathBase64 = source?.pathBase64
        }
    }
}
