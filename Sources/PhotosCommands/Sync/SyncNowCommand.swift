internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncNowCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Exchange what is new with the other devices.",
        discussion: """
            Exit codes: 0 done, 1 the registry cannot be used, 2 some files in it cannot be used or a person must decide.
            """)

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let summary = try await options.openLibrary().syncNow()
        if options.json {
            JSONLines.printSummary([
                "written": summary.written, "received": summary.received, "changedObjects": summary.changedObjects,
                "heldDeletions": summary.heldDeletions, "conflicts": summary.conflicts,
                "unusableFiles": summary.unusableFiles.count,
            ])
        } else if !options.quiet {
            StandardOutput.print(
                "\(counted(summary.written, "change")) written, \(counted(summary.received, "change")) of other devices read."
            )
        }
        let problems = SyncProblems.of(
            heldDeletions: summary.heldDeletions, conflicts: summary.conflicts, summary.unusableFiles)
        for problem in problems { options.terminal.printError(Terminal.safe(problem)) }
        return problems.isEmpty ? .done : .someFailed
    }
}

/// What a person must decide or repair, each as sentences.
enum SyncProblems {
    static func of(
        heldDeletions: Int, conflicts: Int, _ unusableFiles: [SyncSummary.UnusableFile]
    ) -> [String] {
        var problems: [String] = []
        if heldDeletions > 0 {
            problems.append(
                "Other devices deleted \(counted(heldDeletions, "photo")). Nothing is deleted here until you decide: photos sync "
                    + "review lists them, photos sync accept deletes here too, photos sync undo keeps everything on all devices."
            )
        }
        if conflicts > 0 {
            problems.append(
                "\(counted(conflicts, "value", "was", "were")) set differently on two devices. The later one counts: photos "
                    + "sync conflicts.")
        }
        for (file, count) in Dictionary(grouping: unusableFiles, by: { $0 }).mapValues(\.count)
            .sorted(by: { ($0.key.device, $0.key.reason) < ($1.key.device, $1.key.reason) })
        {
            problems.append(
                "\(counted(count, "file")) of the device “\(file.device)” cannot be used. \(file.reason) If it was not copied "
                    + "completely yet, the next exchange reads it.")
        }
        return problems
    }
}
