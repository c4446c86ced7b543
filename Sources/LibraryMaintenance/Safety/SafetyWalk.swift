internal import DurableIO
internal import Foundation
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Walks folders like an import, but also the folders that an import skips, because they may hold photos.
struct SafetyWalk {
    let library: FilePath
    let filter: PathFilter
    let housekeeping: CameraHousekeeping

    /// Visits everything below `root` until `visit` returns false.
    ///
    /// `visit` gets the entry, whether the entry is a system file or lies in a system folder, and the path to give to
    /// an import so that the import reaches the entry.
    @discardableResult
    func walk(
        _ root: FilePath, _ visit: (FolderWalk.Entry, _ isInSystemFolder: Bool, _ importPath: FilePath) -> Bool
    ) -> Bool {
        walk(root, below: root, isInSystemFolder: false, visit)
    }

    private func walk(
        _ folder: FilePath, below root: FilePath, isInSystemFolder: Bool,
        _ visit: (FolderWalk.Entry, Bool, FilePath) -> Bool
    ) -> Bool {
        let folders = FolderWalk(library: library, filter: filter, filterRoot: root, housekeeping: housekeeping)
        return folders.walk(folder) { entry in
            guard case .skipped(let path, let error) = entry, error.code != .excluded else {
                return visit(entry, isInSystemFolder, folder)
            }
            if path != folder, path.isFolder, path.isSystemFile(isFolder: true) {
                return walk(path, below: root, isInSystemFolder: true, visit)
            }
            // A file with the name of a system file may be a photo: its bytes decide. A file in a phone's trash, and one
            // that is not complete, may be the only one.
            let isOfSystem = path.isSystemFile(isFolder: false)
            var status = stat()
            if isOfSystem || error.code == .deletedOnDevice || error.code == .fileBusy,
                lstat(path.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
            {
                return visit(.file(path, FileIdentity(status), isLink: false), isOfSystem, path)
            }
            return visit(entry, isInSystemFolder, folder)
        }
    }
}

extension FilePath {
    var isLink: Bool { mode(of: self) == S_IFLNK }
    var isFolder: Bool { mode(of: self) == S_IFDIR }

    func isSystemFile(isFolder: Bool) -> Bool {
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
