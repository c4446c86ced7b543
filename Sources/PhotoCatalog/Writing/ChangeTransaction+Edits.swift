internal import Foundation
internal import GRDB
internal import PhotoModel

// An edit adds two files to the asset. The original, and all that identifies the photo, do not change.
extension ChangeTransaction {
    func edit(_ asset: String, _ files: [ResourceInsertion]) throws {
        let row = try changeableRow(ofAsset: asset)
        let mediaType = try String.fetchOne(
            database.cachedStatement(sql: "SELECT mediaType FROM asset WHERE id = ?"), arguments: [row])
        guard mediaType == Asset.MediaType.image.rawValue else {
            throw PhotoLibraryError(
                .requestNotSupportedForAsset, "Only photos can be edited, not videos or other files.",
                identifier: asset)
        }
        try removeEdit(of: row)
        for file in files {
            try database.insertResource(file.attachment?.kind ?? .fullSizePhoto, of: file, assetID: row)
        }
        try noteEdit(of: row, asset)
    }

    func revert(_ asset: String) throws {
        let row = try changeableRow(ofAsset: asset)
        if try removeEdit(of: row) { try noteEdit(of: row, asset) }
    }

    /// Removes the files of the edit; returns whether there were any.
    ///
    /// Imported files are kept as alternates of the photo, because the folder they came from may no longer exist.
    @discardableResult
    private func removeEdit(of row: Int64) throws -> Bool {
        let condition = "assetID = ? AND \(AssetResource.isOfOwnEdit)"
        try database.execute(
            sql: """
                INSERT OR REPLACE INTO placement (path, run)
                SELECT path, ? FROM resource WHERE \(condition) AND location = 0
                """,
            arguments: [run, row])
        try database.execute(sql: "DELETE FROM resource WHERE \(condition)", arguments: [row])
        var count = database.changesCount
        for kind in AssetResource.Kind.ofEdits {
            let kept: AssetResource.Kind = kind == .adjustmentData ? .sidecar : .alternatePhoto
            try database.execute(
                sql: "UPDATE resource SET kind = ? WHERE assetID = ? AND kind = ?",
                arguments: [kept.rawValue, row, kind.rawValue])
            count += database.changesCount
        }
        return count > 0
    }

    private func noteEdit(of row: Int64, _ asset: String) throws {
        try database.execute(
            sql: "UPDATE asset SET modificationDate = ?, marks = marks | \(AssetMark.edit.rawValue) WHERE id = ?",
            arguments: [now.timeIntervalSince1970, row])
        try database.insertChange(.update, asset, now: now)
    }
}
