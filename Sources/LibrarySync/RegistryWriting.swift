internal import DeviceRegistry
internal import Foundation
internal import LibraryMaintenance
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Writes to the registry what the library's own log has and the registry lacks.
///
/// The registry itself shows what it lacks. So a folder that was lost or put back to an earlier state is completed.
struct RegistryWriting {
    let library: LibraryContext
    /// The files of all devices.
    let log: SegmentLog

    /// - Returns: The number of values that were written.
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    func run(now: Date) throws -> Int {
        guard let own = try library.catalog.ownWriter(), let writer = try library.folder.lastWriter(), writer.id == own
        else { return 0 }
        let seen = try library.catalog.readSequences()
        // Another program may have brought a file back that is not whole: its values are written again.
        let sound = try log.segments(of: own).filter { log.isWhole($0, of: own) }
        var count = 0
        try forEachLacking(SequenceRanges(sound.map(\.range)), of: own) { segment, ranges in
            for range in ranges {
                let registers = segment.registers.filter {
                    range.contains($0.stamp.sequence) && $0.key.isForOtherDevices
                }
                // Before the file is there: another catalogue wrote each file whose sequences are not known.
                try library.catalog.record(.registers(.exporting(range)), now: now)
                try log.append(RegisterSet(registers), covering: range, seen: seen, signedBy: writer.key)
                try library.catalog.record(.registers(.exported(through: range.upperBound)), now: now)
                count += registers.count
            }
        }
        if count > 0 { try log.merge(signedBy: writer.key) }
        return count
    }

    /// The number of values that the registry lacks, by the names of its files.
    func lackingValues() throws -> Int {
        guard let own = try library.catalog.ownWriter() else { return 0 }
        let written = SequenceRanges(try log.segments(of: own).map(\.range))
        var count = 0
        try forEachLacking(written, of: own) { segment, _ in count += segment.registers.count }
        return count
    }

    /// Calls `body` for the segments of the library's log with sequences that are not written, and with these
    /// sequences.
    ///
    /// The lock of the log is held only while a file of it is read, because the registry may be on a slow disk.
    /// Another process may merge the segments meanwhile: then the next exchange writes what this one did not find.
    private func forEachLacking(
        _ written: SequenceRanges, of own: WriterID, _ body: (Segment, [ClosedRange<UInt64>]) throws -> Void
    ) throws {
        let ownLog = library.folder.log(of: library.libraryID)
        for name in try ownLog.segments(of: own) {
            let ranges = written.missing(from: name.range)
            guard !ranges.isEmpty else { continue }
            let segment: Segment? = try library.folder.withRegistryLock {
                do throws(SegmentFault) { return try ownLog.segment(name, of: own) } catch {
                    guard error == .changing else { throw error }
                    return nil
                }
            }
            if let segment { try body(segment, ranges) }
        }
    }

    /// Whether the registry has a file of this device's writer that this catalogue did not write.
    ///
    /// Then the library's folder was put back to an earlier state or copied, and two catalogues used one writer.
    func hasFilesOfAnotherCatalog() throws -> Bool {
        guard let own = try library.catalog.ownWriter() else { return false }
        let known = try library.catalog.knownSequences(of: own)
        return try log.segments(of: own).contains { name in
            !known.contains(name.range) && log.isWhole(name, of: own)
        }
    }
}

extension Key {
    /// The folder on disk of an album is that of one device.
    fileprivate var isForOtherDevices: Bool { self != .source }
}
