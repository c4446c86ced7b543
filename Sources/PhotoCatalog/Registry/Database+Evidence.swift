internal import DeviceRegistry
internal import Foundation
internal import GRDB
internal import PhotoModel

// The photos that this device has, for the other devices of the registry.
extension Database {
    /// Records the files of a new or changed asset, in a library that joined a registry.
    func setEvidence(ofAsset row: Int64) throws {
        guard try joinedRegistry() != nil else { return }
        let stableID = try Data.fetchOne(
            cachedStatement(sql: "SELECT stableID FROM asset WHERE id = ?"), arguments: [row])
        if let stableID { try setEvidence(Subject(.asset, stableID), ofAsset: row) }
    }

    /// Records the files of all assets, when the library joins a registry.
    func setAllEvidence() throws {
        let assets = try Row.fetchCursor(self, sql: "SELECT id, stableID FROM asset")
        while let asset = try assets.next() {
            try setEvidence(Subject(.asset, asset[1] as Data), ofAsset: asset[0])
        }
    }

    private func setEvidence(_ subject: Subject, ofAsset row: Int64) throws {
        // The files of the photo still come: the evidence of the device that has all of them stays.
        guard try state(of: Register.Name(subject, .evidence)) != .isImported else { return }
        let files = try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT kind, sha256, bytes, format, originalFilename FROM resource WHERE assetID = ?
                    ORDER BY kind, id
                    """),
            arguments: [row])
        let evidence = AssetEvidence(
            files: files.compactMap { file in
                Digest(file[1] as Data).map {
                    AssetEvidence.File(
                        kind: file[0], sha256: $0, bytes: file[2], format: file[3],
                        name: (file[4] as Data?).map(Array.init) ?? [])
                }
            })
        try setRegister(subject, .evidence, evidence.value)
    }
}
