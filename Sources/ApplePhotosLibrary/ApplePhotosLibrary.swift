internal import Foundation
internal import GRDB
internal import PhotoModel
package import SystemPackage

/// A library of Apple's Photos 2 or later (macOS 10.12 to 26), which is only read.
///
/// The database is read in a copy, because SQLite writes beside every database that it opens. A file of the library is
/// used only if a listing of the library's folders found it as a regular file. So no path in the database leads out of
/// the library.
package final class ApplePhotosLibrary: Sendable {
    /// The folder of the library.
    package let folder: FilePath
    private let database: DatabaseQueue
    private let schema: any PhotosSchema

    /// Whether a folder has the structure of such a library.
    ///
    /// A library whose database is missing is recognised by its originals and derivatives: its thumbnails are no photos
    /// either.
    package static func isLibrary(_ folder: FilePath) -> Bool { schema(of: folder) != nil }

    /// The folders of libraries among the files with these paths, such as those of an archive.
    ///
    /// Such a library cannot be read, because SQLite needs a file for its database.
    package static func libraries(among files: some Collection<FilePath>) -> Set<FilePath> {
        var libraries: Set<FilePath> = []
        for schema in generations {
            let database = FilePath(root: nil, [PhotosDatabase.folder, schema.databaseName])
            let folders = Set(
                files.lazy.filter { $0.ends(with: database) }.map {
                    $0.removingLastComponent().removingLastComponent()
                })
            guard !folders.isEmpty else { continue }
            for file in files {
                var folder = file
                while folder.removeLastComponent() {
                    guard folder.lastComponent?.string == schema.originals else { continue }
                    let library = folder.removingLastComponent()
                    if folders.contains(library) { libraries.insert(library) }
                }
            }
        }
        return libraries
    }

    private static let generations: [any PhotosSchema.Type] = [Photos5Schema.self, Photos4Schema.self]

    /// The generation of a library; `nil` for other folders.
    ///
    /// A newer Photos that converts a library leaves the old database in it.
    private static func schema(of folder: FilePath) -> (any PhotosSchema.Type)? {
        generations.first { schema in
            let database = folder.appending(PhotosDatabase.folder)
            return isType(S_IFDIR, folder.pushing(FilePath(schema.originals)))
                && (exists(database.appending(schema.databaseName))
                    || isType(S_IFDIR, database) && isType(S_IFDIR, folder.appending("resources")))
        }
    }

    /// Copies the database of a library to `scratch`, a folder for temporary files of the caller, and lists the files
    /// of the library.
    ///
    /// The caller removes the copy with the folder.
    ///
    /// - Throws: `unreadable` if the folder or the database cannot be read, or if the database is damaged or is not
    ///   that of a known version of Photos; `sourceChanged`, `notEnoughSpace`, `ioFailure`.
    package init(at folder: FilePath, scratch: FilePath) throws {
        self.folder = folder
        let generation = Self.schema(of: folder) ?? Photos5Schema.self
        let copy = try PhotosDatabase.copy(generation.databaseName, from: folder, to: scratch)
        (database, schema) = try Self.reading(folder) {
            let database = try PhotosDatabase.open(copy)
            let schema = try database.read { try generation.init($0) }
            try database.write { database in
                try schema.makeIndexes(in: database)
                try PhotosFileTable.make(in: database)
                try schema.listFiles(of: folder, in: database)
            }
            return (database, schema)
        }
    }

    /// Visits the assets in the order in which Photos added them, until `visit` returns false.
    ///
    /// - Throws: `unreadable` if the database is damaged; the errors of `visit`.
    package func visitAssets(_ visit: (ApplePhotosAsset) throws -> Bool) throws {
        try Self.reading(folder) {
            try database.read { database in
                let rows = try Row.fetchCursor(database, sql: schema.selectAssets)
                while let row = try rows.next() {
                    guard let record = PhotosAssetRecord(row, originals: type(of: schema).originals) else { continue }
                    let files = try schema.files(of: record, in: database)
                    guard try visit(ApplePhotosAsset(record, files: files, in: folder)) else { return }
                }
            }
        }
    }

    /// Visits the files among the originals that belong to no asset in the database, until `visit` returns false.
    package func visitUnknownOriginals(_ visit: (FilePath) throws -> Bool) throws {
        try Self.reading(folder) {
            try database.read { database in
                let rows = try Row.fetchCursor(database, sql: schema.selectUnknownOriginals)
                while let row = try rows.next() {
                    guard let path = Data.fromDatabaseValue(row[0]).flatMap({ FilePath(bytes: $0) }) else { continue }
                    guard try visit(folder.pushing(path)) else { return }
                }
            }
        }
    }

    /// The albums and folders: each folder before its members, the members of a folder in their order.
    package func collections() throws -> [ApplePhotosCollection] {
        try Self.reading(folder) {
            let rows = try database.read { try Row.fetchAll($0, sql: schema.selectCollections) }
            return ApplePhotosCollection.inOrder(rows.compactMap(PhotosCollectionRecord.init))
        }
    }

    /// Visits the originals of an album's photos in the order of the album, at most `size` paths at a time.
    ///
    /// Photos whose originals are not in the library are left out.
    package func visitOriginals(
        of album: ApplePhotosCollection, atATime size: Int = 500, _ visit: ([FilePath]) throws -> Void
    ) throws {
        try Self.reading(folder) {
            try database.read { database in
                let rows = try Row.fetchCursor(
                    database, sql: schema.selectMembers(orderedBy: album.order), arguments: [album.row])
                var paths: [FilePath] = []
                while let row = try rows.next() {
                    guard let path = Data.fromDatabaseValue(row[0]).flatMap({ FilePath(bytes: $0) }) else { continue }
                    paths.append(folder.pushing(path))
                    if paths.count == size {
                        try visit(paths)
                        paths = []
                    }
                }
                if !paths.isEmpty { try visit(paths) }
            }
        }
    }

    /// Runs `body`, and describes an error of the database as one of the library in `folder`.
    private static func reading<Value>(_ folder: FilePath, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            throw PhotoLibraryError(
                .unreadable,
                "The database of this Apple Photos library cannot be read: \(error.message ?? "\(error.resultCode)"). "
                    + "The rest of the library was not imported. Repair the library with Photos, or import the folder as plain files.",
                remedy: .importAsFolder, path: folder.string, cause: error)
        }
    }
}

/// Whether a file of this type is at the path itself, not behind a link.
private func isType(_ type: mode_t, _ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT == type
}

private func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.platform, &status) == 0
}
