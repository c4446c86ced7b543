internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Takes over what other devices wrote to the registry.
struct RegistryReading {
    let catalog: PhotoCatalog
    /// The files of all devices.
    let log: SegmentLog

    /// The number of values of one transaction.
    private static let valuesOfTransaction = 5_000

    /// What was read.
    struct Result {
        var counts = ReceivedCounts()
        /// Whether a device set a value, and did not only say that it has read others.
        var hasNews = false
        /// The files that do not count.
        var faults: [(device: WriterID, fault: SegmentFault)] = []
    }

    /// Reads the files that the catalogue does not have yet.
    func run(now: Date) throws -> Result {
        var (counts, hasNews) = (ReceivedCounts(), false)
        var result = try forEachSegment { segment, writer in
            let author = ChangeOrigin.device(try name(of: writer, in: segment))
            for received in try parts(of: segment, writer) {
                counts += try catalog.perform([.receive(received)], by: author, now: now).received
            }
            hasNews = hasNews || segment.registers.contains { $0.key != .acknowledged }
        }
        counts += try catalog.perform([.setWaiting], by: .thisDevice, now: now).received
        (result.counts, result.hasNews) = (counts, hasNews)
        return result
    }

    /// All values that the catalogue does not have yet.
    func unread() throws -> (values: [ReceivedRegisters], result: Result) {
        var values: [ReceivedRegisters] = []
        let result = try forEachSegment { segment, writer in values += try parts(of: segment, writer) }
        return (values, result)
    }

    /// What is wrong with the files that the catalogue does not have yet.
    func faults() throws -> [(device: WriterID, fault: SegmentFault)] { try forEachSegment { _, _ in }.faults }

    /// - Returns: What is wrong with files.
    private func forEachSegment(_ body: (Segment, WriterID) throws -> Void) throws -> Result {
        var result = Result()
        let own = try catalog.ownWriter()
        for writer in try log.writers() where writer != own {
            for name in try log.segments(of: writer) {
                // Read again for each file, because a merged file has what an earlier one had.
                guard try !catalog.knownSequences(of: writer).contains(name.range) else { continue }
                let segment: Segment
                do { segment = try log.segment(name, of: writer) } catch {
                    result.faults.append((writer, error))
                    continue
                }
                try body(segment, writer)
            }
        }
        return result
    }

    /// The values of a segment that the catalogue does not have: a merged segment has some that were read before.
    private func parts(of segment: Segment, _ writer: WriterID) throws -> [ReceivedRegisters] {
        let known = try catalog.knownSequences(of: writer)
        var rest = segment.registers.filter { !known.contains($0.stamp.sequence...$0.stamp.sequence) }[...]
        var parts: [ReceivedRegisters] = []
        repeat {
            let part = rest.prefix(Self.valuesOfTransaction)
            rest = rest.dropFirst(part.count)
            parts.append(
                ReceivedRegisters(
                    Array(part), of: writer, seen: segment.header.seen,
                    completing: rest.isEmpty ? segment.header.range : nil))
        } while !rest.isEmpty
        return parts
    }

    /// The name of a device for the history: the one that it has now or gets by these values.
    private func name(of writer: WriterID, in segment: Segment) throws -> String {
        let own = segment.registers.last { $0.subject == Subject(.device, writer.bytes) && $0.key == .name }
        return try own.flatMap { RegisterValue.text(in: $0.value) } ?? catalog.deviceName(writer) ?? writer.description
    }
}
