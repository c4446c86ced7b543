internal import DeviceRegistry
internal import PhotoCatalog

/// What an exchange with a registry brought.
public struct SyncSummary: Sendable, Hashable {
    /// The number of values that this device wrote.
    public private(set) var written: Int
    /// The number of values of other devices that count here from now on.
    public private(set) var received: Int
    /// The number of photos, albums, folders and decisions that have values of them.
    public private(set) var changedObjects: Int
    /// The number of photos that other devices deleted, and that stay until a person agrees.
    public private(set) var heldDeletions: Int
    /// The number of titles, captions, dates and places that were set on two devices independently.
    public private(set) var conflicts: Int
    /// The files that cannot be used.
    public private(set) var unusableFiles: [UnusableFile]

    /// A file of a registry that cannot be used.
    public struct UnusableFile: Sendable, Hashable {
        /// The name of the device in whose folder the file is.
        public let device: String
        /// What is wrong, for a person.
        public let reason: String
    }

    init(_ result: RegistryReading.Result, written: Int, heldDeletions: Int, names: [WriterID: String]) {
        self.written = written
        received = result.counts.values
        changedObjects = result.counts.objects
        self.heldDeletions = heldDeletions
        conflicts = result.counts.conflicts
        unusableFiles = Self.unusableFiles(result.faults, names: names)
    }

    /// Adds what a later exchange brought; what waits for a person, and what cannot be used, is that of the later one.
    package mutating func add(_ later: SyncSummary) {
        written += later.written
        received += later.received
        changedObjects += later.changedObjects
        heldDeletions = later.heldDeletions
        conflicts += later.conflicts
        unusableFiles = later.unusableFiles
    }

    static func unusableFiles(
        _ faults: [(device: WriterID, fault: SegmentFault)], names: [WriterID: String]
    ) -> [UnusableFile] {
        faults.map { UnusableFile(device: names[$0.device] ?? $0.device.description, reason: $0.fault.description) }
    }
}
