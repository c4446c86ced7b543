internal import AssetLoading
internal import Foundation
internal import Originals
internal import PhotoIngest
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Walks what an import would read, and also the folders that an import skips, because they may hold photos.
///
/// Of another photo library or an export, it visits what an import would take, and what is left out with the reason.
struct SafetyWalk {
    /// A file to check.
    struct Candidate {
        let file: SourceFile
        /// Whether the file has the name of a system file or lies in a system folder.
        let isInSystemFolder: Bool
        /// The path to give to an import so that the import reaches the file; `nil` if no import reaches it.
        let importPath: FilePath?
    }

    enum Finding {
        case file(Candidate)
        /// A file or folder whose result is known without reading it.
        case result(SafeFile)
    }

    let library: FilePath
    let filter: PathFilter
    let housekeeping: CameraHousekeeping
    let libraries: SourceLibraries
    let sidecars: ExportedSidecars

    /// Visits everything below `roots` until `visit` returns false.
    ///
    /// - Throws: `cancelled`.
    func walk(_ roots: [FilePath], _ visit: (Finding) -> Bool) throws {
        let goesOn = try libraries.walk(roots: roots) { finding in
            let path = finding.path
            let root = roots.first { path.starts(with: $0) } ?? path
            return try take(finding, in: WalkedFolder(folder: root, root: root), visit)
        }
        guard goesOn else { return }
        for root in roots where !libraries.hasRead(root) {
            // The record is in the folder of the export, which may be above.
            var folder = root
            while folder.removeLastComponent() { sidecars.read(in: folder) }
            guard try walk(WalkedFolder(folder: root, root: root), visit) else { return }
        }
    }

    /// A folder that is walked as a whole.
    private struct WalkedFolder {
        let folder: FilePath
        /// The folder below which the filter's patterns are compared with paths.
        let root: FilePath
        var isInSystemFolder = false
    }

    private func walk(_ walked: WalkedFolder, _ visit: (Finding) -> Bool) throws -> Bool {
        let folders = FolderWalk(
            library: library, skipsStores: true, filter: filter, filterRoot: walked.root, housekeeping: housekeeping)
        return try folders.walk(
            walked.folder,
            handlingWhole: { folder in
                sidecars.read(in: folder)
                return try libraries.handle(folder, below: walked.root) { try take($0, in: walked, visit) }
            }
        ) { entry in
            switch entry {
            case .file(let path, let identity, let isLink):
                if libraries.hasRead(path) { return true }
                return visit(.file(candidate(SourceFile(path: path, identity: identity, isLink: isLink), in: walked)))
            case .skipped(let path, let skip): return try take(skipped: path, skip, in: walked, visit)
            case .failed(let path, let error):
                return visit(.result(SafeFile(path, .notSafe, .unreadable, error: error)))
            }
        }
    }

    private func candidate(_ file: SourceFile, in walked: WalkedFolder) -> Candidate {
        Candidate(file: file, isInSystemFolder: walked.isInSystemFolder, importPath: walked.folder)
    }

    private func take(_ finding: SourceFinding, in walked: WalkedFolder, _ visit: (Finding) -> Bool) throws -> Bool {
        switch finding {
        case .file(let file): return visit(.file(candidate(file, in: walked)))
        case .table(let file), .metadata(let file): return visit(.result(SafeFile(file.path, .metadata)))
        case .notImported(let item):
            guard case .skipped(let skip) = item.outcome else {
                return visit(.result(SafeFile(item.path, .notSafe, .unreadable, error: item.error)))
            }
            return try take(skipped: item.path, skip, in: walked, visit)
        }
    }

    /// Visits a file or folder that an import skips.
    private func take(
        skipped path: FilePath, _ skip: Skip, in walked: WalkedFolder, _ visit: (Finding) -> Bool
    ) throws -> Bool {
        let isOfSystem: Bool
        switch skip.reason {
        case .systemFolder, .hiddenFolder:
            return try walk(WalkedFolder(folder: path, root: walked.root, isInSystemFolder: true), visit)
        // A file with the name of a system file, or in a hidden folder, may be a photo: its bytes decide.
        case .systemFile, .inHiddenFolder: isOfSystem = true
        // The file may be the only one.
        case .deletedOnDevice, .incomplete, .unknownToSource: isOfSystem = false
        default: return visit(.result(SafeFile(path, skipped: skip)))
        }
        guard let found = find(path), found.identity.size > 0 else {
            return visit(.result(SafeFile(path, skipped: skip)))
        }
        let file = SourceFile(path: path, identity: found.identity, isLink: false)
        // An import takes a file that it is given, but not one in an archive.
        let importPath = found.isArchived ? nil : path
        return visit(.file(Candidate(file: file, isInSystemFolder: isOfSystem, importPath: importPath)))
    }

    /// A regular file, or a file in an archive that was read; `nil` for anything else.
    private func find(_ path: FilePath) -> (identity: FileIdentity, isArchived: Bool)? {
        var status = stat()
        guard lstat(path.platform, &status) == 0 else {
            guard let file = try? libraries.fileSource.open(path, followsLinks: false),
                let version = try? file.version()
            else {
                return nil
            }
            return (version.fileIdentity(size: file.length), true)
        }
        return status.st_mode & S_IFMT == S_IFREG ? (FileIdentity(status), false) : nil
    }
}

extension SourceFinding {
    fileprivate var path: FilePath {
        switch self {
        case .file(let file), .table(let file), .metadata(let file): file.path
        case .notImported(let item): item.path
        }
    }
}

extension SafeFile {
    /// A file or folder that an import skips.
    fileprivate init(_ path: FilePath, skipped skip: Skip) {
        let error = skip.error(path)
        switch skip.reason {
        case .emptyFile: self.init(path, .notSafe, .emptyFile, error: error)
        case .housekeeping: self.init(path, .housekeeping)
        case .excluded: self.init(path, .excluded)
        case .deletedInSource: self.init(path, .deletedInSource, error: error)
        case .inSharedAlbum: self.init(path, .inSharedAlbum, error: error)
        case .inCloudOnly: self.init(path, .notSafe, .inCloudOnly, error: error)
        case .outsideSource: self.init(path, .notSafe, .outsideSource, error: error)
        case .library: self.init(path, .notSafe, .insideLibrary, error: error)
        case .store: self.init(path, .notSafe, .insideStore, error: error)
        // An empty file of an operating system or of a hidden folder, or a link of such a name.
        case .systemFile, .inHiddenFolder: self.init(path, .ignored)
        case .notAPhoto, .deletedBefore, .unknownToSource, .metadataOnly, .photoNotFound, .deletedOnDevice, .incomplete,
            .systemFolder, .hiddenFolder, .link, .specialFile, .repeatedFolder:
            self.init(path, .notSafe, .notARegularFile, error: error)
        }
    }
}

extension FilePath {
    var isLink: Bool { isSymbolicLink(self) }
}

/// Whether a symbolic link is at the path.
private func isSymbolicLink(_ path: FilePath) -> Bool {
    var status = stat()
    return lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}
