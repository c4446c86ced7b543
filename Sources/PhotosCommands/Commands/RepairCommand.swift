internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKit

struct RepairCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Bring back a lost or damaged catalogue, from its copy or from the photos in the library.",
        discussion: """
            photos repair              look at the library, and repair what is broken; nothing is ever deleted
            photos repair --dry-run    only say whether the catalogue is sound, and what a new one would lose
            photos repair --rebuild    make a new catalogue even if the one there is sound

            A lost or damaged catalogue is brought back from its copy, which is at most a day old unless “photos \
            copy-catalog” says otherwise: albums, favourites, titles, decisions and the history are as they were then. \
            Photos that came into the library since are taken in again from their files, and named. If there is no copy, \
            or it is damaged too, a new catalogue is made from the photos, with the same identifiers.

            A sound catalogue is kept, and files of the library that belong to no photo are taken in. An old catalogue \
            is put into the library's folder “damaged”. If that was sound, files that have other bytes than it says, or \
            are gone, are named, and the new one goes on missing them. A damaged search index is discarded; it holds \
            nothing of its own, and the next search makes it anew.

            What only the old catalogue knew is lost with --rebuild, and if neither it nor its copy can be used:
            \(losses)

            Exit codes: 0 whole again, 2 some files are named that cannot be read or have changed or are gone or (--dry-run) \
            the library needs a repair, 75 another program has the library open, 130 interrupted: run it again.
            """)

    @OptionGroup var options: GlobalOptions

    @Flag(help: "Make a new catalogue even if the one there is sound.")
    var rebuild = false

    @Flag(name: [.customShort("n"), .long], help: "Only say what is wrong, and what a new catalogue would lose.")
    var dryRun = false

    func execute() async throws -> Exit {
        if dryRun || rebuild {
            let found = try PhotoLibrary.examineForRepair(
                at: options.libraryPath.absolute, allowingSyncedFolder: options.allowsSyncedFolder)
            if dryRun { return forecast(found) }
            if found.damage == nil, !options.quiet { options.terminal.remark(Self.warning) }
        }
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
        return summary.faults == 0 ? .done : .someFailed
    }

    /// Says what a repair would do.
    private func forecast(_ found: RepairExamination) -> Exit {
        let restored = rebuild || found.damage == nil ? nil : found.copy.date
        let isRebuilt = rebuild || found.damage != nil && restored == nil
        if options.json {
            JSONLines.printSummary(
                ForecastObject(
                    damage: found.damage, isManifestLost: found.isManifestLost, wouldRebuild: isRebuilt,
                    losses: RepairLoss.allCases.map(\.rawValue),
                    catalogCopyDate: found.copy.date?.formatted(.iso8601),
                    wouldRestoreCopy: restored != nil))
        } else {
            StandardOutput.print(found.damage ?? "The catalogue is sound.")
            if found.isManifestLost { StandardOutput.print("library.json is lost, and would be made again.") }
            StandardOutput.print(found.copy.sentence)
            if let restored {
                StandardOutput.print("This copy would become the catalogue. \(Self.losses(after: restored))")
            } else {
                StandardOutput.print(
                    (isRebuilt ? "A new catalogue would be made." : "It would be kept; --rebuild would make a new one.")
                        + " That would lose what only the old one knows:\n\(Self.losses)")
            }
        }
        return found.damage == nil && !found.isManifestLost ? .done : .someFailed
    }

    private static let warning =
        "The catalogue is sound: there is no need for a new one. It is put into the library's folder damaged, and what "
        + "only it knows is lost:\n\(losses)"

    /// What a new catalogue does not know, a line each.
    private static let losses = RepairLoss.allCases.map { "- \($0)\($0.commandRemark)" }.joined(separator: "\n")

    /// What a copy does not know.
    private static func losses(after date: Date) -> String {
        "Only what was changed in the catalogue after \(date.formatted(.iso8601)) is lost: albums, favourites, titles, "
            + "captions, keywords, dates, places, deletions and decisions."
    }

    private static func sentences(_ summary: RepairSummary) -> [String] {
        var sentences = [summary.damage ?? "The catalogue is sound."]
        if summary.isManifestRestored { sentences.append("library.json was made again.") }
        if summary.hasNewIdentifiers {
            sentences.append(
                "Nothing told the library's own identifier any more: all photos have new local identifiers.")
        }
        if let date = summary.restoredCopyDate {
            sentences.append(
                "The catalogue was brought back from its copy of \(date.formatted(.iso8601)). \(losses(after: date))")
            if let old = summary.oldCatalog { sentences.append("The old catalogue is in \(old.shown).") }
        } else if case .damaged = summary.copy {
            sentences.append("\(summary.copy.sentence) It was put into the library's folder damaged.")
        }
        if summary.isRebuilt {
            sentences.append("A new catalogue was made of \(counted(summary.files[.rebuilt, default: 0], "file")).")
            // Of a sound one it was said before.
            if summary.damage != nil { sentences.append("What only the old one knew is lost:\n\(losses)") }
            if let old = summary.oldCatalog { sentences.append("The old catalogue is in \(old.shown).") }
        }
        if let adopted = summary.files[.adopted] {
            sentences.append(
                summary.restoredCopyDate == nil
                    ? "\(counted(adopted, "file")) of no photo taken in."
                    : "\(counted(adopted, "file")) that the copy did not know taken in again, named above.")
        }
        if summary.isSearchIndexDiscarded {
            sentences.append("The search index was damaged; the next search makes it anew.")
        }
        if let aside = summary.files[.setAside] {
            sentences.append("\(counted(aside, "file")) moved to the folder damaged, named above.")
        }
        if let left = summary.files[.left] { sentences.append("\(counted(left, "file")) left alone, named above.") }
        if let unreadable = summary.files[.unreadable] {
            sentences.append("\(counted(unreadable, "file")) could not be read, named above.")
        }
        if let changed = summary.files[.changed] {
            sentences.append(
                "\(counted(changed, "file")) without the bytes that the old catalogue knew, named above. “photos verify” names "
                    + "them again.")
        }
        if let missing = summary.files[.missing] {
            sentences.append("\(counted(missing, "file")) gone that the old catalogue knew, named above.")
        }
        sentences.append("The library has \(counted(summary.assets, "photo")).")
        return sentences
    }

    private static func render(_ file: RepairedFile, _ options: GlobalOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if let error = file.error {
            StandardOutput.print("\(file.path.shown): \(error.commandMessage)")
        } else if file.status == .adopted, !options.quiet {
            StandardOutput.print("\(file.path.shown): taken in")
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

    private struct ForecastObject: Encodable {
        let damage: String?
        let isManifestLost: Bool
        let wouldRebuild: Bool
        /// What a new catalogue loses.
        let losses: [String]
        let catalogCopyDate: String?
        let wouldRestoreCopy: Bool
    }

    private struct SummaryObject: Encodable {
        let damage: String?
        let isRebuilt: Bool
        let losses: [String]?
        let oldCatalog: String?
        let restoredCopyDate: String?
        let isManifestRestored: Bool
        let hasNewIdentifiers: Bool
        let searchIndexDamaged: Bool
        let assets: Int
        let files: [String: Int]
        let seconds: Double

        init(_ summary: RepairSummary) {
            damage = summary.damage
            isRebuilt = summary.isRebuilt
            losses = summary.isRebuilt ? RepairLoss.allCases.map(\.rawValue) : nil
            oldCatalog = summary.oldCatalog?.string
            restoredCopyDate = summary.restoredCopyDate?.formatted(.iso8601)
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

extension RepairLoss {
    /// What a command has to do with it; empty if none has.
    fileprivate var commandRemark: String {
        switch self {
        case .decisions: " (photos decisions --json keeps them)"
        case .references: " (photos unresolved)"
        case .outside: " (--reference)"
        default: ""
        }
    }
}

extension CatalogCopyCondition {
    /// What the copy is, for a person.
    var sentence: String {
        switch self {
        case .sound(let date): "The copy of the catalogue is of \(date.formatted(.iso8601)), and sound."
        case .missing: "There is no copy of the catalogue."
        case .damaged(let reason): "The copy of the catalogue cannot be used. \(reason)"
        }
    }
}
