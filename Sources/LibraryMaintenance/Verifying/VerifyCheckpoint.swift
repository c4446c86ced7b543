internal import Foundation
internal import LibraryStorage
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The progress of a check: the assets that were checked, in the order in which they were added.
struct VerifyCheckpoint: Codable, Equatable {
    /// What is being checked.
    ///
    /// A check with another task does not continue from this checkpoint.
    struct Task: Codable, Equatable {
        let library: UUID
        /// The path is part of the task, because a library and its copy elsewhere have the same identifier.
        let libraryPath: Data
        /// The generation is part of the task, because a rebuilt catalogue may have another order of the assets.
        let catalog: String
        let subset: LibrarySubset
        let isQuick: Bool
    }

    let task: Task
    /// The last asset of which every file was checked; `nil` if no asset was checked completely.
    var lastAsset: String?
    /// The number of files up to that asset, by the raw value of their status.
    var counts: [String: Int] = [:]

    /// The existing checkpoint; `nil` if it is missing, cannot be read, or belongs to another check.
    static func read(from path: FilePath, for task: Task) -> VerifyCheckpoint? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path.string)),
            let checkpoint = try? JSONDecoder().decode(VerifyCheckpoint.self, from: data)
        else { return nil }
        return checkpoint.task == task ? checkpoint : nil
    }

    /// Writes the checkpoint durably, and makes missing folders.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    func write(to path: FilePath) throws {
        try FileManager.default.createDirectory(atPath: path.folder.string, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).withUnsafeBytes { try DurableFile.write($0, to: path) }
    }

    /// Removes the checkpoint, if it exists.
    static func remove(at path: FilePath) { unlink(path.platform) }
}

/// Writes the checkpoint of a running check.
///
/// Add the checked files in order. Not thread-safe.
struct CheckpointWriter {
    private(set) var summary = VerifySummary()
    /// Why the last checkpoint could not be written.
    private(set) var failure: (any Error)?

    private var checkpoint: VerifyCheckpoint
    private let path: FilePath?
    private var lastWritten = ContinuousClock.now
    /// The counts of files whose asset is not complete yet.
    private var pending = VerifySummary()
    /// Whether the check of a file was cancelled.
    ///
    /// The checkpoint then stays before that file.
    private var hasGap = false

    /// The minimum time between two writes, because each write waits for the disk.
    private static let interval: Duration = .seconds(5)

    init(_ checkpoint: VerifyCheckpoint, path: FilePath?) {
        self.checkpoint = checkpoint
        self.path = path
        for status in VerifiedFile.Status.allCases {
            guard let count = checkpoint.counts[status.rawValue], count > 0 else { continue }
            summary.counts[status] = count
        }
        summary.filesBefore = summary.files
    }

    /// Adds the next file; `nil` if its check was cancelled.
    ///
    /// - Parameter isLast: Whether the file is the last file of `asset`.
    mutating func add(_ file: VerifiedFile?, isLast: Bool, of asset: String) {
        guard let file else { return hasGap = true }
        summary.count(file)
        guard !hasGap else { return }
        pending.count(file)
        guard isLast else { return }
        checkpoint.lastAsset = asset
        for (status, count) in pending.counts { checkpoint.counts[status.rawValue, default: 0] += count }
        pending = VerifySummary()
        if ContinuousClock.now - lastWritten >= Self.interval { write() }
    }

    /// Adds a file that belongs to no asset.
    mutating func addOrphan(_ file: VerifiedFile) { summary.count(file) }

    /// Writes the checkpoint, if there is a path for it.
    mutating func write() {
        lastWritten = .now
        guard let path else { return }
        do {
            try checkpoint.write(to: path)
            failure = nil
        } catch { failure = error }
    }

    /// Removes the checkpoint, because the check is complete.
    func remove() { if let path { VerifyCheckpoint.remove(at: path) } }
}
