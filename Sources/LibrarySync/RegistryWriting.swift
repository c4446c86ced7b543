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
        return try library.folder.withRegistryLock {
            let seen = try library.catalog.readSequences()
            let ownLog = library.folder.log(of: library.libraryID)
            // Another program may have brought a file back that is not whole: its values are written again.
            let sound = try log.segments(of: own).filter { (try? log.segment($0, of: own)) != nil }
            let written = SequenceRanges(sound.map(\.range))
            var count = 0
            for name in try ownLog.segments(of: own) {
                for range in written.missing(from: name.range) {
                    let segment = try ownLog.segment(name, of: own)
                    let registers = segment.registers.filter {
                        range.contains($0.stamp.sequence) && $0.key.isForOtherDevices
                    }
                    // Before the file is there: another catalogue wrote each file whose sequences are not known.
                    try library.catalog.record(.registers(.exporting(range)), now: now)
                    try log.append(RegisterSet(registers), covering: range, seen: seen, signedBy: writer.key)
                    count += registers.count
                }
            }
            if count > 0 { try log.merge(signedBy: writer.key) }
            return count
        }
    }

    /// Whether the registry has a file of this device's writer that this catalogue did not write.
    ///
    /// Then the library's folder was put back to an earlier state or copied, and two catalogues used one writer.
    func hasFilesOfAnotherCatalog() throws -> Bool {
        guard let own = try library.catalog.ownWriter() else { return false }
        let known = try library.catalog.knownSequences(of: own)
        return try log.segments(of: own).contains { name in
            !known.contains(name.range) && (try? log.segment(name, of: own)) != nil
        }
    }
}

extension Key {
    /// The folder on disk of an album is that of one device.
    fileprivate var isForOtherDevices: Bool { self != .source }
}
