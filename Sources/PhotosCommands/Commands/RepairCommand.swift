internal import ArgumentParser
internal import OpenPhotoKit

struct RepairCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Make a lost or damaged catalogue again from the photos in the library, with the same identifiers.",
        discussion: """
            photos repair              look at the library, and repair what is broken; nothing is ever deleted
            photos repair --rebuild    make a new catalogue even if the one there is sound

            A sound catalogue is kept, and files of the library that belong to no photo are taken in. An old catalogue \
            is put into the library's folder “damaged”. Only the old catalogue knew: albums, favourites, which photos \
            were deleted (those still on the disk are back), and photos that are referenced outside the library. A \
            damaged search index holds nothing of its own: the next search makes it anew.

            Exit codes: 0 whole again, 2 some files could not be read and are named, 75 another program has the library \
            open, 130 interrupted: run it again.
            """)

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Make a new catalogue even if the one there is sound.")
    var rebuild = false

    func execute() async throws -> Exit {
        let loading = LoadProgress()
        let options = options
        let rebuild = rebuild
        let summary = try await following(loading, options, verb: "Repairing") {
            let path = options.libraryPath.absolute
            return try PhotoLibrary.repair(
                at: path, rebuild: rebuild, allowingSyncedFolder: options.allowsSyncedFolder,
                ioJobs: options.readingJobs(for: [path]), jobs: options.jobs,
                decoding: options.decoding,
                loading: loading
            ) { Self.render($0, options) }
        }
        if options.json {
            JSONLines.printSummary(SummaryObject(summary))
        } else if !options.quiet {
            for sentence in Self.sentences(summary) { StandardOutput.print(sentence) }
        }
        return summary.files[.unreadable, default: 0] == 0 ? .done : .someFailed
    }

    private static func sentences(_ summary: RepairSummary) -> [String] {
        var sentences = [summary.damage ?? "The catalogue is sound."]
        if summary.isManifestRestored { sentences.append("library.json was made again.") }
        if summary.hasNewIdentifiers {
            sentences.append(
                "Nothing told the library's own identifier any more: all photos have new local identifiers.")
        }
        if summary.isRebuilt {
            sentences.append("A new catalogue was made of \(count(summary.files[.rebuilt, default: 0])).")
            sentences.append(
                "What only the old one knew is lost: albums, favourites that no sidecar tells, names that had to be "
                    + "changed, photos outside the library's folder, and the history. Photos that were deleted and were "
                    + "still on the disk are back.")
            if let old = summary.oldCatalog { sentences.append("The old catalogue is in \(old.shown).") }
        } else if let adopted = summary.files[.adopted] {
            sentences.append("\(count(adopted)) of no photo taken in.")
        }
        if summary.isSearchIndexDiscarded {
            sentences.append("The search index was damaged; the next search makes it anew.")
        }
        if let aside = summary.files[.setAside] {
            sentences.append("\(count(aside)) moved to the folder damaged, named above.")
        }
        if let left = summary.files[.left] { sentences.append("\(count(left)) left alone, named above.") }
        if let unreadable = summary.files[.unreadable] {
            sentences.append("\(count(unreadable)) could not be read, named above.")
        }
        sentences.append("The library has \(summary.assets) \(summary.assets == 1 ? "photo" : "photos").")
        return sentences
    }

    private static func count(_ files: Int) -> String { "\(files) \(files == 1 ? "file" : "files")" }

    private static func render(_ file: RepairedFile, _ options: GlobalOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if let error = file.error {
            StandardOutput.print("\(file.path.shown): \(error.commandMessage)")
        } else if options.verbose {
            StandardOutput.print("\(file.path.shown): \(file.status.rawValue)")
        }
    }

    private struct Item: Encodable {
        let path: String
        let pathBase64: String?
        let status: String
        let localIdentifier: String?
        let error: ErrorObject?

        init(_ file: RepairedFile) {
            let place = PathObject(file.path)
            path = place.path
            pathBase64 = place.pathBase64
            status = file.status.rawValue
            localIdentifier = file.localIdentifier
            error = file.error.map { ErrorObject($0) }
        }
    }

    private struct SummaryObject: Encodable {
        let damage: String?
        let isRebuilt: Bool
        let oldCatalog: String?
        let isManifestRestored: Bool
        let hasNewIdentifiers: Bool
        let searchIndexDamaged: Bool
        let assets: Int
        let files: [String: Int]
        let seconds: Double

        init(_ summary: RepairSummary) {
            damage = summary.damage
            isRebuilt = summary.isRebuilt
            oldCatalog = summary.oldCatalog?.string
            isManifestRestored = summary.isManifestRestored
            hasNewIdentifiers = summary.hasNewIdentifiers
            searchIndexDamaged = summary.isSearchIndexDiscarded
            assets = summary.assets
            files = Dictionary(
                uniqueKeysWithValues: RepairedFile.Status.allCases.map {
                    ($0.rawValue, summary.files[$0, default: 0])
                })
            seconds = summary.seconds
        }
    }
}
