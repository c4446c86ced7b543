internal import DeviceRegistry
package import Foundation
internal import PhotoCatalog

extension LibrarySync {
    /// A device that wrote nothing for this long does not count as one that still reads.
    private static let activePeriod: TimeInterval = 30 * 24 * 3600

    /// What the devices of the registry know of photos; nothing for a photo that is not in the library.
    package func states(of photos: [String], now: Date = Date()) throws -> [String: SyncState] {
        let others = try activeDevices(now)
        let isGapKnown = try others.contains { try catalog.knownSequences(of: $0).hasGap }
        let isJoined = isJoined
        return try catalog.syncRecords(of: photos, readers: others).mapValues { record in
            guard isJoined else { return .neverSynced }
            if record.isDeletionHeld { return .deletedElsewhere }
            if record.isInConflict { return .conflictingEdit }
            if record.isWaiting { return .uploading }
            if isGapKnown { return .halfSynced }
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
