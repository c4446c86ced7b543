internal import DurableIO
internal import Foundation
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Walks folders like an import, but also the folders that an import skips, because they may hold photos.
struct SafetyWalk {
    let library: FilePath

    /// Visits everything below `root` until `visit` returns false.
    ///
    /// `visit` gets the entry, whether the entry is a system file or lies in a system folder, and the path to give to
    /// an import so that the import reaches the entry.
    @discardableResult
    func walk(
        _ root: FilePath, _ visit: (FolderWalk.Entry, _ isInSystemFolder: Bool, _ importPath: FilePath) -> Bool
    ) -> Bool {
        walk(root, isInSystemFolder: false, visit)
    }

    private func walk(
        _ root: FilePath, isInSystemFolder: Bool, _ visit: (FolderWalk.Entry, Bool, FilePath) -> Bool
    ) -> Bool {
        FolderWalk(library: library).walk(root) { entry in
            if case .skipped(let path, _) = entry, path != root, path.isFolder, path.isSystemFile(isFolder: true) {
                return walk(path, isInSystemFolder: true, visit)
            }
            // A file with the name of a system file may be a photo: its bytes decide.
            var status = stat()
            if case .skipped(let path, _) = entry, path.isSystemFile(isFolder: false),
                lstat(path.platform, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
            {
                return visit(.file(path, FileIdentity(status), isLink: false), true, path)
            }
            return visit(entry, isInSystemFolder, root)
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
