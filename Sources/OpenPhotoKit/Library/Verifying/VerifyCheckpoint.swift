internal import AssetLoading
internal import Foundation
internal import PhotoModel
public import SystemPackage

extension PhotoLibrary {
    /// Where the command keeps how far a check of this library has come: `openphotokit/verify-LIBRARYID.json` in
    /// `$XDG_STATE_HOME`, else in `~/.local/state` (XDG Base Directory Specification 0.8: a relative path is ignored).
    ///
    /// - Throws: `accessUserDenied` if another process has the library.
    public var verifyCheckpointPath: FilePath {
        get throws {
            let named = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { FilePath($0) }
            let home =
                if let named, named.isAbsolute { named } else {
                    FilePath.home.appending(".local").appending("state")
                }
            return home.appending("openphotokit").appending("verify-\(try local.libraryID.uuidString).json")
        }
    }
}

/// How far a check of a library has come: all assets up to one, in the order in which they were added.
struct VerifyCheckpoint: Codable, Equatable {
    /// What was being checked: a check of anything else does not go on from here.
    struct Task: Codable, Equatable {
        let library: UUID
        /// The same library may lie in two places, and only one of them has been read.
        let libraryPath: Data
        /// The order of the assets is that of one catalogue; one rebuilt may have another.
        let catalog: String
        let subset: LibrarySubset
        let isQuick: Bool
    }

    let task: Task
    /// The last asset of which every file was checked.
    var lastAsset: String?
    /// How many files up to it were found to be so, by the raw value of the status.
    var counts: [String: Int] = [:]

    /// The existing checkpoint; `nil` if it is missing, cannot be read, or belongs to another check.
    static func read(from path: FilePath, for task: Task) -> VerifyCheckpoint? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path.string)),
            let checkpoint = try? JSONDecoder().decode(VerifyCheckpoint.self, from: data)
        else { return nil }
        return checkpoint.task == task ? checkpoint : nil
    }

    /// Writes it durably, with the folders that are missing.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    func write(to path: FilePath) throws {
        try FileManager.default.createDirectory(atPath: path.folder.string, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).withUnsafeBytes { try DurableFile.write($0, to: path) }
    }

    /// Forgets it; one that is not there is forgotten already.
    static func remove(at path: FilePath) { unlink(path.platform) }
}

/// Keeps the checkpoint of a running check, told of its files in their order.
///
/// Used on one queue at a time.
struct CheckpointWriter {
    private(set) var summary = VerifySummary()
    /// Why the last checkpoint could not be written.
    private(set) var failure: (any Error)?

    private var checkpoint: VerifyCheckpoint
    private let path: FilePath?
    private var lastWritten = ContinuousClock.now
    /// Of files whose asset is not complete yet.
    private var pending = VerifySummary()
    /// Whether a file was given up: nothing after it is behind us.
    private var hasGap = false

    /// Between two writings: each waits for the disk.
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

    /// Takes the next file, `nil` if its check was given up.
    ///
    /// - Parameter isLast: Whether it is the last of `asset`.
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

    /// Takes a file that belongs to no asset.
    mutating func addOrphan(_ file: VerifiedFile) { summary.count(file) }

    /// Writes where the check stands, if it is to be kept.
    mutating func write() {
        lastWritten = .now
        guard let path else { return }
        do {
            try checkpoint.write(to: path)
            failure = nil
        } catch { failure = error }
    }

    /// All is done.
    func remove() { if let path { VerifyCheckpoint.remove(at: path) } }
}
