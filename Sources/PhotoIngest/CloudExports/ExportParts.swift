internal import ArchiveReading
internal import Foundation
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Finds the folders and archives that may be parts of exports, by their names and by iCloud's tables.
struct ExportParts: Sendable {
    let filter: PathFilter
    let checkCancellation: @Sendable () throws -> Void

    static func isNamedLikeArchive(_ path: FilePath) -> Bool {
        let name = path.lastComponent?.string.lowercased() ?? ""
        return [".zip", ".tgz", ".tar.gz"].contains { name.hasSuffix($0) }
    }

    /// Whether an archive that the owner did not name may be a part of an export.
    ///
    /// A compressed tar archive is read to its end to know its files, so it needs the name of a part.
    private static func isNamedLikePart(_ path: FilePath) -> Bool {
        let name = path.lastComponent?.string ?? ""
        return name.lowercased().hasSuffix(".zip") || isNamedLikeArchive(path) && ExportTree.isName(ofPart: name)
    }

    /// A part, and the archives in it: a folder may have unpacked parts beside archives.
    func withArchives(_ part: FilePath, below root: FilePath) throws -> [FilePath] {
        [part] + (try find(in: part, below: root).filter { !Self.isFolder($0) })
    }

    /// The archives and the folders in a folder that may be parts of an export.
    ///
    /// - Throws: `cancelled`.
    func find(in folder: FilePath, below root: FilePath) throws -> [FilePath] {
        guard let stream = opendir(folder.platform) else { return [] }
        defer { closedir(stream) }
        var parts: [FilePath] = []
        while let entry = readdir(stream) {
            try checkCancellation()
            // The name is read through a pointer to the record, because some file systems have longer names.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0).lastComponent }
            }
            guard let name, name.kind == .regular else { continue }
            let path = folder.appending(name)
            // Most files are of neither kind, and the record of the folder says it.
            let type = Int(entry.pointee.d_type)
            let mayBeFolder = type == Int(DT_DIR) || type == Int(DT_UNKNOWN)
            let isArchive = type != Int(DT_DIR) && Self.isNamedLikePart(path) && !Self.isFolder(path)
            guard isArchive || mayBeFolder, filter.includes(path, below: root, isFolder: true) else { continue }
            if isArchive {
                parts.append(path)
            } else if Self.isPart(path) {
                parts += try withArchives(path, below: root)
            } else if Self.isFolder(path.appending("Takeout")) {
                // The folder itself is no part, because it may have other things too.
                parts += try find(in: path, below: root)
            }
        }
        return parts.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Whether a folder has the name of a part of an export, or iCloud's tables.
    static func isPart(_ path: FilePath) -> Bool {
        guard Self.isFolder(path) else { return false }
        let name = path.lastComponent?.string ?? ""
        return ExportTree.isName(ofPart: name) || hasTableOfPhotos(path)
    }

    /// Whether a folder is at the path itself, not behind a link.
    static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// Whether a folder has one of iCloud's tables.
private func hasTableOfPhotos(_ folder: FilePath) -> Bool {
    ["Photos/Photo Details.csv", "Photos/Photo Details-1.csv"].contains { exists(folder.pushing(FilePath($0))) }
}

extension ExportTree.Part {
    /// Whether the part is of iCloud: exports of two services may have other files at the same paths.
    var isOfICloud: Bool {
        switch self {
        case .folder(let path):
            path.lastComponent.map { ExportTree.isName(ofICloud: $0.string) } == true || hasTableOfPhotos(path)
        case .archive(let archive):
            archive.entries.contains { entry in
                entry.path.components.first.map { ExportTree.isName(ofICloud: $0.string) } == true
                    || entry.path.lastComponent.map { ICloudExport.isName(ofTableOfPhotos: $0.string) } == true
            }
        }
    }
}

private func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.platform, &status) == 0
}

extension Archive {
    /// Whether the archive has the folders or tables of an export.
    var isPartOfExport: Bool {
        entries.contains { entry in
            entry.path.components.first.map { ExportTree.isName(ofPart: $0.string) } == true
                || entry.path.lastComponent.map { ICloudExport.isName(ofTableOfPhotos: $0.string) } == true
        }
    }
}
