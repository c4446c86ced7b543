internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The copy of a library's database.
enum PhotosDatabase {
    /// The folder of the database in the library.
    static let folder: FilePath.Component = "database"

    /// Copies the database with its write-ahead log, which may have the last changes.
    ///
    /// - Returns: The path of the copy.
    static func copy(
        _ name: FilePath.Component, from library: FilePath, to scratch: FilePath
    ) throws -> FilePath {
        let folder = library.appending(Self.folder)
        var status = stat()
        guard lstat(folder.platform, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw PhotoLibraryError.noDatabase(library)
        }
        let copy = scratch.appending("apple-\(UUID().uuidString).sqlite")
        let log = FilePath(copy.string + "-wal")
        let identity = try copyFile(folder.appending(name), to: copy)
        guard let identity else { throw PhotoLibraryError.noDatabase(library) }
        try copyFile(FilePath(folder.appending(name).string + "-wal"), to: log)
        guard lstat(folder.appending(name).platform, &status) == 0, FileIdentity(status) == identity else {
            throw PhotoLibraryError(
                .sourceChanged,
                "Photos changed the database of this library while it was copied. Quit Photos, and import the library again.",
                path: library.string)
        }
        return copy
    }

    /// Copies a regular file, not one behind a link.
    ///
    /// - Returns: The identity of the file; `nil` if there is none.
    @discardableResult
    private static func copyFile(_ path: FilePath, to copy: FilePath) throws -> FileIdentity? {
        let source: FileDescriptor
        do {
            source = try FileDescriptor.open(path, .readOnly, options: [.noFollow, .closeOnExec, .nonBlocking])
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch let errno as Errno {
            let remedy =
                errno == .tooManySymbolicLinkLevels
                ? "A link to a database elsewhere is not followed." : "Check that it may be read."
            throw PhotoLibraryError(
                .unreadable, "Cannot be read: \(errno). \(remedy)", path: path.string, cause: errno)
        }
        defer { try? source.close() }
        var status = stat()
        guard fstat(source.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PhotoLibraryError(.unreadable, "This is not a regular file.", path: path.string)
        }
        do {
            let target = try FileDescriptor.open(
                copy, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
            try target.closeAfter {
                var buffer = [UInt8](repeating: 0, count: 1 << 20)
                while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
                    try target.writeAll(buffer[..<count])
                }
            }
        } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "copy the database of the Apple Photos library to", copy)
        }
        return FileIdentity(status)
    }

    /// Opens the copy, which recovers the log.
    ///
    /// The database may be malicious: it must not call functions, and its pages are checked.
    static func open(_ copy: FilePath) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(
                sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = OFF")
        }
        return try DatabaseQueue(path: copy.string, configuration: configuration)
    }
}

extension PhotoLibraryError {
    fileprivate static func noDatabase(_ library: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable,
            "This folder looks like an Apple Photos library, but has no database that can be read. Copy the library again, or "
                + "import the folder as plain files.",
            remedy: .importAsFolder, path: library.string)
    }
}
