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

    private init(_ file: FilePath, number: Int) {
        let ending = number == 1 ? "" : ".\(number)"
        backup = file.withEnding(".relink-backup" + ending)
        record = file.withEnding(".relink-undo" + ending)
    }

    /// The first names that are free.
    static func next(for file: FilePath) -> UndoFiles {
        var number = 1
        while true {
            let files = UndoFiles(file, number: number)
            if !files.backup.isAlive, !files.record.isAlive { return files }
            number += 1
        }
    }

    /// Those of the last relink; `nil` if there is none to undo.
    static func last(for file: FilePath) -> UndoFiles? {
        let next = sequence(first: 1) { $0 + 1 }.lazy.map { UndoFiles(file, number: $0) }
            .prefix { $0.backup.isAlive || $0.record.isAlive }
        return next.reversed().first { $0.record.isAlive }
    }

    /// Removes both: nothing is left to undo.
    func remove() {
        unlink(record.platform)
        unlink(backup.platform)
        try? DurableFile.syncFolder(record.folder)
    }
}

extension FilePath {
    /// The path with something added to its last name.
    func withEnding(_ ending: String) -> FilePath { FilePath(bytes: bytes + Array(ending.utf8)) ?? self }

    /// Writes a whole file durably, with owner and mode of another.
    func write(_ bytes: [UInt8], like status: stat) throws {
        let file = try ReplacementFile(at: self)
        try bytes.withUnsafeBytes { try file.append($0) }
        try file.takeAttributes(of: status)
        try file.finish()
    }
}
