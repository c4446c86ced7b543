internal import DeviceRegistry
package import Foundation
internal import Glibc
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

extension LibrarySync {
    /// Clocks of two devices differ by less than this.
    private static let clockTolerance: TimeInterval = 24 * 3600

    /// What the library and its registry know of each other; changes nothing.
    ///
    /// - Throws: `changeNotSupported` if the library joined no registry.
    package func status(now: Date = Date()) throws -> SyncStatus {
        let connection = try connection()
        var (writers, faults): ([WriterID], [SyncSummary.UnusableFile]) = ([], [])
        var failure: String?
        var unwritten = 0
        do {
            let log = try connection.open().log(connection.key)
            unwritten = try RegistryWriting(library: library, log: log).lackingValues()
            if access(connection.path.platform, W_OK) != 0 {
                failure =
                    "The folder of the registry cannot be written, so the other devices do not get what is set here."
            }
            writers = try log.writers()
            faults = SyncSummary.unusableFiles(
                try RegistryReading(catalog: catalog, log: log).faults(), names: try names(of: writers))
        } catch { failure = PhotoLibraryError(converting: error).message }
        let waiting = try catalog.waitingCounts()
        return SyncStatus(
            folder: connection.path.string, isEncrypted: try connection.key != nil, taking: connection.taking,
            devices: try devices(writers, now: now), unwrittenValues: waiting.unpublished + unwritten,
            waitingValues: waiting.values, photosElsewhere: waiting.photos, importedPhotos: waiting.importedPhotos,
            heldDeletions: waiting.heldDeletions, conflicts: try catalog.conflicts().count,
            unusableFiles: faults, failure: failure)
    }

    private func devices(_ writers: [WriterID], now: Date) throws -> [SyncStatus.Device] {
        let own = try catalog.ownWriter()
        let latest = try catalog.latestTimes()
        let all = try Set(writers).union(latest.keys).subtracting(catalog.leftDevices()).union(own.map { [$0] } ?? [])
        let names = try names(of: Array(all))
        let devices = try all.map { writer in
            let last = latest[writer]?.date
            return SyncStatus.Device(
                id: writer.description, name: names[writer], isThisDevice: writer == own, lastChange: last,
                hasGap: try writer != own && catalog.knownSequences(of: writer).hasGap,
                isClockAhead: writer != own && last.map { $0 > now + Self.clockTolerance } ?? false)
        }
        return devices.sorted {
            ($0.isThisDevice ? 0 : 1, $0.name ?? $0.id) < ($1.isThisDevice ? 0 : 1, $1.name ?? $1.id)
        }
    }
}
