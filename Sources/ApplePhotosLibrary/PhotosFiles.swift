internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// The regular files of a library, in a table of the database's copy.
///
/// The table is a listing of the folders, so that a path in the database cannot lead to any other file. It is not in
/// memory, because a library may have a million files.
enum PhotosFiles {
    static let table = "openphotokitFile"
    static let originals = "originals"
    static let renders = "resources/renders"

    /// The number of characters in the UUID at the beginning of a file's name.
    private static let uuidLength = 36

    /// Lists the files of the originals and of the rendered edits.
    static func list(_ library: FilePath, in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(table) (path BLOB PRIMARY KEY, asset TEXT) WITHOUT ROWID;
                CREATE INDEX \(table)_asset ON \(table) (asset, path);
                """)
        let insert = try database.makeStatement(sql: "INSERT INTO \(table) VALUES (?, ?)")
        for root in [originals, renders] {
            guard isFolder(library, root) else { continue }
            try visitEntries(of: library.pushing(FilePath(root))) { folder, type in
                guard type == S_IFDIR else { return }
                let subfolder = FilePath(root).appending(folder)
                try visitEntries(of: library.pushing(subfolder)) { name, type in
                    guard type == S_IFREG else { return }
                    let asset = name.string.utf8.count > uuidLength ? String(name.string.prefix(uuidLength)) : nil
                    try insert.execute(arguments: [Data(subfolder.appending(name).bytes), asset])
                }
            }
        }
    }

    /// Whether no component of the path below the library is a link or a file.
    private static func isFolder(_ library: FilePath, _ path: String) -> Bool {
        var folder = library
        return FilePath(path).components.allSatisfy { name in
            folder.append(name)
            var status = stat()
            return lstat(folder.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }

    /// Visits the names in a folder with their file types; links are not followed.
    private static func visitEntries(of folder: FilePath, _ visit: (FilePath.Component, mode_t) throws -> Void) throws {
        let descriptor = open(folder.platform, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            let errno = Errno(rawValue: errno)
            if descriptor >= 0 { close(descriptor) }
            throw PhotoLibraryError(
                .unreadable, "Cannot be read: \(errno). Check that it exists and may be read.", path: folder.string,
                cause: errno)
        }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else {
                    let errno = Errno(rawValue: errno)
                    throw PhotoLibraryError(
                        .unreadable, "Cannot be read to its end: \(errno).", path: folder.string, cause: errno)
                }
                return
            }
            // The name is read through a pointer to the record, because some file systems have names longer than the
            // array `d_name`.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0).lastComponent }
            }
            guard let name, name.kind == .regular else { continue }
            var status = stat()
            guard name.withPlatformString({ fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else {
                continue
            }
            try visit(name, status.st_mode & S_IFMT)
        }
    }

    // MARK: Files of an asset

    /// The files of an asset, relative to the library, the original first; empty without the original.
    static func files(of asset: PhotosAssetRecord, in database: Database) throws -> [(
        path: FilePath, kind: AssetResource.Kind
    )] {
        guard let original = asset.originalPath else { return [] }
        let isListed = try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE path = ?)"),
            arguments: [Data(original.bytes)])
        guard isListed == true else { return [] }
        let others = try Data.fetchAll(
            database.cachedStatement(sql: "SELECT path FROM \(table) WHERE asset = ? ORDER BY path"),
            arguments: [asset.uuid]
        ).compactMap { FilePath(bytes: $0) }.filter { $0 != original }
        let kinds = others.compactMap { path in kind(of: path, asset).map { (path: path, kind: $0) } }
        let hasEdit = kinds.contains { $0.path.starts(with: FilePath(renders)) && $0.kind == .adjustmentData }
        return [(original, .original)]
            + kinds.map { file in
                // The camera's adjustments are not those of the edit.
                let isOfCamera = hasEdit && file.kind == .adjustmentData && file.path.starts(with: FilePath(originals))
                return isOfCamera ? (file.path, .sidecar) : file
            }
    }

    /// The kind of resource that a file is, by the end of its name; `nil` for a file that Photos can make again.
    private static func kind(of path: FilePath, _ asset: PhotosAssetRecord) -> AssetResource.Kind? {
        guard let name = path.lastComponent, let ending = name.extension?.lowercased() else { return nil }
        let suffix = name.stem.dropFirst(uuidLength)
        if path.starts(with: FilePath(originals)) {
            switch suffix {
            case "_3": return .pairedVideo
            case "_4": return .alternatePhoto
            case "_5": return ending == "aae" ? .adjustmentData : ending == "xmp" ? .sidecar : nil
            default: return nil
            }
        }
        // Photos leaves the files of an edit that was reverted.
        guard asset.isEdited else { return nil }
        switch suffix {
        case "": return ending == "plist" || ending == "aae" ? .adjustmentData : nil
        case "_1_201_a": return asset.isVideo ? nil : .fullSizePhoto
        case "_2_0_a": return asset.isVideo ? .fullSizePhoto : nil
        case "_2_100_a": return asset.isVideo ? nil : .fullSizePairedVideo
        default: return nil
        }
    }
}
