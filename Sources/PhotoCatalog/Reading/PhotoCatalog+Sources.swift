internal import Foundation
internal import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoCatalog {
    /// The files that were imported from these paths, without those of deleted assets.
    ///
    /// If several files were imported from the same path over time, the last one is returned.
    package func files(importedFrom paths: [FilePath]) throws(PhotoLibraryError) -> [FilePath: FileOfAsset] {
        let rows = try rows(
            """
            SELECT source.path AS source, localIdentifier, resource.path AS path
            FROM source JOIN resource ON resource.id = resourceID JOIN asset ON asset.id = assetID
            WHERE deletedDate IS NULL AND source.path IN
            """, paths.map(\.blob))
        return Dictionary(
            rows.compactMap { row in
                guard let source = FilePath(blob: row["source"]), let file = file(row) else { return nil }
                return (source, file)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The photos and videos that had these file names when they were imported, without deleted ones.
    ///
    /// Several assets may have the same name.
    package func files(named names: [FilePath]) throws(PhotoLibraryError) -> [FilePath: [FileOfAsset]] {
        let rows = try rows(
            """
            SELECT originalFilename, localIdentifier, path
            FROM resource JOIN asset ON asset.id = assetID
            WHERE deletedDate IS NULL AND kind = 0 AND originalFilename IN
            """, names.map(\.blob))
        return Dictionary(
            rows.compactMap { row in
                guard let name = FilePath(blob: row["originalFilename"]), let file = file(row) else { return nil }
                return (name, [file])
            }, uniquingKeysWith: +)
    }

    private func rows(_ query: String, _ values: [Data]) throws(PhotoLibraryError) -> [Row] {
        var rows: [Row] = []
        // SQLite accepts at most 32,766 arguments.
        for start in stride(from: 0, to: values.count, by: 10_000) {
            let part = values[start..<min(start + 10_000, values.count)]
            rows += try read {
                try Row.fetchAll(
                    $0, sql: "\(query) (\(databaseQuestionMarks(count: part.count)))",
                    arguments: StatementArguments(part))
            }
        }
        return rows
    }

    private func file(_ row: Row) -> FileOfAsset? {
        (row["path"] as Data?).flatMap(FilePath.init(blob:)).map {
            FileOfAsset(asset: row["localIdentifier"], path: folder.pushing($0))
        }
    }
}
