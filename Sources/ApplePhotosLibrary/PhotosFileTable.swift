internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The regular files of a library, in a table of the database's copy.
///
/// The table is a listing of the folders, so that a path in the database cannot lead to any other file. It is not in
/// memory, because a library may have a million files.
enum PhotosFileTable {
    static let name = "openphotokitFile"

    /// Makes the empty table.
    static func make(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(name) (path BLOB PRIMARY KEY, key TEXT) WITHOUT ROWID;
                CREATE INDEX \(name)_key ON \(name) (key, path);
                """)
    }

    /// Lists the files below a folder of the library.
    ///
    /// - Parameters:
    ///   - root: The folder, relative to the library; nothing is listed if it does not exist.
    ///   - depths: The numbers of folders that there may be between the root and a file.
    ///   - key: The text by which a file of this name is found; `nil` for none.
    static func list(
        _ root: String, depths: ClosedRange<Int>, of library: FilePath, in database: Database,
        key: (FilePath.Component) -> String?
    ) throws {
        guard isFolder(library, root) else { return }
        let insert = try database.makeStatement(sql: "INSERT INTO \(name) VALUES (?, ?)")
        func walk(_ folder: FilePath, depth: Int) throws {
            try visitEntries(of: library.pushing(folder)) { name, type in
                let path = folder.appending(name)
                if type == S_IFDIR, depth < depths.upperBound { return try walk(path, depth: depth + 1) }
                guard type == S_IFREG, depths.contains(depth) else { return }
                try insert.execute(arguments: [Data(path.bytes), key(name)])
            }
        }
        try walk(FilePath(root), depth: 0)
    }

    static func contains(_ path: FilePath, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(name) WHERE path = ?)"),
            arguments: [Data(path.bytes)]) == true
    }

    /// The files with a key, by path.
    static func paths(ofKey key: String, in database: Database) throws -> [FilePath] {
        try Data.fetchAll(
            database.cachedStatement(sql: "SELECT path FROM \(name) WHERE key = ? ORDER BY path"), arguments: [key]
        ).compactMap { FilePath(bytes: $0) }
    }

    /// The condition that a path is below a folder of the library.
    static func isBelow(_ root: String) -> String {
        // The character after the slash.
        "path > CAST('\(root)/' AS BLOB) AND path < CAST('\(root)0' AS BLOB)"
    }

    // MARK: Folders

    /// Whether no component of the path below the library is a link or a file.
    private static func isFolder(_ library: FilePath, _ path: String) -> Bool {
        var folder = library
        return FilePath(path).components.allSatisfy { name in
            folder.append(name)
            var status = stat()
            return lstat(folder.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Visits the names in a folder with their file types; links are not followed.
    private static func visitEntries(of folder: FilePath, _ visit: (FilePath.Component, mode_t) throws -> Void) throws {
        let stream: FolderStream
        do throws(Errno) { stream = try FolderStream(folder, followsLinks: false) } catch {
            throw PhotoLibraryError(
                .unreadable, "Cannot be read: \(error). Check that it exists and may be read.", path: folder.string,
                cause: error)
        }
        func nextName() throws -> FilePath.Component? {
            do throws(Errno) { return try stream.nextName() } catch {
                throw PhotoLibraryError(
                    .unreadable, "Cannot be read to its end: \(error).", path: folder.string, cause: error)
            }
        }
        while let name = try nextName() {
            guard let status = try? stream.status(of: name, followingLinks: false) else { continue }
            try visit(name, status.st_mode & S_IFMT)
        }
    }
}
