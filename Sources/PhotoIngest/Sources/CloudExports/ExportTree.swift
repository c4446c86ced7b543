internal import ArchiveReading
internal import AssetLoading
internal import Foundation
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// A file of an export.
struct ExportFile: Sendable, Hashable {
    let path: FilePath
    let identity: FileIdentity
    /// Whether the path may be a symbolic link.
    var isLink = false

    var name: String { path.lastComponent?.string ?? "" }
    var isJSON: Bool { path.extension?.lowercased() == "json" }
    var isCSV: Bool { path.extension?.lowercased() == "csv" }
    var isHTML: Bool { path.extension?.lowercased() == "html" }

    /// The file as the import reads it, with what the export states about it.
    func source(stated: StatedFile? = nil) -> SourceFile {
        SourceFile(path: path, identity: identity, isLink: isLink, stated: stated)
    }

    /// Whether an import reads the file before another one of the folder.
    ///
    /// A folder that is in several parts may have the same name twice.
    func isInOrder(before other: ExportFile) -> Bool {
        let (name, otherName) = (path.nameBytes, other.path.nameBytes)
        if name == otherName { return path.bytes.lexicographicallyPrecedes(other.path.bytes) }
        return name.withUnsafeBytes { a in otherName.withUnsafeBytes { b in SourceName.isInOrder(a, b) } }
    }

    /// Whether the name is that of a photo or video.
    var isMedia: Bool { Self.isMedia(path) }

    /// Whether a path has the name of a photo or video.
    static func isMedia(_ path: FilePath) -> Bool {
        switch SourceName(path.nameBytes).role {
        case .photo, .otherPhoto, .raw, .editedPhoto, .video, .editedVideo: true
        default: FileKinds.isNamedLikePhoto(path)
        }
    }
}

extension ExportFile {
    /// Creates an empty table of iCloud, which states nothing; `nil` for another file.
    ///
    /// Another empty file may be a photo that was not copied completely.
    init?(emptyTable path: FilePath) {
        var status = stat()
        guard ICloudTable.isPath(path), stat(path.platform, &status) == 0 else { return nil }
        self.init(path: path, identity: FileIdentity(status))
    }
}

/// The parts of an export as one tree: a folder may have files in several parts.
struct ExportTree: Sendable {
    /// A folder or an archive of the export.
    enum Part: Sendable {
        case folder(FilePath)
        case archive(Archive)

        var path: FilePath {
            switch self {
            case .folder(let path): path
            case .archive(let archive): archive.path
            }
        }

        var name: String { path.lastComponent?.string ?? "" }
    }

    let parts: [Part]
    /// The files by the path of their folder in the export.
    private(set) var folders: [FilePath: [ExportFile]] = [:]
    /// The Apple Photos libraries in the folders, which state their metadata themselves, and the parts that they are
    /// in.
    private(set) var photosLibraries: [(path: FilePath, part: FilePath)] = []
    /// What the listing found that is not imported.
    private(set) var notImported: [ImportItem] = []
    /// The files of further parts that have the path in the export and the size of a listed file, by the path of the
    /// latter.
    private var copies: [FilePath: [ExportFile]] = [:]

    /// Lists the files of all parts.
    ///
    /// An archive may be beside the folder to which it was unpacked, and a part may be there twice. Of files with the
    /// same path and size the first is listed, so that it is not ambiguous which photo a name means.
    ///
    /// - Parameters:
    ///   - isOfICloud: Whether the parts are of iCloud: they have different photos at the same path.
    ///   - walk: Walks the folders.
    ///   - filter: Which files are excluded.
    ///   - appleLibraries: Recognises the Apple Photos libraries, whose files are not listed.
    ///   - archivedFiles: Opens the files of the archives.
    /// - Throws: The error of `checkCancellation`.
    init(
        _ parts: [Part], isOfICloud: Bool, walk: FolderWalk, filter: PathFilter, _ appleLibraries: AppleLibraryImport,
        in archivedFiles: ArchivedFiles, checkCancellation: () throws -> Void
    ) throws {
        self.parts = parts
        for part in parts {
            switch part {
            case .folder(let path): try list(path, walk, appleLibraries.reads, checkCancellation)
            case .archive(let archive):
                try list(archive, isOfICloud: isOfICloud, filter, appleLibraries, archivedFiles, checkCancellation)
            }
        }
        if parts.count > 1, !isOfICloud { separateCopies() }
    }

    /// The file, and its copies in further parts, with what is stated about it.
    func withCopies(_ file: SourceFile) -> [SourceFile] {
        [file] + copies[file.path, default: []].map { $0.source(stated: file.stated) }
    }

    private mutating func separateCopies() {
        struct NameAndSize: Hashable {
            let name: FilePath.Component?
            let size: Int64
        }
        for (folder, files) in folders {
            var listed: [ExportFile] = []
            var firsts: [NameAndSize: FilePath] = [:]
            for file in files {
                let key = NameAndSize(name: file.path.lastComponent, size: file.identity.size)
                if let first = firsts[key] {
                    copies[first, default: []].append(file)
                } else {
                    firsts[key] = file.path
                    listed.append(file)
                }
            }
            folders[folder] = listed
        }
    }

    private mutating func list(
        _ folder: FilePath, _ walk: FolderWalk, _ isPhotosLibrary: (FilePath) -> Bool,
        _ checkCancellation: () throws -> Void
    ) throws {
        var libraries: [FilePath] = []
        _ = try walk.walk(
            folder,
            handlingWhole: { path in
                guard isPhotosLibrary(path) else { return nil }
                libraries.append(path)
                return true
            }
        ) { entry in
            try checkCancellation()
            switch entry {
            case .file(let path, let identity, let isLink):
                add(ExportFile(path: path, identity: identity, isLink: isLink), below: folder)
            case .skipped(let path, let skip):
                if skip == .emptyFile, let table = ExportFile(emptyTable: path) {
                    add(table, below: folder)
                } else {
                    notImported.append(ImportItem(path, .skipped(skip)))
                }
            case .failed(let path, let error): notImported.append(ImportItem(path, .failed(error)))
            }
            return true
        }
        photosLibraries += libraries.map { (path: $0, part: folder) }
    }

    private mutating func list(
        _ archive: Archive, isOfICloud: Bool, _ filter: PathFilter, _ appleLibraries: AppleLibraryImport,
        _ archivedFiles: ArchivedFiles, _ checkCancellation: () throws -> Void
    ) throws {
        let libraries = appleLibraries.libraries(in: archive)
        for library in libraries.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            notImported.append(.libraryInArchive(archive.path.pushing(library)))
        }
        func isInLibrary(_ entry: Archive.Entry) -> Bool {
            var folder = entry.path
            while folder.removeLastComponent() { if libraries.contains(folder) { return true } }
            return false
        }
        for refused in archive.refused {
            let path = refused.error.path.map { FilePath($0) } ?? archive.path
            notImported.append(ImportItem(path, .failed(refused.error)))
        }
        let camera = CameraHousekeeping(in: archive, archivedFiles)
        var (folder, kind) = (archive.path, camera.folderKind(of: archive.path))
        for entry in archive.entries where libraries.isEmpty || !isInLibrary(entry) {
            try checkCancellation()
            let path = archive.path.pushing(entry.path)
            if folder != path.removingLastComponent() {
                folder = path.removingLastComponent()
                kind = camera.folderKind(of: folder)
            }
            let skip =
                Self.skip(entry, path, filter, below: archive.path)
                ?? (camera.contains(path, in: kind) ? .housekeeping(isArchived: true) : nil)
            if let skip {
                notImported.append(ImportItem(path, .skipped(skip)))
            } else if isOfICloud, ExportParts.isNamedLikeArchive(path) {
                notImported.append(.archiveInArchive(path))
            } else {
                add(ExportFile(path: path, identity: entry.identity(in: archive.identity)), below: archive.path)
            }
        }
    }

    /// Why a file of an archive is skipped by its name or its size; `nil` if it is not.
    private static func skip(
        _ entry: Archive.Entry, _ path: FilePath, _ filter: PathFilter, below archive: FilePath
    ) -> Skip? {
        guard filter.includes(path, below: archive, isFolder: false) else { return .excluded }
        let folders = entry.path.removingLastComponent().components
        if let hidden = folders.first(where: { $0.string.hasPrefix(".") }) {
            return .inHiddenFolder(name: hidden.string)
        }
        let isOfSystem =
            folders.contains { FileKinds.isSystemFile($0, isFolder: true) }
            || path.lastComponent.map { FileKinds.isSystemFile($0, isFolder: false) } == true
        if isOfSystem { return .systemFile }
        if let name = path.lastComponent, FileKinds.isInTrash(name) { return .deletedOnDevice(isArchived: true) }
        if let name = path.lastComponent, FileKinds.isPending(name) { return .incomplete(isArchived: true) }
        return entry.size > 0 || ICloudTable.isPath(path) ? nil : .emptyFile
    }

    private mutating func add(_ file: ExportFile, below part: FilePath) {
        var inner = file.path
        _ = inner.removePrefix(part)
        let components = inner.removingLastComponent().components.drop { ExportName.isOfPart($0.string) }
        folders[FilePath(root: nil, components), default: []].append(file)
    }

    /// The folders in order.
    var sortedFolders: [(path: FilePath, files: [ExportFile])] {
        folders.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }.map { ($0.key, $0.value) }
    }
}

extension CameraHousekeeping {
    /// The rules for the files of an archive.
    fileprivate init(in archive: Archive, _ archivedFiles: ArchivedFiles) {
        var paths: Set<FilePath> = []
        for entry in archive.entries {
            var path = entry.path
            // The folders of a path that is known are known.
            while paths.insert(path).inserted, path.removeLastComponent() {}
        }
        self.init(
            exists: { [paths, root = archive.path] path in
                var inner = path
                return inner.removePrefix(root) && paths.contains(inner)
            }, in: archivedFiles)
    }
}

extension ImportItem {
    /// An archive of shared albums in a part of an export of iCloud Photos.
    fileprivate static func archiveInArchive(_ path: FilePath) -> ImportItem {
        unusable(path, "This is an archive in an archive", "Unpack the outer archive, and import the inner one.")
    }

    /// A library of Apple's Photos, whose thumbnails would otherwise become photos.
    fileprivate static func libraryInArchive(_ path: FilePath) -> ImportItem {
        unusable(path, "This is an Apple Photos library in an archive", "Unpack the archive, and import the library.")
    }

    private static func unusable(_ path: FilePath, _ what: String, _ remedy: String) -> ImportItem {
        ImportItem(
            path,
            .failed(
                PhotoLibraryError(
                    .unsupportedFile, "\(what), so nothing of it was imported. \(remedy)", path: path.string)))
    }
}
