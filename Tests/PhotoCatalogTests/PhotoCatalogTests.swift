import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoCatalog

@Suite struct PhotoCatalogTests {
    private func open(_ folder: TemporaryFolder) throws -> PhotoCatalog {
        try PhotoCatalog(folder: FilePath(folder.url.path))
    }

    /// A direct SQLite connection to the file, without the code of the catalogue.
    private func queue(_ folder: TemporaryFolder) throws -> DatabaseQueue {
        try DatabaseQueue(path: folder.path("catalog.sqlite"))
    }

    private func code(_ body: () throws -> Void) -> PhotoLibraryError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? PhotoLibraryError)?.code }
    }

    // MARK: Durability

    @Test func theWriterIsFullySynchronous() throws {
        let fixture = try CatalogFixture()
        #expect(try fixture.catalog.writerSynchronousMode() == 2)
        // Also inside a transaction that writes, and after it.
        #expect(try fixture.catalog.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        try fixture.store([makeFile(bytes: 1)])
        #expect(try fixture.catalog.writerSynchronousMode() == 2)
        let again = try open(fixture.folder)
        #expect(try again.writerSynchronousMode() == 2)
    }

    @Test func theWriterStaysFullySynchronousWhileOthersRead() throws {
        let fixture = try CatalogFixture()
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            _ = try? fixture.catalog.assetCount()
            _ = try? fixture.store([makeFile(bytes: number + 1)])
        }
        #expect(try fixture.catalog.assetCount() == 40)
        #expect(try fixture.catalog.writerSynchronousMode() == 2)
    }

    @Test func theJournalIsWrittenAhead() throws {
        let fixture = try CatalogFixture()
        #expect(try fixture.catalog.write { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        #expect(try fixture.catalog.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
    }

    // MARK: Opening

    @Test func openingAgainKeepsTheData() throws {
        let fixture = try CatalogFixture()
        try fixture.store([makeFile(bytes: 1)])
        #expect(try open(fixture.folder).assetCount() == 1)
    }

    @Test func aDatabaseWithoutTablesGetsThem() throws {
        let folder = try TemporaryFolder()
        // As after a crash before the tables were made.
        try queue(folder).write { try $0.execute(sql: "PRAGMA user_version = 0") }
        #expect(try open(folder).assetCount() == 0)
    }

    @Test func theSchemaOfANewerVersionIsRefused() throws {
        let fixture = try CatalogFixture()
        try fixture.store([makeFile(bytes: 1)])
        func setVersion(_ number: Int32) throws {
            try queue(fixture.folder).write { try $0.execute(sql: "PRAGMA user_version = \(number)") }
        }
        try setVersion(CatalogSchema.number + 1)
        #expect(code { _ = try open(fixture.folder) } == .libraryFormatTooNew)
        // The refused opening changed nothing.
        try setVersion(CatalogSchema.number)
        #expect(try open(fixture.folder).assetCount() == 1)
    }

    @Test func theSchemaOfAVersionBeforeTheFirstReleaseIsRefused() throws {
        let folder = try TemporaryFolder()
        try queue(folder).write {
            try $0.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('9');
                    CREATE TABLE resource (id INTEGER PRIMARY KEY);
                    """)
        }
        #expect(code { _ = try open(folder) } == .libraryDamaged)
        #expect(
            try CatalogExamination(folder: folder.filePath).damage?.contains("A repair makes a new catalogue") == true)
    }

    @Test func aFileThatIsNoDatabaseIsReportedAsDamaged() throws {
        let folder = try TemporaryFolder()
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: folder.path("catalog.sqlite")))
        #expect(code { _ = try open(folder) } == .libraryDamaged)
    }

    @Test func aFolderInTheCataloguesPlaceIsAnIOFailure() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("catalog.sqlite"), withIntermediateDirectories: true)
        #expect(code { _ = try open(folder) } == .ioFailure)
    }

    /// Several processes may create the catalogue at once.
    ///
    /// Threads with their own connections are equivalent for SQLite.
    @Test func manyMayMakeTheSameCatalogueAtOnce() throws {
        for _ in 0..<5 {
            let folder = try TemporaryFolder()
            let path = FilePath(folder.url.path)
            let failures = Failures()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do { _ = try PhotoCatalog(folder: path).assetCount() } catch { failures.add(error) }
            }
            #expect(failures.all.isEmpty)
        }
    }
}

extension PhotoCatalog {
    /// The value of `PRAGMA synchronous` on the connection that writes: 2 is FULL.
    fileprivate func writerSynchronousMode() throws -> Int? {
        try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
    }
}
