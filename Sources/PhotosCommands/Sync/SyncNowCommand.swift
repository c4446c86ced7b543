internal import ArgumentParser
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncNowCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Exchange what is new with the other devices.",
        discussion: """
            If this device takes everything (photos sync join --taking everything), the photos of other devices that it lacks \
            come from its stores too. After an interruption the same command continues.
            Exit codes: 0 done, 1 the registry cannot be used, 2 a file in it or a store cannot be used or a photo failed or \
            a person must decide, 130 interrupted.
            """)

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let library = try options.openLibrary()
        var summary = try await library.syncNow()
        if !options.json, !options.quiet { StandardOutput.print(summary.sentence) }
        var photos = PhotosOfOtherDevicesSummary()
        var failure: PhotoLibraryError?
        if try library.taking == .everything {
            do {
                photos = try await OtherDevicesPrinter(options).importPhotos(to: library)
            } catch let error as PhotoLibraryError where error.code == .changeNotSupported { failure = error }
            // What was set for these photos counts now, and the other devices learn that they are here.
            if photos.imported > 0 { summary.add(try await library.syncNow()) }
        }
        if options.json { JSONLines.printSummary(Object(summary, photos)) }
        var problems = SyncProblems.of(
            heldDeletions: summary.heldDeletions, conflicts: summary.conflicts, summary.unusableFiles)
        if let failure { problems.append(failure.commandMessage) }
        // The messages name the stores.
        problems += photos.unavailableStores.sorted { $0.key < $1.key }.map(\.value.commandMessage)
        for problem in problems { options.terminal.printError(Terminal.safe(problem)) }
        return problems.isEmpty && photos.failed == 0 ? .done : .someFailed
    }

    private struct Object: Encodable {
        let written: Int
        let received: Int
        let changedObjects: Int
        let heldDeletions: Int
        let conflicts: Int
        let unusableFiles: Int
        let photos: [String: Int]

        init(_ summary: SyncSummary, _ photos: PhotosOfOtherDevicesSummary) {
            (written, received, changedObjects) = (summary.written, summary.received, summary.changedObjects)
            (heldDeletions, conflicts) = (summary.heldDeletions, summary.conflicts)
            unusableFiles = summary.unusableFiles.count
            self.photos = Dictionary(
                uniqueKeysWithValues: PhotoOfOtherDevicesItem.Outcome.allCases.map {
                    ($0.rawValue, photos.counts[$0, default: 0])
                })
        }
    }
}

extension SyncSummary {
    fileprivate var sentence: String {
        "\(counted(written, "change")) written, \(counted(received, "change")) of other devices read."
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
