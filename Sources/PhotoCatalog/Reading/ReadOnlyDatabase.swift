internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// A database that is opened only for reading, even on a read-only disk.
///
/// SQLite reads a database with a write-ahead log through an index in shared memory, a file beside it. If that file
/// exists or can be made, the database is opened normally. If it cannot be made, a database without a log is opened as
/// `immutable` (sqlite.org/uri.html), because no process can change it there. A database with a log, which a crash
/// left, is copied with its log to a temporary folder and read there.
struct ReadOnlyDatabase {
    let pool: DatabasePool
    let temporaryCopy: TemporaryCopy?

    init(at path: FilePath, configuration: Configuration) throws {
        var readOnly = configuration
        readOnly.readonly = true
        if access(path.removingLastComponent().string, W_OK) == 0, let pool = try? Self.open(path.string, readOnly) {
            (self.pool, temporaryCopy) = (pool, nil)
        } else if Self.hasNoLog(path) {
            (pool, temporaryCopy) = (try Self.open(Self.immutable(path), readOnly), nil)
        } else if let pool = try? Self.open(path.string, readOnly) {
            (self.pool, temporaryCopy) = (pool, nil)
        } else {
            let copy = try TemporaryCopy(of: [path, Self.log(of: path)])
            pool = try Self.open(copy.folder.appending(PhotoCatalog.databaseName).string, configuration)
            temporaryCopy = copy
        }
    }

    /// Opens a database and reads from it, because SQLite opens its files only at the first read.
    private static func open(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        _ = try pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sqlite_master") }
        return pool
    }

    private static func log(of path: FilePath) -> FilePath { FilePath(path.string + PhotoCatalog.logSuffix) }

    private static func hasNoLog(_ path: FilePath) -> Bool {
        var status = stat()
        return stat(log(of: path).string, &status) != 0 || status.st_size == 0
    }

    private static func immutable(_ path: FilePath) -> String {
        let escaped = path.string.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path.string
        return "file:\(escaped)?immutable=1"
    }
}
