internal import ArchiveReading
internal import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The archives, and the exports of Google Photos and iCloud, that an import meets.
///
/// The parts of an export that are named together, or that are in one folder, are one tree.
final class CloudExportImport: Sendable {
    private let request: ImportRequest
    private let finder: ExportParts
    private let walk: FolderWalk
    private let archivedFiles: ArchivedFiles
    private let appleLibraries: AppleLibraryImport
    private let checkCancellation: @Sendable () throws -> Void
    private let state = Mutex(State())

    private struct State {
        /// The archives and folders that were read as parts.
        var read: Set<FilePath> = []
        /// The folders whose parts were looked for.
        var examined: Set<FilePath> = []
        var contents: [SourceLibrary] = []
    }

    /// - Parameters:
    ///   - walk: Walks the folders of exports.
    ///   - archivedFiles: Gets the archives that are opened.
    ///   - appleLibraries: Reads the Apple Photos libraries in the folders of exports.
    init(
        _ request: ImportRequest, walk: FolderWalk, _ archivedFiles: ArchivedFiles,
        _ appleLibraries: AppleLibraryImport,
        checkCancellation: @escaping @Sendable () throws -> Void
    ) {
        self.request = request
        finder = ExportParts(filter: request.filter, checkCancellation: checkCancellation)
        self.walk = walk
        self.archivedFiles = archivedFiles
        self.appleLibraries = appleLibraries
        self.checkCancellation = checkCancellation
    }

    /// What the exports contain, in the order in which they were met.
    var contents: [SourceLibrary] { state.withLock { $0.contents } }

    /// Whether an archive or a folder was read as a part of an export.
    func hasRead(_ path: FilePath) -> Bool { state.withLock { $0.read.contains(path) } }

    // MARK: Parts

    /// Visits the files of the archives among these paths, and of the exports among them and directly in them, until
    /// `visit` returns false.
    ///
    /// - Returns: False if `visit` ended the walk.
    /// - Throws: The errors of `visit`; `cancelled`.
    func walk(roots: [FilePath], _ visit: (SourceFinding) throws -> Bool) throws -> Bool {
        var named = roots.filter { ExportParts.isPart($0) || ExportParts.isNamedLikeArchive($0) }
        named += roots.filter { root in
            ExportParts.isFolder(root) && !named.contains(root)
                && named.contains { ExportParts.isFolder($0) && ExportParts.areOfOneExport($0, root) }
        }
        let folders =
            request.readsPhotoLibraries ? roots.filter { ExportParts.isFolder($0) && !named.contains($0) } : []
        state.withLock { $0.examined.formUnion(folders) }
        let inside = try folders.flatMap { try finder.find(in: $0, below: $0) }
        let whole = request.readsPhotoLibraries ? try named.flatMap { try finder.withArchives($0, below: $0) } : named
        // A part may be named, and be in a folder that is named.
        var seen: Set<FilePath> = []
        return try walk(parts: (whole + inside).filter { seen.insert($0).inserted }, named: Set(named), visit)
    }

    /// Visits the files of the exports directly in a folder, until `visit` returns false.
    ///
    /// - Parameter root: The path of the request that the folder is below.
    /// - Returns: False if `visit` ended the walk.
    /// - Throws: The errors of `visit`; `cancelled`.
    func walk(in folder: FilePath, below root: FilePath, _ visit: (SourceFinding) throws -> Bool) throws -> Bool {
        guard request.readsPhotoLibraries, !state.withLock({ $0.examined.contains(folder) }) else { return true }
        let parts = try finder.find(in: folder, below: root).filter { !hasRead($0) }
        return try walk(parts: parts, named: [], visit)
    }

    /// Reads the parts.
    ///
    /// - Parameter named: The parts that the owner named: such an archive is read also if it is no export.
    private func walk(
        parts paths: [FilePath], named: Set<FilePath>, _ visit: (SourceFinding) throws -> Bool
    ) throws -> Bool {
        var parts: [ExportTree.Part] = []
        var others: [Archive] = []
        var failures: [(path: FilePath, error: PhotoLibraryError)] = []
        for path in paths {
            try checkCancellation()
            guard ExportParts.isNamedLikeArchive(path), !ExportParts.isFolder(path) else {
                if request.readsPhotoLibraries { parts.append(.folder(path)) }
                continue
            }
            do {
                let archive = try archivedFiles.archive(at: path, checkCancellation: checkCancellation)
                if request.readsPhotoLibraries, archive.isPartOfExport {
                    parts.append(.archive(archive))
                } else {
                    others.append(archive)
                }
            } catch let error as PhotoLibraryError where error.code != .cancelled {
                failures.append((path, error))
            }
        }
        // A part without a table is known by the name of one that has it.
        let known = parts.map(\.path)
        func isOfKnownExport(_ path: FilePath) -> Bool { known.contains { ExportParts.areOfOneExport($0, path) } }
        parts += others.filter { isOfKnownExport($0.path) }.map { .archive($0) }
        for (path, error) in failures {
            // An archive that the owner did not name and that is no part of an export is an ordinary file.
            let isPart = path.lastComponent.map { ExportName.isOfPart($0.string) } == true || isOfKnownExport(path)
            guard named.contains(path) || isPart else { continue }
            state.withLock { _ = $0.read.insert(path) }
            guard try visit(.notImported(ImportItem(path, .failed(error)))) else { return false }
        }
        // Apple puts archives of shared albums into a part.
        let foldersOfICloud = partsOfICloud(among: parts)
        let plain = others.filter { archive in
            !isOfKnownExport(archive.path)
                && (named.contains(archive.path)
                    || foldersOfICloud.contains(archive.path.removingLastComponent()) && archive.hasMedia)
        }
        guard try walkPlain(plain, visit) else { return false }
        return try walkExports(parts, named, visit)
    }

    /// Reads the parts of each service as one export.
    private func walkExports(
        _ parts: [ExportTree.Part], _ named: Set<FilePath>, _ visit: (SourceFinding) throws -> Bool
    ) throws -> Bool {
        guard try refuseOtherModes(parts, visit) else { return false }
        let readable = parts.filter { !hasRead($0.path) }
        for case .archive(let archive) in readable { archivedFiles.add(archive) }
        var exports: [(export: any CloudExport, tree: ExportTree)] = []
        var plain: [Archive] = []
        let ofICloud = partsOfICloud(among: readable)
        for (parts, isOfICloud) in [
            (readable.filter { !ofICloud.contains($0.path) }, false),
            (readable.filter { ofICloud.contains($0.path) }, true),
        ] where !parts.isEmpty {
            let tree = try self.tree(parts, isOfICloud: isOfICloud)
            let takeout = try TakeoutExport(tree, in: archivedFiles, checkCancellation: checkCancellation)
            if let export: any CloudExport = try takeout
                ?? ICloudExport(tree, in: archivedFiles, checkCancellation: checkCancellation)
            {
                exports.append((export, tree))
                state.withLock { $0.read.formUnion(parts.map(\.path)) }
            } else {
                // The walk reads the folders as ordinary ones. The photos of archives without metadata are photos too.
                for case .archive(let archive) in parts where named.contains(archive.path) || archive.hasMedia {
                    plain.append(archive)
                }
            }
        }
        for (export, tree) in exports { guard try walk(export, tree, visit) else { return false } }
        return try walkPlain(plain, visit)
    }

    /// The parts that show that they are of iCloud, and those whose names differ from them only in the number.
    private func partsOfICloud(among parts: [ExportTree.Part]) -> Set<FilePath> {
        let known = Set(parts.filter(\.isOfICloud).map(\.path))
        let others = parts.map(\.path).filter { path in known.contains { ExportParts.areOfOneExport($0, path) } }
        return known.union(others)
    }

    private func walk(
        _ export: any CloudExport, _ tree: ExportTree, _ visit: (SourceFinding) throws -> Bool
    ) throws -> Bool {
        let kind = type(of: export).kind
        for item in tree.notImported { guard try visit(.notImported(item)) else { return false } }
        var contents = SourceLibrary(path: tree.parts[0].path, kind, parts: tree.parts.count)
        var albums: Set<DestinationAlbum> = []
        var goesOn = true
        try export.visitAssets { asset in
            try checkCancellation()
            let isImported = !asset.isTrashed || request.importsTrashed
            contents.count(asset, isImported: isImported)
            if let problem = asset.problem {
                goesOn = try visit(.notImported(ImportItem(asset.original.path, .failed(problem))))
                return goesOn
            }
            guard isImported else {
                // Its edit, its video and its sidecar are in the trash with it. They are named, because only their
                // names say so.
                for file in asset.files where goesOn {
                    goesOn = try visit(.notImported(ImportItem(file.path, .skipped(.inTrash(of: kind)))))
                }
                return goesOn
            }
            albums.formUnion(asset.albums)
            // An archive in a part that is a folder was read as a part.
            for file in asset.sourceFiles(kind).flatMap(tree.withCopies) where goesOn && !hasRead(file.path) {
                switch asset.role {
                case .table: goesOn = try visit(.table(file))
                case .loneSidecar, .serviceFile: goesOn = try visit(.metadata(file))
                case .photo, .other: goesOn = try visit(.file(file))
                }
            }
            return goesOn
        }
        contents.albums = albums.count
        state.withLock { $0.contents.append(contents) }
        for library in tree.photosLibraries where goesOn {
            goesOn = try appleLibraries.walk(library.path, below: library.part, visit)
        }
        return goesOn
    }

    private func tree(_ parts: [ExportTree.Part], isOfICloud: Bool) throws -> ExportTree {
        try ExportTree(
            parts, isOfICloud: isOfICloud, walk: walk, filter: request.filter, appleLibraries, in: archivedFiles,
            checkCancellation: checkCancellation)
    }

    private func walkPlain(_ archives: [Archive], _ visit: (SourceFinding) throws -> Bool) throws -> Bool {
        guard try refuseOtherModes(archives.map { .archive($0) }, visit) else { return false }
        for archive in archives where !hasRead(archive.path) {
            archivedFiles.add(archive)
            state.withLock { _ = $0.read.insert(archive.path) }
            let tree = try self.tree([.archive(archive)], isOfICloud: false)
            for item in tree.notImported { guard try visit(.notImported(item)) else { return false } }
            for (_, files) in tree.sortedFolders {
                for file in files.sorted(by: { $0.isInOrder(before: $1) }) {
                    guard try visit(.file(file.source())) else { return false }
                }
            }
        }
        return true
    }

    /// Reports the archives of an import that removes its sources or only refers to them, and marks them as read.
    private func refuseOtherModes(
        _ parts: [ExportTree.Part], _ visit: (SourceFinding) throws -> Bool
    ) throws -> Bool {
        guard request.mode != .copy else { return true }
        for case .archive(let archive) in parts where !hasRead(archive.path) {
            state.withLock { _ = $0.read.insert(archive.path) }
            let item = ImportItem(archive.path, .failed(.needsCopies(archive.path, request.mode)))
            guard try visit(.notImported(item)) else { return false }
        }
        return true
    }
}

extension PhotoLibraryError {
    fileprivate static func needsCopies(_ archive: FilePath, _ mode: ImportRequest.Mode) -> PhotoLibraryError {
        PhotoLibraryError(
            .unsupportedFile,
            mode == .move
                ? "An import cannot remove single files from an archive, so nothing of it was imported. Import it without "
                    + "removing the sources, and remove the archive yourself."
                : "A library cannot refer to files in an archive, so nothing of it was imported. Import copies.",
            path: archive.string)
    }
}
