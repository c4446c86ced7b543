internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Writes what persons set to the library's log.
///
/// The steps are: number the values in the catalogue, number them in the writer's file, write a segment, remove them
/// from the catalogue. Each step is durable before the next. A process that is killed between two of them leaves values
/// in the catalogue, and the next call goes on: it writes the same sequences again, which changes nothing.
struct LogWriter: Sendable {
    let library: LibraryContext
    private var catalog: PhotoCatalog { library.catalog }

    /// The number of values of one segment.
    private static let valuesOfSegment = 20_000

    /// What was done last.
    enum Step: CaseIterable {
        case writerChosen, numbered, issued, appended, published
    }

    /// - Parameters:
    ///   - now: The time of the values by which the log names its writer.
    ///   - afterStep: Called after each step. Tests end the process there.
    func publish(now: Date = Date(), _ afterStep: (Step) throws -> Void = { _ in }) throws {
        guard try !isUpToDate() else { return }
        guard try catalog.unpublishedRegisters().isAnyWaiting || catalog.hasValuesOfPersons() else {
            // The log needs no folder yet.
            try catalog.record(.registers(.nothingToPublish), now: now)
            return
        }
        try library.folder.withRegistryLock {
            let log = library.folder.log(of: library.libraryID)
            if try log.isEmpty, try catalog.unpublishedRegisters().mayLackValues {
                try catalog.record(.registers(.publishAll(except: [])), now: now)
            }
            let waiting = try catalog.unpublishedRegisters()
            guard waiting.isAnyWaiting else { return }
            var writer = try currentWriter(waiting.record, now)
            try afterStep(.writerChosen)
            while let (registers, range) = try nextRegisters() {
                try afterStep(.numbered)
                try writer.issue(through: range.upperBound)
                try afterStep(.issued)
                try log.append(registers, covering: range, signedBy: writer.key)
                try afterStep(.appended)
                try catalog.record(.registers(.published(through: range.upperBound)), now: now)
                try afterStep(.published)
                try log.merge(signedBy: writer.key)
            }
        }
    }

    /// Makes a new writer, unless the present one can be used.
    func begin(asNewWriter isNew: Bool, now: Date) throws {
        try library.folder.withRegistryLock {
            _ = try currentWriter(isNew ? nil : catalog.unpublishedRegisters().record, now)
        }
    }

    private func currentWriter(_ record: RegistryWriter.Record?, _ now: Date) throws -> RegistryWriter {
        let writer = try library.folder.writer(record)
        if record?.writer != writer.id { try catalog.record(.registers(.writer(writer.id, published: 0)), now: now) }
        return writer
    }

    private func isUpToDate() throws -> Bool {
        let waiting = try catalog.unpublishedRegisters()
        guard !waiting.isAnyWaiting else { return false }
        return try !waiting.mayLackValues || !library.folder.log(of: library.libraryID).isEmpty
    }

    private func nextRegisters() throws -> (RegisterSet, covering: ClosedRange<UInt64>)? {
        if let issued = try catalog.issuedRegisters() { return issued }
        guard try catalog.unpublishedRegisters().isAnyWaiting else { return nil }
        try catalog.record(.registers(.issue(limit: Self.valuesOfSegment)))
        return try catalog.issuedRegisters()
    }
}
