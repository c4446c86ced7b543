internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Gives a new or restored catalogue what the library's log has.
struct LogRecovery {
    private let contents: LogContents
    private let writer: RegistryWriter?

    /// The number of objects of one transaction.
    private static let objectsOfTransaction = 2000

    /// Reads the whole log.
    init(_ folder: LibraryFolder, of library: UUID) throws {
        contents = try folder.log(of: library).contents()
        writer = try folder.lastWriter()
    }

    /// Whether there is no file of a log.
    var isEmpty: Bool { contents.covered.isEmpty && contents.faults.isEmpty }

    /// Whether the log has everything that persons set in the library.
    var isComplete: Bool { !contents.covered.isEmpty && contents.faults.isEmpty && missing.isEmpty }

    /// The sequences that no file of the log has.
    private var missing: [ClosedRange<UInt64>] {
        contents.covered.flatMap { id, ranges in
            contents.missing(of: id, through: max(ranges.lastSequence, id == writer?.id ? lastSequence : 0))
        }
    }

    private var lastSequence: UInt64 { writer?.lastSequence ?? 0 }

    /// Makes the albums and folders, so that files which name an album by its title find it.
    func begin(in catalog: PhotoCatalog) throws {
        let collections = try registers(for: catalog).sorted.filter { $0.subject.isCollection && !$0.key.isOfMember }
        if !collections.isEmpty { try catalog.perform([.apply(collections)]) }
    }

    /// Sets the values of photos, and the photos of albums.
    ///
    /// - Returns: `nil` if there is no log.
    func finish(in catalog: PhotoCatalog) throws -> LogSummary? {
        guard !isEmpty else { return nil }
        let registers = try registers(for: catalog).sorted
        var summary = LogSummary(isComplete: isComplete)
        summary.photos = try apply(registers.filter { $0.subject.kind == .asset }, in: catalog)
        summary.collections = try apply(registers.filter(\.subject.isCollection), in: catalog, limit: .max)
        summary.decisions = try apply(registers.filter { $0.subject.kind == .contents }, in: catalog)
        summary.unusableFiles = contents.faults.map { LogSummary.File(path: $0.path, reason: $0.fault.description) }
        try catalog.record(
            .registers(.taken(contents.registers.sorted, latest: contents.registers.latestTime)))
        // The writer goes on: the catalogue has all that it wrote.
        if let writer, isComplete { try catalog.record(.registers(.writer(writer.id, published: lastSequence))) }
        return summary
    }

    /// The values of the log, and those that the catalogue has not written there yet.
    private func registers(for catalog: PhotoCatalog) throws -> RegisterSet {
        var registers = contents.registers
        for register in try catalog.waitingRegisters() { registers.insert(register) }
        return registers
    }

    /// - Returns: The number of objects that have these values now.
    private func apply(
        _ registers: [Register], in catalog: PhotoCatalog, limit: Int = objectsOfTransaction
    ) throws -> Int {
        var count = 0
        var rest = registers[...]
        while !rest.isEmpty {
            var subjects: Set<Subject> = []
            let batch = rest.prefix { register in
                subjects.insert(register.subject)
                return subjects.count <= limit
            }
            rest = rest.dropFirst(batch.count)
            count += try catalog.perform([.apply(Array(batch))]).count
        }
        return count
    }
}

extension Subject {
    fileprivate var isCollection: Bool { kind == .album || kind == .folder }
}

extension Key {
    fileprivate var isOfMember: Bool { code == Self.memberCode || self == .keyAsset }
}
