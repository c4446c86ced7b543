internal import ArgumentParser
internal import Foundation
internal import OpenPhotoKitOwner
internal import PhotoModel

struct SyncStatusCommand: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say what the devices of the registry know of each other.",
        discussion: "Exit codes: 0 nothing is wrong, 2 something is wrong or a person must decide.")

    @OptionGroup var options: PlainOptions

    func execute() async throws -> Exit {
        let status = try await options.openLibrary().syncStatus()
        let problems = status.problems
        if options.json {
            JSONLines.printSummary(Object(status, problems))
        } else {
            StandardOutput.print(
                Terminal.safe("Registry   \(status.folder), \(status.isEncrypted ? "encrypted" : "not encrypted")"))
            let taken = status.taking == .everything ? "everything, photos too" : "what persons set, no photos"
            StandardOutput.print("Takes      \(taken)")
            for device in status.devices { StandardOutput.print(Terminal.safe(device.line)) }
            for (count, text) in [
                (status.unwrittenValues, counted(status.unwrittenValues, "change", "is", "are") + " not written yet"),
                (status.photosElsewhere, status.sentenceOfPhotosElsewhere),
                (
                    status.importedPhotos,
                    counted(status.importedPhotos, "photo")
                        + " of other devices: came from stores since this device joined"
                ),
                (
                    status.waitingValues,
                    counted(status.waitingValues, "change") + " of other devices: for photos that are not here yet"
                ),
            ] where count > 0 { StandardOutput.print("\(text).") }
            if !problems.isEmpty { StandardOutput.print("") }
            for problem in problems { StandardOutput.print(Terminal.safe(problem)) }
        }
        return problems.isEmpty ? .done : .someFailed
    }

    private struct Object: Encodable {
        struct Device: Encodable {
            let id: String
            let name: String?
            let isThisDevice: Bool
            let lastChange: String?
            let hasGap: Bool
            let isClockAhead: Bool
        }
        let folder: String
        let isEncrypted: Bool
        let devices: [Device]
        let unwrittenValues: Int
        let waitingValues: Int
        let photosElsewhere: Int
        let importedPhotos: Int
        let taking: Taking
        let heldDeletions: Int
        let conflicts: Int
        let unusableFiles: Int
        let problems: [String]

        init(_ status: SyncStatus, _ problems: [String]) {
            (folder, isEncrypted) = (status.folder, status.isEncrypted)
            devices = status.devices.map {
                Device(
                    id: $0.id, name: $0.name, isThisDevice: $0.isThisDevice,
                    lastChange: $0.lastChange?.formatted(.iso8601), hasGap: $0.hasGap, isClockAhead: $0.isClockAhead)
            }
            (unwrittenValues, waitingValues) = (status.unwrittenValues, status.waitingValues)
            (photosElsewhere, heldDeletions) = (status.photosElsewhere, status.heldDeletions)
            (importedPhotos, taking) = (status.importedPhotos, status.taking)
            conflicts = status.conflicts
            unusableFiles = status.unusableFiles.count
            self.problems = problems
        }
    }
}

extension SyncStatus.Device {
    fileprivate var line: String {
        let name = self.name ?? "a device without a name (\(id.prefix(8)))"
        let last = lastChange.map { "last change \($0.formatted(.iso8601))" } ?? "no change yet"
        return "Device     \(name)\(isThisDevice ? " (this one)" : ""), \(last)"
    }
}

extension SyncStatus {
    fileprivate var sentenceOfPhotosElsewhere: String {
        let photos = counted(photosElsewhere, "photo") + " of other devices: not in this library"
        return taking == .everything ? photos + "; “photos sync” imports those that are in its stores" : photos
    }

    /// What is wrong, and what to do, each as sentences for a person.
    fileprivate var problems: [String] {
        var problems = failure.map { [$0] } ?? []
        problems += SyncProblems.of(heldDeletions: heldDeletions, conflicts: conflicts, unusableFiles)
        for device in devices {
            let name = device.name ?? device.id
            if device.hasGap {
                problems.append(
                    "Files of the device “\(name)” are missing here, so some of its changes are not known yet. Wait until the "
                        + "program that copies the folder has brought them.")
            }
            if device.isClockAhead {
                problems.append(
                    "The clock of the device “\(name)” is or was more than a day ahead. Its changes count as the latest ones: set "
                        + "its clock.")
            }
        }
        return problems
    }
}
