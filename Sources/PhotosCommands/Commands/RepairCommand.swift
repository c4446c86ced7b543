internal import ArgumentParser
internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct RepairCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Restore a lost or damaged catalogue from its copy, or rebuild it from the photos in the library.",
        discussion: """
            photos repair              checks the library, and repairs it; deletes no files
            photos repair --dry-run    only says whether the catalogue is intact, and what a new one would lose
            photos repair --rebuild    makes a new catalogue even if the present one is intact

            If the catalogue is lost or damaged, the command restores it from its copy. The copy is at most a day old, unless \
            “photos copy-catalog” sets another age. Albums, favourites, titles, decisions and the history are as they were when \
            the copy was made, and every app must ask again for access. The command adds photos that were imported later from \
            their files, and names them. If there is no copy, or the copy is damaged too, the command makes a new catalogue from \
            the photos, with the same identifiers.

            The command keeps an intact catalogue, and adds files of the library that belong to no photo. If an earlier version of \
            this program made the catalogue, the command brings it over to this version, with all that is in it. It moves an old \
            catalogue to the folder “damaged” of the library. If the old catalogue was intact, the command names files that are \
            missing or have changed, and the new catalogue lists them as missing. It deletes a damaged search index; the next \
            search makes a new one from the catalogue.

            Whatever catalogue it makes or restores, the command then gives it what you set in this library: favourites, hidden \
            photos, titles, captions, keywords, ratings, dates, places, deletions, albums, folders and decisions. They are in the \
            files of the folder “registry”, up to the last second.

            With --rebuild, and if neither the catalogue nor its copy can be used, these are lost, as far as the library has \
            them:
            \(list(RepairLoss.all(isLogComplete: true)))

            If files of the folder “registry” are missing or damaged, these may be lost, too:
            \(list(RepairLoss.allCases.filter(RepairLoss.keptByLog.contains)))

            “photos serve” closes the library for the time of the repair. Another program that has the library open must be \
            closed.

            From an intact old catalogue, the new catalogue takes the names, when photos were added, and which edited \
            pictures were made here.

            Exit codes: 0 the library is intact, 2 some files cannot be read or have changed or are missing or (--dry-run) \
            the library needs a repair, 75 another program has the library open, 130 interrupted: run the command again.
            """)

    @OptionGroup var options: PictureOptions

    @Flag(help: "Make a new catalogue even if the present one is intact.")
    var rebuild = false

    @Flag(name: [.customShort("n"), .long], help: "Only print what is wrong, and what a new catalogue would lose.")
    var dryRun = false

    func execute() async throws -> Exit {
        guard dryRun || !options.readOnly else {
            throw PhotoLibraryError(
                .libraryReadOnly, "A repair changes the library: with --read-only, only --dry-run examines it.",
                path: options.libraryPath.string)
        }
        if dryRun || rebuild {
            let found = try await OwnedLibrary.examineForRepair(
                at: options.libraryPath.absolute, allowingSyncedFolder: options.allowsSyncedFolder)
            if dryRun { return reportDryRun(found) }
            if found.damage == nil, !options.quiet { options.terminal.printWarning(Self.warning(found.losses)) }
        }
        let loading = LoadProgress()
        let options = options
        let rebuild = rebuild
        let summary = try await withProgress(loading, options, verb: "Repairing") {
            let path = options.libraryPath.absolute
            return try OwnedLibrary.repairAndWait(
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

    /// Prints what a repair would do.
    private func reportDryRun(_ found: RepairExamination) -> Exit {
        let restored = rebuild || found.damage == nil ? nil : found.copy.date
        let isRebuilt = rebuild || found.damage != nil && restored == nil
        if options.json {
            JSONLines.printSummary(
                DryRunObject(
                    damage: found.damage, isEarlier: found.isEarlier, isManifestLost: found.isManifestLost,
                    wouldRebuild: isRebuilt,
                    losses: found.isEarlier && !isRebuilt ? [] : found.losses.map(\.rawValue),
                    catalogCopyDate: found.copy.date?.formatted(.iso8601),
                    wouldRestoreCopy: restored != nil))
        } else {
            StandardOutput.print(found.damage ?? (found.isEarlier ? Self.earlier : "The catalogue is intact."))
            if found.isManifestLost { StandardOutput.print("library.json is missing and would be written again.") }
            StandardOutput.print(found.copy.sentence)
            if let restored {
                StandardOutput.print(
                    "This copy would become the catalogue. "
                        + Self.losses(after: restored, isLogComplete: found.isLogComplete))
            } else if found.isEarlier, !isRebuilt {
                StandardOutput.print("It would be brought over to this version, with all that is in it.")
            } else {
                StandardOutput.print(
                    (isRebuilt ? "A new catalogue would be made." : "It would be kept; --rebuild would make a new one.")
                        + " A new catalogue would lose:\n\(Self.list(found.losses))")
            }
        }
        return found.damage == nil && !found.isEarlier && !found.isManifestLost ? .done : .someFailed
    }

    private static let earlier = "An earlier version of this program made the catalogue."

    private static func warning(_ losses: [RepairLoss]) -> String {
        "The catalogue is intact, so a new one is not needed. The repair moves the old catalogue to the folder “damaged” of "
            + "the library. These are lost:\n\(list(losses))"
    }

    /// The losses of a new catalogue, a line each.
    private static func list(_ losses: [RepairLoss]) -> String {
        losses.map { "- \($0)\($0.commandRemark)" }.joined(separator: "\n")
    }

    /// The losses of a restored copy.
    private static func losses(after date: Date, isLogComplete: Bool) -> String {
        let date = date.formatted(.iso8601)
        guard !isLogComplete else {
            return
                "The log has what you set after \(date). Other changes after that are lost: photos outside the library's "
                + "folder, identifiers whose photos are not here yet, and the history. Every app must ask again for access."
        }
        return
            "Changes after \(date) are lost: albums, favourites, what is hidden, titles, captions, keywords, ratings, "
            + "dates, places, deletions, decisions, photos outside the library's folder, identifiers whose photos are not here "
            + "yet, and the history. Every app must ask again for access."
    }

    private static func sentences(_ summary: RepairSummary) -> [String] {
        var sentences = [
            summary.damage
                ?? (summary.isConverted
                    ? "\(earlier) It was brought over to this version, with all that is in it."
                    : "The catalogue is intact.")
        ]
        if summary.isConverted, let old = summary.oldCatalog {
            sentences.append("The old catalogue is in \(old.shown).")
        }
        if summary.isManifestRestored { sentences.append("library.json was written again.") }
        if summary.hasNewIdentifiers {
            sentences.append(
                "The library's own identifier was lost, so all photos have new local identifiers.")
        }
        if let date = summary.restoredCopyDate {
            sentences.append(
                "The catalogue was restored from its copy of \(date.formatted(.iso8601)). "
                    + losses(after: date, isLogComplete: summary.log?.isComplete == true))
            if let old = summary.oldCatalog { sentences.append("The old catalogue is in \(old.shown).") }
        } else if case .damaged = summary.copy {
            sentences.append("\(summary.copy.sentence) It was moved to the folder “damaged” of the library.")
        }
        if summary.isRebuilt {
            sentences.append("A new catalogue was made from \(counted(summary.files[.rebuilt, default: 0], "file")).")
            // The losses of an intact catalogue were printed before.
            if summary.damage != nil {
                sentences.append("These are lost, as far as the library had them:\n\(list(summary.losses))")
            }
            if let old = summary.oldCatalog { sentences.append("The old catalogue is in \(old.shown).") }
        }
        if let log = summary.log {
            sentences += Self.sentences(log, isOldCatalogSound: summary.isRebuilt && summary.damage == nil)
        }
        let files = FileSentences(summary: summary)
        if let added = files.added { sentences.append(added) }
        if summary.isSearchIndexDiscarded {
            sentences.append("The search index was damaged and was deleted. The next search makes a new one.")
        }
        sentences += files.others
        sentences.append("The library has \(counted(summary.assets, "photo")).")
        return sentences
    }

    /// The sentences about the log of what persons set.
    ///
    /// - Parameter isOldCatalogSound: Whether the old catalogue had what files of the log lack.
    private static func sentences(_ log: LogSummary, isOldCatalogSound: Bool) -> [String] {
        let counts = [
            counted(log.photos, "photo"), counted(log.collections, "album or folder", plural: "albums and folders"),
            counted(log.decisions, "decision"),
        ]
        var sentences = ["What you set was taken from the log: it has values of \(counts.joined(separator: ", "))."]
        for file in log.unusableFiles {
            sentences.append(
                "\(file.path.shown): \(file.reason) "
                    + (isOldCatalogSound ? Self.takenFromOldCatalog : "What only this file has is lost."))
        }
        if !log.isComplete, log.unusableFiles.isEmpty {
            sentences.append(
                "Files of the log are missing. "
                    + (isOldCatalogSound ? Self.takenFromOldCatalog : "What only they have is lost."))
        }
        return sentences
    }

    private static let takenFromOldCatalog =
        "What you set was taken from the old catalogue instead. What you removed from albums may be there again."

    /// The sentences about the files that were listed before.
    private struct FileSentences {
        let summary: RepairSummary

        var added: String? {
            sentence(.added) { files, isOne in
                let quality =
                    summary.restoredCopyDate == nil
                    ? "belonged to no photo" : "\(isOne ? "is" : "are") newer than the copy"
                return "\(files) that \(quality) \(isOne ? "was" : "were") added"
            }
        }

        var others: [String] {
            let catalog = summary.isRebuilt ? "the old catalogue" : "the catalogue"
            return [
                sentence(.setAside) { "\($0) \($1 ? "was" : "were") moved to the folder “damaged” of the library" },
                sentence(.skipped) { "\($0) \($1 ? "was" : "were") skipped" },
                sentence(.unreadable) { files, _ in "\(files) could not be read" },
                sentence(.changed, "“photos verify” lists such files again.") { files, _ in
                    "The bytes of \(files) differ from those that \(catalog) lists"
                },
                sentence(.missing) { files, isOne in
                    "\(files) that \(catalog) lists \(isOne ? "is" : "are") missing"
                },
            ].compactMap { $0 }
        }

        /// A sentence about the files with a status; `nil` without such files.
        private func sentence(
            _ status: RepairedFile.Status, _ remark: String? = nil, _ text: (_ files: String, _ isOne: Bool) -> String
        ) -> String? {
            guard let count = summary.files[status] else { return nil }
            return text(counted(count, "file"), count == 1) + "; see the list above." + (remark.map { " \($0)" } ?? "")
        }
    }

    private static func render(_ file: RepairedFile, _ options: any CommandOptions) {
        if options.json {
            JSONLines.print(Item(file))
        } else if let error = file.error {
            StandardOutput.print("\(file.path.shown): \(error.commandMessage)")
        } else if file.status == .added, !options.quiet {
            StandardOutput.print("\(file.path.shown): added")
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

    private struct DryRunObject: Encodable {
        let damage: String?
        let isEarlier: Bool
        let isManifestLost: Bool
        let wouldRebuild: Bool
        /// The losses of a new catalogue.
        let losses: [String]
        let catalogCopyDate: String?
        let wouldRestoreCopy: Bool
    }

    private struct LogObject: Encodable {
        let isComplete: Bool
        let photos: Int
        let collections: Int
        let decisions: Int
        let unusableFiles: [String]

        init(_ log: LogSummary) {
            isComplete = log.isComplete
            photos = log.photos
            collections = log.collections
            decisions = log.decisions
            unusableFiles = log.unusableFiles.map(\.path.string)
        }
    }

    private struct SummaryObject: Encodable {
        let damage: String?
        let isRebuilt: Bool
        let isConverted: Bool
        let losses: [String]?
        let oldCatalog: String?
        let restoredCopyDate: String?
        let isManifestRestored: Bool
        let hasNewIdentifiers: Bool
        let searchIndexDamaged: Bool
        let log: LogObject?
        let assets: Int
        let files: [String: Int]
        let seconds: Double

        init(_ summary: RepairSummary) {
            damage = summary.damage
            isRebuilt = summary.isRebuilt
            isConverted = summary.isConverted
            losses = summary.isRebuilt ? summary.losses.map(\.rawValue) : nil
            oldCatalog = summary.oldCatalog?.string
            restoredCopyDate = summary.restoredCopyDate?.formatted(.iso8601)
            isManifestRestored = summary.isManifestRestored
            hasNewIdentifiers = summary.hasNewIdentifiers
            searchIndexDamaged = summary.isSearchIndexDiscarded
            log = summary.log.map { LogObject($0) }
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
    /// The command or option that concerns this loss; empty for a loss without one.
    fileprivate var commandRemark: String {
        switch self {
        case .decisions: " (photos decisions --json prints them)"
        case .references: " (photos unresolved)"
        case .outside: " (--reference)"
        default: ""
        }
    }
}

extension CatalogCopyCondition {
    /// The condition of the copy, for a person.
    var sentence: String {
        switch self {
        case .sound(let date): "The copy of the catalogue is of \(date.formatted(.iso8601)), and is intact."
        case .missing: "There is no copy of the catalogue."
        case .damaged(let reason): "The copy of the catalogue cannot be used. \(reason)"
        }
    }
}
