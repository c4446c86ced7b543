internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// The files of an asset in a library of Photos 5 and later: their names begin with its UUID.
extension Photos5Schema {
    private static let renders = "resources/renders"

    /// The number of characters in the UUID at the beginning of a file's name.
    private static let uuidLength = 36

    func listFiles(of library: FilePath, in database: Database) throws {
        try PhotosFileTable.list(Self.originals, depths: 1...1, of: library, in: database) { name in
            // A file of an unknown kind belongs to no asset, so an import names it.
            Self.kind(ofFileBesideOriginal: name) == nil ? nil : Self.uuid(in: name)
        }
        try PhotosFileTable.list(Self.renders, depths: 1...1, of: library, in: database, key: Self.uuid)
    }

    private static func uuid(in name: FilePath.Component) -> String? {
        name.string.utf8.count > uuidLength ? String(name.string.prefix(uuidLength)) : nil
    }

    func otherFiles(of asset: PhotosAssetRecord, in database: Database) throws -> [PhotosFile] {
        let files = try PhotosFileTable.paths(ofKey: asset.uuid, in: database).filter { $0 != asset.originalPath }
            .compactMap { path in Self.kind(of: path, asset).map { PhotosFile(path: path, kind: $0) } }
        let hasEdit = files.contains { $0.path.starts(with: FilePath(Self.renders)) && $0.kind == .adjustmentData }
        return files.map { file in
            // The camera's adjustments are not those of the edit.
            let isOfCamera =
                hasEdit && file.kind == .adjustmentData && file.path.starts(with: FilePath(Self.originals))
            return isOfCamera ? PhotosFile(path: file.path, kind: .sidecar) : file
        }
    }

    /// The kind of resource that a file beside the original is, by the end of its name; `nil` for an unknown kind.
    private static func kind(ofFileBesideOriginal name: FilePath.Component) -> AssetResource.Kind? {
        switch (name.stem.dropFirst(uuidLength), name.extension?.lowercased()) {
        case ("_3", _?): .pairedVideo
        case ("_4", _?): .alternatePhoto
        case ("_5", "aae"): .adjustmentData
        case ("_5", "xmp"): .sidecar
        default: nil
        }
    }

    /// The kind of resource that a file is, by the end of its name; `nil` for a file that Photos can make again.
    private static func kind(of path: FilePath, _ asset: PhotosAssetRecord) -> AssetResource.Kind? {
        guard let name = path.lastComponent else { return nil }
        if path.starts(with: FilePath(originals)) { return kind(ofFileBesideOriginal: name) }
        // Photos leaves the files of an edit that was reverted.
        guard asset.isEdited, let ending = name.extension?.lowercased() else { return nil }
        switch name.stem.dropFirst(uuidLength) {
        case "": return ending == "plist" || ending == "aae" ? .adjustmentData : nil
        case "_1_201_a": return asset.isVideo ? nil : .fullSizePhoto
        case "_2_0_a": return asset.isVideo ? .fullSizePhoto : nil
        case "_2_100_a": return asset.isVideo ? nil : .fullSizePairedVideo
        default: return nil
        }
    }
}
