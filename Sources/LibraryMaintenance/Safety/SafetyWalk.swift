internal import AssetLoading
internal import Foundation
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
            return try take(finding, in: Place(folder: root, root: root), visit)
        }
        guard goesOn else { return }
        for root in roots where !libraries.hasRead(root) {
            // The record is in the folder of the export, which may be above.
            var folder = root
            while folder.removeLastComponent() { sidecars.read(in: folder) }
            guard try walk(Place(folder: root, root: root), visit) else { return }
        }
    }

    /// A folder that is walked as a whole.
    private struct Place {
        let folder: FilePath
        /// The folder below which the filter's patterns are compared with paths.
        let root: FilePath
        var isInSystemFolder = false
    }

    private func walk(_ place: Place, _ visit: (Finding) -> Bool) throws -> Bool {
        let folders = FolderWalk(library: library, filter: filter, filterRoot: place.root, housekeeping: housekeeping)
        return try folders.walk(
            place.folder,
            handlingWhole: { folder in
                sidecars.read(in: folder)
                return try libraries.handle(folder, below: place.root) { try take($0, in: place, visit) }
            }
        ) { entry in
            switch entry {
            case .file(let path, let identity, let isLink):
                if libraries.hasRead(path) { return true }
                return visit(.file(candidate(SourceFile(path: path, identity: identity, isLink: isLink), in: place)))
            case .skipped(let path, let error): return try take(skipped: path, error, in: place, visit)
            case .failed(let path, let error):
                return visit(.result(SafeFile(path, .notSafe, .unreadable, error: error)))
            }
        }
    }

    private func candidate(_ file: SourceFile, in place: Place) -> Candidate {
        Candidate(file: file, isInSystemFolder: place.isInSystemFolder, importPath: place.folder)
    }

    private func take(_ finding: SourceFinding, in place: Place, _ visit: (Finding) -> Bool) throws -> Bool {
        switch finding {
        case .file(let file): return visit(.file(candidate(file, in: place)))
        case .table(let file), .metadata(let file): return visit(.result(SafeFile(file.path, .metadata)))
        case .notImported(let item):
            guard item.status == .skipped, let error = item.error else {
                return visit(.result(SafeFile(item.path, .notSafe, .unreadable, error: item.error)))
            }
            return try take(skipped: item.path, error, in: place, visit)
        }
    }

    /// Visits a file or folder that an import skips.
    private func take(
        skipped path: FilePath, _ error: PhotoLibraryError, in place: Place, _ visit: (Finding) -> Bool
    ) throws -> Bool {
        guard error.code != .excluded else { return visit(.result(SafeFile(skipped: path, error))) }
        if path != place.folder, path.isFolder, path.isSystemFile(isFolder: true) {
            return try walk(Place(folder: path, root: place.root, isInSystemFolder: true), visit)
        }
        // A file with the name of a system file, or in a hidden folder, may be a photo: its bytes decide. A file in a
        // phone's trash, one that is not complete, and one that the database of its library does not name may be the
        // only one.
        let isOfSystem =
            path.isSystemFile(isFolder: false)
            || [.notAPhoto, .unsupportedFile].contains(error.code) && !path.isFolder
        let mayBeOnly = [.deletedOnDevice, .fileBusy, .invalidResource].contains(error.code)
        guard isOfSystem || mayBeOnly, let identity = identity(of: path), identity.size > 0 else {
            return visit(.result(SafeFile(skipped: path, error)))
        }
        let file = SourceFile(path: path, identity: identity, isLink: false)
        // An import takes a file that it is given, but not one in an archive.
        let importPath = mode(of: path) == nil ? nil : path
        return visit(.file(Candidate(file: file, isInSystemFolder: isOfSystem, importPath: importPath)))
    }

    /// The identity of a regular file, or of a file in an archive that was read; `nil` for anything else.
    private func identity(of path: FilePath) -> FileIdentity? {
        var status = stat()
        guard lstat(path.platform, &status) == 0 else {
            return try? libraries.store.open(path, followsLinks: false).identity
        }
        return status.st_mode & S_IFMT == S_IFREG ? FileIdentity(status) : nil
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
    fileprivate init(skipped path: FilePath, _ error: PhotoLibraryError) {
        switch error.code {
        case .emptyFile: self.init(path, .notSafe, .emptyFile, error: error)
        case .housekeeping: self.init(path, .housekeeping)
        case .excluded: self.init(path, .excluded)
        case .deletedInSource: self.init(path, .deletedInSource, error: error)
        case .inSharedAlbum: self.init(path, .inSharedAlbum, error: error)
        case .networkAccessRequired: self.init(path, .notSafe, .inCloudOnly, error: error)
        case .missingResource: self.init(path, .notSafe, .outsideSource, error: error)
        case .notAPhoto where path.isFolder: self.init(path, .notSafe, .insideLibrary, error: error)
        // An empty file of an operating system or of a hidden folder, or a link of such a name.
        case .notAPhoto, .unsupportedFile: self.init(path, .ignored)
        default: self.init(path, .notSafe, .notARegularFile, error: error)
        }
    }
}

extension FilePath {
    var isLink: Bool { mode(of: self) == S_IFLNK }
    fileprivate var isFolder: Bool { mode(of: self) == S_IFDIR }

    fileprivate func isSystemFile(isFolder: Bool) -> Bool {
        lastComponent.map { FileKinds.isSystemFile($0, isFolder: isFolder) } ?? false
    }
}

/// The file type of a path; `nil` if nothing exists there.
///
/// Links are not followed.
private func mode(of path: FilePath) -> mode_t? {
    var status = stat()
    return lstat(path.platform, &status) == 0 ? status.st_mode & S_IFMT : nil
}
