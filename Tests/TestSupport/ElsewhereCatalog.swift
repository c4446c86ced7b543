internal import Glibc
package import PhotoModel
package import SystemPackage

extension FilePath {
    /// Makes files of the library at this path be elsewhere, as after an offload.
    ///
    /// The catalogue says so and lists copies in its stores, or in a store “cloud” that has no connection. The files in
    /// the library's folder are removed.
    ///
    /// - Returns: The bytes of the files, in the order of the digests.
    @discardableResult
    package func moveElsewhere(_ digests: [Digest]) throws -> [[UInt8]] {
        let outcome = try Python.run(
            script: """
                import os, sqlite3, sys
                library = sys.argv[1]
                database = sqlite3.connect(os.path.join(library, "catalog.sqlite"))
                files = []
                database.execute(
                    "INSERT INTO store (storeID, name, site, addedDate) SELECT randomblob(16), 'cloud', 'cloud', 0"
                    " WHERE NOT EXISTS (SELECT 1 FROM store)")
                for digest in sys.argv[2:]:
                    where = "WHERE sha256 = ? AND location = 0"
                    rows = database.execute("SELECT path FROM resource " + where, (bytes.fromhex(digest),)).fetchall()
                    path = os.path.join(os.fsencode(library), rows[0][0])
                    with open(path, "rb") as file:
                        files.append(file.read().hex())
                    database.execute("UPDATE resource SET location = 2, path = NULL " + where, (bytes.fromhex(digest),))
                    database.execute(
                        "INSERT OR IGNORE INTO storeCopy (storeID, sha256, state) SELECT id, ?, 1 FROM store",
                        (bytes.fromhex(digest),))
                    for row in rows:
                        os.unlink(os.path.join(os.fsencode(library), row[0]))
                database.commit()
                print("\\n".join(files))
                """, [string] + digests.map(\.hex))
        guard outcome.exit == 0 else { throw ElsewhereError(output: outcome.output) }
        return outcome.output.split(separator: "\n").map { line in
            let digits = Array(line.utf8)
            return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
        }
    }
}

private struct ElsewhereError: Error { let output: String }
