internal import Foundation
internal import GRDB
internal import PhotoModel

// An edit is two files beside the original, which stays as it is, and so does all that identifies the photo.
extension ChangeTransaction {
    func edit(_ asset: String, _ files: [Admission]) throws {
        let row = try livingRow(ofAsset: asset)
        let mediaType = try String.fetchOne(
            database.cachedStatement(sql: "SELECT mediaType FROM asset WHERE id = ?"), arguments: [row])
        guard mediaType == Asset.MediaType.image.rawValue else {
            throw PhotoLibraryError(
                .requestNotSupportedForAsset, "Only photos can be edited, not films or other files.",
                identifier: asset)
        }
        try removeEdit(of: row)
        for file in files {
            try database.insertResource(file.file.attachment?.kind ?? .fullSizePhoto, of: file, assetID: row)
        }
        try noteEdit(of: row, asset)
    }

    func revert(_ asset: String) throws {
        let row = try livingRow(ofAsset: asset)
        if try removeEdit(of: row) { try noteEdit(of: row, asset) }
    }

    /// Lets the files of the edit go; whether there were any.
    @discardableResult
    private func removeEdit(of row: Int64) throws -> Bool {
        let kinds: [AssetResource.Kind] = [.fullSizePhoto, .fullSizePairedVideo, .adjustmentData]
        let condition = "assetID = ? AND kind IN (\(databaseQuestionMarks(count: kinds.count)))"
        let arguments = [row] + StatementArguments(kinds.map(\.rawValue))
        // What the owner keeps elsewhere stays there.
        try database.execute(
            sql: "INSERT OR REPLACE INTO placement (path, run) "
                + "SELECT path, ? FROM resource WHERE NOT isReference AND \(condition)", arguments: [run] + arguments)
        try database.execute(sql: "DELETE FROM resource WHERE \(condition)", arguments: arguments)
        return database.changesCount > 0
    }

    private func noteEdit(of row: Int64, _ asset: String) throws {
        try database.execute(
            sql: "UPDATE asset SET modificationDate = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, row])
        try database.insertChange(.update, asset, now: now)
    }
}
