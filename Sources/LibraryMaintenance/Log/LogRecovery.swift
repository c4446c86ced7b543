internal import DeviceRegistry
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel

/// Gives a new or restored catalogue what the library's log has.
struct LogRecovery {
    private let contents: LogContents
    private let writer: RegistryWriter?
    /// The time until which the catalogue had all values before the repair.
    private var knownTime = HybridTime.zero

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
        Set(contents.covered.keys).union(writer.map { [$0.id] } ?? []).flatMap { id in
            let last = contents.covered[id]?.lastSequence ?? 0
            return contents.missing(of: id, through: max(last, id == writer?.id ? lastSequence : 0))
        }
    }

    private var lastSequence: UInt64 { writer?.lastSequence ?? 0 }

    /// Makes the albums and folders, so that files which name an album by its title find it.
    ///
    /// This is the first step: files that are added afterwards give times to albums.
    mutating func makeCollections(in catalog: PhotoCatalog) throws {
        knownTime = try catalog.latestRegisterTime()
        let collections = newRegisters.filter { $0.subject.isCollection && !$0.key.isOfMember }
        if !collections.isEmpty { try catalog.perform([.apply(collections)]) }
    }

    /// Sets the values of photos, and the photos of albums.
    ///
    /// - Returns: `nil` if there is no log.
    func applyValues(in library: LibraryContext) throws -> LogSummary? {
        guard !isEmpty else { return nil }
        let catalog = library.catalog
        let registers = newRegisters
        let assets = try registers.filter { try $0.subject.kind == .asset && !isPurgeOfPresentPhoto($0, in: library) }
        var summary = LogSummary(isComplete: isComplete)
        summary.photos = try apply(assets, in: catalog)
        summary.collections = try apply(registers.filter(\.subject.isCollection), in: catalog, limit: .max)
        summary.decisions = try apply(registers.filter { $0.subject.kind == .contents }, in: catalog)
        summary.unusableFiles = contents.faults.map { LogSummary.File(path: $0.path, reason: $0.fault.description) }
        try catalog.record(
            .registers(.applied(contents.registers.sorted, latest: contents.registers.latestTime)))
        // The writer goes on: the catalogue has all that it wrote.
        if let writer, isComplete { try catalog.record(.registers(.writer(writer.id, published: lastSequence))) }
        return summary
    }

    /// Lets the values of the catalogue that the log lacks wait for the log.
    func recordLacking(of catalog: PhotoCatalog) throws {
        try catalog.record(.registers(.publishAll(except: contents.registers.sorted)))
    }

    /// The stable ids of the photos that were purged.
    var purgedAssets: Set<[UInt8]> {
        Set(contents.registers.sorted.filter { $0.subject.kind == .asset && $0.isPurge }.map(\.subject.id))
    }

    /// The values of the log that the catalogue may lack.
    private var newRegisters: [Register] { contents.registers.sorted.filter { knownTime < $0.stamp.time } }

    /// Whether a register says that a photo was purged, and the photo with its stable id has its original.
    private func isPurgeOfPresentPhoto(_ register: Register, in library: LibraryContext) throws -> Bool {
        guard register.isPurge,
            let asset = try library.catalog.asset(withStableID: register.subject.id),
            let original = asset.resources.first(where: { $0.kind == .original }), !original.isReference
        else { return false }
        return VerifiedFile.fault(of: original, asset.localIdentifier, in: library.originals) == nil
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

extension Register {
    fileprivate var isPurge: Bool {
        guard key == .state, case .purged = ObjectState(value) else { return false }
        return true
    }
}

extension Subject {
    fileprivate var isCollection: Bool { kind == .album || kind == .folder }
}

extension Key {
    fileprivate var isOfMember: Bool { code == Self.memberCode || self == .keyAsset }
}
