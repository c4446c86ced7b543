internal import AssetLoading
internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// What stands beside a rewritten file: its earlier content, and what was replaced.
///
/// A second relink does not touch those of the first: they are numbered, and undone in reverse order.
struct UndoFiles {
    let backup: FilePath
    let record: FilePath
    /// Which of them are there for this run: only these may it remove.
    private var own: [FilePath] = []

    private init(_ file: FilePath, number: Int) {
        let ending = number == 1 ? "" : ".\(number)"
        backup = file.withEnding(".relink-backup" + ending)
        record = file.withEnding(".relink-undo" + ending)
    }

    /// The first names that are free; ``add(_:whole:)`` takes them.
    static func next(for file: FilePath) -> UndoFiles {
        var number = 1
        while true {
            let files = UndoFiles(file, number: number)
            if !files.backup.isTaken, !files.record.isTaken { return files }
            number += 1
        }
    }

    /// Those of the last relink; `nil` if there is none to undo.
    static func last(for file: FilePath) -> UndoFiles? {
        let next = sequence(first: 1) { $0 + 1 }.lazy.map { UndoFiles(file, number: $0) }
            .prefix { $0.backup.isTaken || $0.record.isTaken }
        guard var last = next.reversed().first(where: { $0.record.isAlive }) else { return nil }
        last.own = [last.backup, last.record]
        return last
    }

    /// Gives a whole file on the disk the name `path`, one of the two, durably.
    ///
    /// - Throws: `ioFailure`, also if something else has taken the name meanwhile; that is not touched.
    mutating func add(_ path: FilePath, whole part: FilePath) throws {
        guard try DurableFile.renameWithoutReplacing(part, to: path) else { throw Self.taken(path) }
        own.append(path)
        try DurableFile.syncFolder(path.folder)
    }

    /// Writes the file `path`, one of the two, durably, with owner and mode of another.
    ///
    /// - Throws: `ioFailure` and `notEnoughSpace`, also if something else has taken the name meanwhile; that is not
    ///   touched.
    mutating func add(_ path: FilePath, _ bytes: [UInt8], like status: stat) throws {
        let file = try ReplacementFile(at: path)
        defer { if file.hasItsName { own.append(path) } }
        try bytes.withUnsafeBytes { try file.append($0) }
        try file.takeAttributes(of: status)
        guard try file.finishWithoutReplacing() else { throw Self.taken(path) }
    }

    private static func taken(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.ioFailure, "Something else took this name. Try again.", path: path.string)
    }

    /// Removes those that are this run's: nothing is left to undo.
    func remove() {
        // The record first: a backup alone is never undone.
        for path in own.reversed() { unlink(path.platform) }
        try? DurableFile.syncFolder(record.folder)
    }
}

extension FilePath {
    /// The path with something added to its last name.
    func withEnding(_ ending: String) -> FilePath { FilePath(bytes: bytes + Array(ending.utf8)) ?? self }

    /// Whether anything has this name, even a link that leads nowhere.
    fileprivate var isTaken: Bool { faccessat(AT_FDCWD, platform, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
}
