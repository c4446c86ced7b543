internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// The files of an asset in a library of Photos 2 to 4: originals by their paths, and others by the number of a
/// resource.
///
/// The name of a resource's file ends with its number in hexadecimal digits, such as `fullsizeoutput_1a.jpeg`.
extension Photos4Schema {
    /// The numbers of folders that there may be between `Masters` and a file: usually the year, the month, the day and
    /// the import.
    private static let depthsOfOriginals = 0...16
    private static let media = "resources/media"

    func listFiles(of library: FilePath, in database: Database) throws {
        try PhotosFileTable.list(Self.originals, depths: Self.depthsOfOriginals, of: library, in: database) { _ in nil }
        for owner in Owner.allCases {
            try PhotosFileTable.list("\(Self.media)/\(owner.rawValue)", depths: 2...2, of: library, in: database) {
                owner.key($0.stem)
            }
        }
    }

    /// What a resource belongs to: the name of the folder of its file.
    private enum Owner: String, CaseIterable {
        case master, version

        /// The text by which a file of a resource is found.
        func key(_ stem: String) -> String { "\(rawValue)/\(stem)" }
    }

    func otherFiles(of asset: PhotosAssetRecord, in database: Database) throws -> [PhotosFile] {
        let raw = try Data.fetchAll(
            database.cachedStatement(sql: Self.selectRaw), arguments: [asset.row]
        ).compactMap { FilePath(bytes: $0) }.map { PhotosFile(path: $0, kind: .alternatePhoto) }
        let videos = try files(.pairedVideo, of: asset, in: database)
        guard asset.isEdited else { return raw + videos }
        return try raw + videos + files(.fullSizePhoto, of: asset, in: database)
            + files(.fullSizePairedVideo, of: asset, in: database)
    }

    private func files(
        _ kind: AssetResource.Kind, of asset: PhotosAssetRecord, in database: Database
    ) throws -> [PhotosFile] {
        let (select, owner, name) =
            switch kind {
            case .pairedVideo: (Self.selectVideos, Owner.master, "jpegvideocomplement")
            case .fullSizePairedVideo: (Self.selectEdits, Owner.version, "videocomplementoutput")
            default: (Self.selectEdits, Owner.version, "fullsizeoutput")
            }
        let numbers = try Int64.fetchAll(database.cachedStatement(sql: select), arguments: [asset.row])
        return try numbers.flatMap { number in
            try PhotosFileTable.paths(ofKey: owner.key("\(name)_\(String(number, radix: 16))"), in: database)
        }.map { PhotosFile(path: $0, kind: kind) }
    }

    /// `SELECT` of the path of the raw file of a pair.
    private static let selectRaw = """
        SELECT file.path FROM RKVersion AS version
            JOIN RKMaster AS raw ON raw.uuid = version.rawMasterUuid
            JOIN \(PhotosFileTable.name) AS file ON file.path = CAST('\(originals)/' || raw.imagePath AS BLOB)
        WHERE version.modelId = ? AND raw.uuid IS NOT \(originalUUID)
        """

    /// `SELECT` of the numbers of the videos of a Live Photo.
    ///
    /// The type 1 of the owner is a master.
    private static let selectVideos = """
        SELECT DISTINCT CAST(resource.modelId AS INTEGER) FROM RKVersion AS version
            JOIN RKMaster AS original ON original.uuid = \(originalUUID)
            JOIN RKModelResource AS resource ON resource.attachedModelId = original.modelId
        WHERE version.modelId = ? AND resource.attachedModelType = 1 AND resource.UTI = 'com.apple.quicktime-movie'
        """

    /// `SELECT` of the numbers of what was rendered for the edit that is shown.
    ///
    /// The type 2 of the owner is a version. A resource of another edit stays after the edit was changed or reverted.
    private static let selectEdits = """
        SELECT DISTINCT CAST(resource.modelId AS INTEGER) FROM RKVersion AS version
            JOIN RKModelResource AS resource ON resource.attachedModelId = version.modelId
        WHERE version.modelId = ? AND resource.attachedModelType = 2
            AND resource.resourceTag = version.adjustmentUuid AND resource.resourceType IN (4, 8)
        """
}
