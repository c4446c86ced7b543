internal import ArchiveReading
internal import AssetLoading
internal import Foundation
internal import Originals
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Finds the folders and archives that may be parts of exports, by ``ExportName`` and by iCloud's tables.
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
        return name.lowercased().hasSuffix(".zip") || isNamedLikeArchive(path) && ExportName.isOfPart(name)
    }

    /// A part, and the archives in it: a folder may have unpacked parts beside archives.
    func withArchives(_ part: FilePath, below root: FilePath) throws -> [FilePath] {
        [part] + (try find(in: part, below: root).filter { !Self.isFolder($0) })
    }

    /// The archives and the folders in a folder that may be parts of an export.
    ///
    /// - Throws: `cancelled`.
    func find(in folder: FilePath, below root: FilePath) throws -> [FilePath] {
        guard let stream = try? FolderStream(folder) else { return [] }
        var parts: [FilePath] = []
        var partFolders: [FilePath] = []
        var otherFolders: [FilePath] = []
        while let entry = try? stream.next({ (name: FilePath(platformString: $0).lastComponent, type: $1) }) {
            try checkCancellation()
            guard let name = entry.name else { continue }
            let path = folder.appending(name)
            // Most files are of neither kind, and the record of the folder says it.
            let mayBeFolder = entry.type == Int(DT_DIR) || entry.type == Int(DT_UNKNOWN)
            let isArchive = entry.type != Int(DT_DIR) && Self.isNamedLikePart(path) && !Self.isFolder(path)
            guard isArchive || mayBeFolder, filter.includes(path, below: root, isFolder: true) else { continue }
            if isArchive {
                parts.append(path)
            } else if Self.isPart(path) {
                partFolders.append(path)
            } else if Self.isFolder(path.appending("Takeout")) {
                // The folder itself is no part, because it may have other things too.
                parts += try find(in: path, below: root)
            } else if Self.isFolder(path) {
                otherFolders.append(path)
            }
        }
        partFolders += otherFolders.filter { folder in partFolders.contains { Self.areOfOneExport($0, folder) } }
        for folder in partFolders { parts += try withArchives(folder, below: root) }
        return parts.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Whether a folder has the name of a part of an export, or iCloud's tables.
    static func isPart(_ path: FilePath) -> Bool {
        isFolder(path) && (ExportName.isOfPart(path.lastComponent?.string ?? "") || hasTableOfPhotos(path))
    }

    /// Whether two folders or archives in one folder have names of parts of one export.
    static func areOfOneExport(_ path: FilePath, _ other: FilePath) -> Bool {
        path.removingLastComponent() == other.removingLastComponent()
            && ExportName.areOfOneExport(path.lastComponent?.string ?? "", other.lastComponent?.string ?? "")
    }

    /// Whether a folder is at the path itself, not behind a link.
    static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The folder of the photos and tables in a part of iCloud; it has this name in every language.
private let folderOfPhotos = FilePath.Component("Photos")

/// Whether a folder has one of iCloud's tables.
private func hasTableOfPhotos(_ folder: FilePath) -> Bool {
    let photos = folder.appending(folderOfPhotos)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: photos.string)) ?? []
    if names.contains(where: ICloudTable.isNameOfPhotos) { return true }
    let tables = names.lazy.filter { $0.lowercased().hasSuffix(".csv") }.compactMap { FilePath.Component($0) }
    return tables.prefix(ICloudTable.probes).contains { name in
        guard let source = try? LocalFiles().open(photos.appending(name), followsLinks: false) else { return false }
        return isTableOfPhotos { try source.read(into: $0) }
    }
}

/// Whether a file begins like one of iCloud's tables.
private func isTableOfPhotos(_ read: (UnsafeMutableRawBufferPointer) throws -> Int) -> Bool {
    guard let head = try? [UInt8].reading(upTo: ICloudTable.headBytes, read) else { return false }
    return if case .photos = ICloudTable(head) { true } else { false }
}

extension ExportTree.Part {
    /// Whether the part shows that it is of iCloud: exports of two services may have other files at the same paths.
    var isOfICloud: Bool {
        switch self {
        case .folder(let path): ExportName.isOfICloud(name) || hasTableOfPhotos(path)
        case .archive(let archive):
            ExportName.isOfICloud(name) || archive.hasTableOfPhotos
                || archive.entries.contains {
                    $0.path.components.first.map { ExportName.isOfICloud($0.string) } == true
                }
        }
    }
}

extension Archive {
    /// Whether the archive shows by its folders or tables that it is a part of an export.
    var isPartOfExport: Bool {
        entries.contains { $0.path.components.first.map { ExportName.isOfPart($0.string) } == true } || hasTableOfPhotos
    }

    /// Whether the archive has a photo or video.
    var hasMedia: Bool { entries.contains { ExportFile.isMedia($0.path) } }

    fileprivate var hasTableOfPhotos: Bool {
        let tables = entries.lazy.filter { $0.path.extension?.lowercased() == "csv" }
        if tables.contains(where: { ICloudTable.isNameOfPhotos($0.path.lastComponent?.string ?? "") }) { return true }
        let ofPhotos = tables.filter { $0.path.removingLastComponent().lastComponent == folderOfPhotos }
        return ofPhotos.prefix(ICloudTable.probes).contains { entry in
            guard let reader = try? open(entry) else { return false }
            return isTableOfPhotos { try reader.read(into: $0) }
        }
    }
}
