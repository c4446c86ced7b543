package import Foundation
internal import GRDB
internal import PhotoModel
package import SystemPackage

/// The result of examining a catalogue that may be damaged.
///
/// The examination changes nothing in the catalogue.
package struct CatalogExamination: Sendable {
    /// The identifier of the library in the catalogue; `nil` if it is missing or cannot be read.
    package private(set) var libraryID: UUID?
    /// What is wrong with the catalogue, for a person; `nil` if it is sound.
    package private(set) var damage: String?
    /// The generation of the catalogue; `nil` if it cannot be read.
    package private(set) var generation: String?
    /// The number of the last change in the history; `nil` if it cannot be read.
    package private(set) var lastChangeNumber: Int64?
    /// Whether the catalogue has the schema before the present one: see ``EarlierCatalog``.
    package private(set) var isEarlier = false
    /// The date of a copy; `nil` if this is not a copy, or the date cannot be read.
    package private(set) var copyDate: Date?

    /// The catalogue that is examined.
    ///
    /// The texts about damage name it.
    package enum Subject: Sendable {
        /// The library's catalogue.
        case catalog
        /// A copy of the catalogue.
        case copy

        fileprivate var noun: String {
            switch self {
            case .catalog: "The catalogue"
            case .copy: "The copy"
            }
        }

        fileprivate var file: String {
            switch self {
            case .catalog: "The file \(PhotoCatalog.databaseName)"
            case .copy: "The copy"
            }
        }
    }

    private let subject: Subject

    /// How much of a catalogue is examined.
    package enum Extent: Sendable {
        /// Only the properties.
        case properties
        /// The properties, the tables, and the structure of every page. Indexes are not compared with their tables.
        case structure
        /// The same, and the contents of the indexes, which takes several times as long.
        case indexes
    }

    /// Examines the catalogue, or the copy of a catalogue, in `folder`.
    ///
    /// No other process may write to the catalogue meanwhile.
    ///
    /// - Throws: `libraryFormatTooNew` for a catalogue of a newer version, which only that version can repair;
    ///   `ioFailure` for an error of the disk or missing permissions.
    package init(_ subject: Subject = .catalog, folder: FilePath, extent: Extent = .indexes) throws {
        self.subject = subject
        let path = folder.appending(PhotoCatalog.databaseName)
        var status = stat()
        guard stat(path.platform, &status) == 0 else {
            damage = "\(subject.noun) is missing."
            return
        }
        guard status.st_size > 0 else {
            // SQLite treats an empty file as a new database.
            damage = "\(subject.noun) is empty."
            return
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path.string, configuration: configuration)
            try queue.read { try examine($0, in: folder, extent) }
        } catch let error as DatabaseError {
            guard error.isDamage else { throw PhotoLibraryError(database: error, path: path.string) }
            damage = "\(subject.noun) is damaged: \(error.message ?? "\(error.resultCode)")."
        }
    }

    private mutating func examine(_ database: Database, in folder: FilePath, _ extent: Extent) throws {
        let schema = try CatalogSchema.found(in: database)
        switch schema {
        case .newer:
            throw PhotoLibraryError(
                .libraryFormatTooNew,
                "This library was made by a newer version of OpenPhotoKit. Update this program to repair it.",
                path: folder.string)
        case .older:
            damage = CatalogSchema.tooOld
            return
        case .none: break
        case .present, .withoutTables, .earlier: isEarlier = schema == .earlier
        }
        guard schema != .none, try database.tableExists("resource") else {
            damage = "\(subject.file) is not a catalogue of photos."
            return
        }
        if try database.tableExists("meta") {
            libraryID = try database.meta("libraryID").flatMap(UUID.init)
            generation = try database.meta("generation")
            copyDate = try database.meta(MetaKey.copyDate).flatMap { Double($0) }
                .map { Date(timeIntervalSince1970: $0) }
        }
        if try database.tableExists("history") {
            lastChangeNumber = try Int64.fetchOne(database, sql: "SELECT MAX(token) FROM history")
        }
        guard extent != .properties else { return }
        let pragma = extent == .structure ? "quick_check(3)" : "integrity_check(3)"
        let faults = try String.fetchAll(database, sql: "PRAGMA \(pragma)")
        guard faults == ["ok"] else {
            damage = "\(subject.noun) is damaged: \(faults.joined(separator: "; "))."
            return
        }
        // A catalogue without some tables gets them when it is opened.
        guard schema == .present else { return }
        let missing = try Self.definitions.get().subtracting(database.definitions())
        if !missing.isEmpty { damage = "\(subject.noun) has lost some of its tables." }
    }

    /// The definitions of all tables and indices of a new catalogue.
    private static let definitions = Result { () throws -> Set<String> in
        let queue = try DatabaseQueue()
        try queue.write { try CatalogSchema.create(in: $0) }
        return try queue.read { try $0.definitions() }
    }
}

extension Database {
    /// Tables that SQLite's full-text search makes are excluded, because their definitions may differ between versions.
    fileprivate func definitions() throws -> Set<String> {
        try String.fetchSet(
            self, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB '*Text_*'")
    }
}

extension DatabaseError {
    /// Whether the database itself is damaged, and not the disk or the permissions.
    fileprivate var isDamage: Bool {
        switch resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_FORMAT, .SQLITE_SCHEMA, .SQLITE_TOOBIG: true
        default: extendedResultCode == .SQLITE_IOERR_SHORT_READ
        }
    }
}
