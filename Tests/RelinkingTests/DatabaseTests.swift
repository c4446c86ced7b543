import Foundation
import GRDB
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Relinking

@Suite("SQLite databases are relinked")
struct DatabaseTests {
    private let fixture: RelinkFixture
    private var path: String { fixture.path("g.sqlite").string }

    init() throws {
        fixture = try RelinkFixture(["a.jpg": "A.jpg", "ä b.jpg": "Ä B.jpg", "c.jpg": "C.jpg"])
    }

    private func make(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Every value of a table with its type, one row a line.
    private func dump(_ table: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        return try queue.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY 1").map { row in
                row.databaseValues.map { "\($0)" }.joined(separator: "|")
                    .replacingOccurrences(of: fixture.real, with: "HERE")
            }
        }
    }

    @Test("Texts of ordinary tables are rewritten, other data stays, and undo restores the texts")
    func cells() throws {
        try make(
            """
            CREATE TABLE photo (id INTEGER PRIMARY KEY, path TEXT, note, raw BLOB, size INT,
                name TEXT AS (substr(path, 15)));
            INSERT INTO photo VALUES (1, '/old/Pictures/a.jpg', 'free /old/Pictures/a.jpg', x'2f6f6c64', 5);
            INSERT INTO photo VALUES (2, 'file:///old/Pictures/%C3%A4%20b.jpg', '{"p":"\\/old\\/Pictures\\/c.jpg"}', NULL, 6);
            INSERT INTO photo VALUES (3, 'https://x/a.jpg', 'See ![](/old/Pictures/c.jpg)', '/old/Pictures/c.jpg', 7);
            CREATE TABLE "odd ""name" ("rowid" TEXT, "a b" TEXT);
            INSERT INTO "odd ""name" VALUES ('/old/Pictures/a.jpg', '/old/Pictures/none.jpg');
            CREATE INDEX photo_path ON photo (path);
            CREATE VIEW v AS SELECT path FROM photo;
            """)
        let before = try dump("photo")
        let items = try fixture.relink("g.sqlite")
        #expect(
            items.map { "\($0.location) \($0.status)" } == [
                "odd \"name.rowid 1 relinked", "odd \"name.a b 1 notFound", "photo.path 1 relinked",
                "photo.path 2 relinked", "photo.note 2 relinked", "photo.note 3 relinked", "photo.raw 3 relinked",
            ])
        let after = try dump("photo")
        #expect(after[0].hasPrefix(#"1|"HERE/new/A.jpg"|"free /old/Pictures/a.jpg"|"#))
        #expect(after[1].hasPrefix(#"2|"file://HERE/new/%C3%84%20B.jpg"|"#))
        let note = try DatabaseQueue(path: path).read {
            try String.fetchOne($0, sql: "SELECT note FROM photo WHERE id = 2")
        }
        let escaped = fixture.real.replacingOccurrences(of: "/", with: "\\/")
        #expect(note == "{\"p\":\"\(escaped)\\/new\\/C.jpg\"}")
        #expect(after[2].hasPrefix(#"3|"https://x/a.jpg"|"See ![](HERE/new/C.jpg)"|"HERE/new/C.jpg"|7|"#))
        let integrity = try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        #expect(integrity == "ok")
        #expect(try Relinker.undo(fixture.path("g.sqlite")).count == 6)
        #expect(try dump("photo") == before)
        #expect(fixture.names == ["g.sqlite", "new"])
    }

    @Test("Tables without row numbers, whose key is the path")
    func withoutRowID() throws {
        try make(
            """
            CREATE TABLE thumb (path TEXT, size INTEGER, at TEXT, PRIMARY KEY (path, size)) WITHOUT ROWID;
            INSERT INTO thumb VALUES ('/old/Pictures/a.jpg', 1, 'x'), ('/old/Pictures/a.jpg', 2, '/old/Pictures/c.jpg'),
                ('/old/Pictures/none.jpg', 1, NULL);
            CREATE TABLE child (id INTEGER PRIMARY KEY, p TEXT, s INTEGER,
                FOREIGN KEY (p, s) REFERENCES thumb (path, size) ON UPDATE CASCADE);
            INSERT INTO child VALUES (1, '/old/Pictures/a.jpg', 2);
            """)
        let before = try dump("thumb") + dump("child")
        try fixture.relink("g.sqlite")
        #expect(
            Set(try dump("thumb")) == [
                "\"HERE/new/A.jpg\"|1|\"x\"", "\"HERE/new/A.jpg\"|2|\"HERE/new/C.jpg\"",
                "\"/old/Pictures/none.jpg\"|1|NULL",
            ])
        #expect(try dump("child") == ["1|\"HERE/new/A.jpg\"|2"])
        try Relinker.undo(fixture.path("g.sqlite")).forEach { #expect($0.status == .restored) }
        #expect(try dump("thumb") + dump("child") == before)
    }

    @Test("A change that would break a reference or duplicate a key is refused")
    func constraints() throws {
        try make(
            """
            CREATE TABLE parent (path TEXT PRIMARY KEY) WITHOUT ROWID;
            INSERT INTO parent VALUES ('/old/Pictures/a.jpg');
            CREATE TABLE child (p BLOB REFERENCES parent);
            INSERT INTO child VALUES (x'2f6f6c642f50696374757265732f612e6a7067'), ('/old/Pictures/a.jpg');
            CREATE TABLE one (path TEXT UNIQUE);
            INSERT INTO one VALUES ('/old/Pictures/a.jpg'), ('file:///old/Pictures/a.jpg');
            """)
        var fixture = fixture
        fixture.request.form = .path
        let before = try dump("one")
        #expect(code { try fixture.relink("g.sqlite") } == .ioFailure)
        #expect(try dump("one") == before)
        #expect(fixture.names == ["g.sqlite", "new"])
    }

    @Test("Triggers that would fire are refused, also in a dry run; other triggers are ignored")
    func triggers() throws {
        try make(
            """
            CREATE TABLE photo (path TEXT, seen INT);
            INSERT INTO photo VALUES ('/old/Pictures/a.jpg', 0);
            CREATE TRIGGER added AFTER INSERT ON photo BEGIN UPDATE photo SET seen = 1; END;
            CREATE TRIGGER looked AFTER UPDATE OF seen ON photo BEGIN SELECT 1; END;
            """)
        #expect(try fixture.relink("g.sqlite").map(\.status) == [.relinked])
        #expect(try Relinker.undo(fixture.path("g.sqlite")).count == 1)
        try make("CREATE TRIGGER moved AFTER UPDATE OF path ON photo BEGIN DELETE FROM photo; END;")
        for isDryRun in [true, false] {
            var fixture = fixture
            fixture.request.isDryRun = isDryRun
            #expect(code { try fixture.relink("g.sqlite") } == .unsupportedFile)
        }
        #expect(try dump("photo") == ["\"/old/Pictures/a.jpg\"|0"])
        #expect(fixture.names == ["g.sqlite", "new"])
    }

    @Test("A broken link with the backup's name stays, and the backup gets the next name")
    func takenName() throws {
        try make("CREATE TABLE photo (path TEXT); INSERT INTO photo VALUES ('/old/Pictures/a.jpg');")
        try FileManager.default.createSymbolicLink(
            atPath: path + ".relink-backup", withDestinationPath: "nowhere")
        #expect(try fixture.relink("g.sqlite").map(\.status) == [.relinked])
        #expect(
            Set(fixture.names).isSuperset(of: [
                "g.sqlite.relink-backup", "g.sqlite.relink-backup.2", "g.sqlite.relink-undo.2",
            ]))
        #expect(try Relinker.undo(fixture.path("g.sqlite")).count == 1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path + ".relink-backup") == "nowhere")
    }

    @Test("A database that another program writes to is refused")
    func locked() throws {
        try make("CREATE TABLE photo (path TEXT); INSERT INTO photo VALUES ('/old/Pictures/a.jpg');")
        let other = try DatabaseQueue(path: path)
        try other.inDatabase { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            let refusal = code { try fixture.relink("g.sqlite") }
            #expect(refusal == .fileBusy)
            try database.execute(sql: "ROLLBACK")
        }
        #expect(try dump("photo") == ["\"/old/Pictures/a.jpg\""])
        #expect(fixture.names == ["g.sqlite", "new"])
        #expect(try fixture.relink("g.sqlite").map(\.status) == [.relinked])
    }

    @Test(
        "With a write-ahead log in use, and in UTF-16: the backup holds what was committed",
        arguments: ["UTF-8", "UTF-16"])
    func writeAheadLog(_ encoding: String) throws {
        let other = try DatabaseQueue(path: path)
        try other.writeWithoutTransaction {
            try $0.execute(
                sql: """
                    PRAGMA encoding = '\(encoding)'; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                    CREATE TABLE photo (path TEXT); INSERT INTO photo VALUES ('/old/Pictures/ä b.jpg');
                    """)
        }
        #expect(try fixture.relink("g.sqlite").map(\.status) == [.relinked])
        #expect(try dump("photo") == ["\"HERE/new/Ä B.jpg\""])
        let backup = try DatabaseQueue(path: fixture.path("g.sqlite.relink-backup").string)
        let text = try backup.read { try String.fetchOne($0, sql: "SELECT path FROM photo") }
        #expect(text == "/old/Pictures/ä b.jpg")
        #expect(try Relinker.undo(fixture.path("g.sqlite")).count == 1)
        #expect(try dump("photo") == ["\"/old/Pictures/ä b.jpg\""])
        try other.close()
    }

    @Test("Undo is refused if a rewritten cell was changed later, and works if only other cells were changed")
    func undoAfterChange() throws {
        try make("CREATE TABLE photo (path TEXT); INSERT INTO photo VALUES ('/old/Pictures/a.jpg'), ('x');")
        try fixture.relink("g.sqlite")
        try make("UPDATE photo SET path = path || '?' WHERE rowid = 1")
        #expect(code { _ = try Relinker.undo(fixture.path("g.sqlite")) } == .sourceChanged)
        try make("UPDATE photo SET path = rtrim(path, '?') WHERE rowid = 1; INSERT INTO photo VALUES ('y')")
        #expect(try Relinker.undo(fixture.path("g.sqlite")).count == 1)
        #expect(try dump("photo") == ["\"/old/Pictures/a.jpg\"", "\"x\"", "\"y\""])
    }

    @Test("A text that is not UTF-8 is refused if it would be rewritten")
    func notUTF8() throws {
        try make(
            """
            CREATE TABLE photo (note TEXT);
            INSERT INTO photo VALUES ('fine ![](/old/Pictures/a.jpg)'),
                (CAST(x'' || '![](/old/Pictures/a.jpg) ' || x'ff' AS TEXT));
            """)
        let before = try dump("photo")
        #expect(code { try fixture.relink("g.sqlite") } == .unsupportedFile)
        #expect(try dump("photo") == before)
    }
}
