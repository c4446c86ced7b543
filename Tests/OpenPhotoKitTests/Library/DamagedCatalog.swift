import SystemPackage
import TestSupport
import Testing

// Damages the catalogue at a path.
extension FilePath {
    /// Overwrites the second half of a database.
    func damagePages() throws {
        var bytes = try contents()
        for index in bytes.count / 2..<bytes.count { bytes[index] = 0xA5 }
        try write(bytes)
    }

    /// Overwrites the first page of a table or index of a catalogue.
    func breakRootPage(of name: String) throws {
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", sys.argv[2:]).fetchone()[0]
                size = database.execute("PRAGMA page_size").fetchone()[0]
                database.close()
                with open(sys.argv[1], "r+b") as file:
                    file.seek((page - 1) * size)
                    file.write(bytes([0xA5]) * size)
                """, [string, name])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }

    /// Exchanges the pages of two indexes of a catalogue, which is damage in no page.
    func exchangeIndexes() throws {
        let outcome = try Python.run(
            script: """
                import sqlite3, sys
                database = sqlite3.connect(sys.argv[1])
                names = ("source_resource", "albumAsset_asset")
                pages = [database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
                         for name in names]
                database.execute("PRAGMA writable_schema = ON")
                for name, page in zip(names, reversed(pages)):
                    database.execute("UPDATE sqlite_master SET rootpage = ? WHERE name = ?", (page, name))
                database.commit()
                """, [string])
        try #require(outcome.exit == 0, "\(outcome.output)")
    }
}
