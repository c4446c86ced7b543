internal import Foundation
internal import GRDB
internal import PhotoModel

extension PhotoLibraryError {
    init(database error: DatabaseError, path: String) {
        switch error.resultCode {
        case let code where code == .SQLITE_FULL || [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(code) && isFull(path):
            self.init(
                .notEnoughSpace, "The disk is full. Free some space, and try again.", path: path, cause: error)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.libraryBusy, "Another process is using the library. Try again.", path: path, cause: error)
        case .SQLITE_INTERRUPT: self.init(.cancelled, "The request was cancelled.", cause: error)
        case .SQLITE_READONLY:
            self.init(
                .libraryReadOnly, "The library cannot be changed: its catalogue is read-only.", path: path, cause: error
            )
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(
                .libraryDamaged,
                "The library's catalogue is damaged; the originals are untouched. A repair restores the last copy of the "
                    + "catalogue, or makes a new catalogue of the originals.",
                remedy: .repair, path: path, cause: error)
        default:
            self.init(.ioFailure, "The catalogue reports: \(error.message ?? "\(error)")", path: path, cause: error)
        }
    }
}

extension PhotoLibraryError {
    /// The error of a read: a `PhotoLibraryError` itself, otherwise the one for an error of the database.
    init(reading error: any Error, path: String) {
        self =
            switch error {
            case let error as PhotoLibraryError: error
            case let error as DatabaseError: PhotoLibraryError(database: error, path: path)
            default:
                PhotoLibraryError(
                    .libraryDamaged,
                    "The catalogue has a value that cannot be read. A repair of the library restores the last copy of the "
                        + "catalogue, or makes a new catalogue of the originals.",
                    remedy: .repair, path: path, cause: error)
            }
    }
}

/// Whether the disk is too full for another file of SQLite.
///
/// SQLite reports a full disk only for the database file.
private func isFull(_ path: String) -> Bool {
    var volume = statvfs()
    // The database's file is missing if the disk has no room even for it.
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard statvfs(path, &volume) == 0 || statvfs(folder, &volume) == 0 else { return false }
    // The file of the log's index is 32 KiB at first, and grows by as much (sqlite.org/walformat.html, section 2.2).
    return volume.f_favail == 0 && volume.f_files > 0 || volume.f_bavail < (64 << 10) / max(1, volume.f_frsize)
}
