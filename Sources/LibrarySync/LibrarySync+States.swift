internal import DeviceRegistry
package import Foundation
internal import PhotoCatalog

extension LibrarySync {
    /// A device that wrote nothing for this long does not count as one that still reads.
    private static let activePeriod: TimeInterval = 30 * 24 * 3600

    /// What the devices of the registry know of photos; nothing for a photo that is not in the library.
    package func states(of photos: [String], now: Date = Date()) throws -> [String: SyncState] {
        guard try catalog.joinedRegistry() != nil else {
            return try catalog.stableIDs(of: photos).mapValues { _ in .neverSynced }
        }
        let lacksFiles = try catalog.lacksFiles()
        return try catalog.syncRecords(of: photos, readers: activeDevices(now)).mapValues { record in
            if record.isDeletionHeld { return .deletedElsewhere }
            if record.isInConflict { return .conflictingEdit }
            if record.isWaiting { return .uploading }
            if lacksFiles { return .halfSynced }
            return record.isReadByAll ? .synced : .published
        }
    }

    /// The other devices that wrote a value in the last 30 days.
    private func activeDevices(_ now: Date) throws -> Set<WriterID> {
        let start = now.addingTimeInterval(-Self.activePeriod)
        let active = try catalog.latestTimes().filter { $0.value.date >= start }.keys
        return try Set(active).subtracting(catalog.leftDevices()).subtracting(catalog.ownWriter().map { [$0] } ?? [])
    }
}
