internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The files beside a rewritten file: the backup and the undo record.
///
/// The files of several relinks are numbered. They are undone in reverse order.
struct UndoFiles {
    let backup: FilePath
    let record: FilePath
    /// The files that this run created.
    ///
    /// It may remove only these.
    private var own: [FilePath] = []

    private init(_ file: FilePath, number: Int) {
        let ending = number == 1 ? "" : ".\(number)"
        backup = file.withEnding(".relink-backup" + ending)
        record = file.withEnding(".relink-undo" + ending)
    }

    /// The first free names.
    ///
    /// ``add(_:whole:)`` creates the files.
    static func next(for file: FilePath) -> UndoFiles {
        var number = 1
        while true {
            let files = UndoFiles(file, number: number)
            if !files.backup.isTaken, !files.record.isTaken { return files }
            number += 1
        }
    }

    /// The files of the last relink; `nil` if no relink can be undone.
    static func last(for file: FilePath) -> UndoFiles? {
        let next = sequence(first: 1) { $0 + 1 }.lazy.map { UndoFiles(file, number: $0) }
            .prefix { $0.backup.isTaken || $0.record.isTaken }
        guard var last = next.reversed().first(where: { $0.record.exists }) else { return nil }
        last.own = [last.backup, last.record]
        return last
    }

    /// Renames a complete file to `path`, one of the two names, durably.
    ///
    /// - Throws: `ioFailure`, also if another file has taken the name in the meantime. That file is not touched.
    mutating func add(_ path: FilePath, whole part: FilePath) throws {
        guard try DurableFile.renameWithoutReplacing(part, to: path) else { throw Self.taken(path) }
        own.append(path)
        try DurableFile.syncFolder(path.folder)
    }

    /// Writes the file `path`, one of the two names, durably, with owner and mode of another file.
    ///
    /// - Throws: `ioFailure` and `notEnoughSpace`, also if another file has taken the name in the meantime. That file
    ///   is not touched.
    mutating func add(_ path: FilePath, _ bytes: [UInt8], like status: stat) throws {
        let file = try ReplacementFile(at: path)
        defer { if file.hasItsName { own.append(path) } }
        try bytes.withUnsafeBytes { try file.append($0) }
        try file.takeAttributes(of: status)
        guard try file.finishWithoutReplacing() else { throw Self.taken(path) }
    }

    private static func taken(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.ioFailure, "Another file has this name. Try again.", path: path.string)
    }

    /// Removes the files that this run created.
    func remove() {
        // The record is removed first, because a backup without a record is ignored.
        for path in own.reversed() { unlink(path.platform) }
        try? DurableFile.syncFolder(record.folder)
    }
}

extension FilePath {
    /// The path with a suffix appended to its last component.
    func withEnding(_ ending: String) -> FilePath { FilePath(bytes: bytes + Array(ending.utf8)) ?? self }

    /// Whether anything has this name, also a link that leads nowhere.
    fileprivate var isTaken: Bool { faccessat(AT_FDCWD, platform, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }
}
