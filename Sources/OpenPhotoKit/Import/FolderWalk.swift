internal import AssetLoading
internal import Foundation
internal import PhotoModel
internal import SystemPackage

/// Walks folders to their ends, each folder's entries in the order of their names' bytes.
///
/// Links to files are followed once, links to folders never, and the library's own folder is passed by.
struct FolderWalk {
    /// Something the walk came upon.
    enum Entry: Sendable, Equatable {
        case file(FilePath, FileIdentity)
        /// Left alone, with the reason.
        case skipped(FilePath, PhotoLibraryError)
        /// A folder or link that could not be looked into.
        case failed(FilePath, PhotoLibraryError)
    }

    /// The folder that is never entered.
    var library: FilePath?

    /// Calls `visit` with everything below `root`, until it returns false.
    ///
    /// - Returns: False if `visit` ended the walk.
    func walk(_ root: FilePath, _ visit: (Entry) throws -> Bool) rethrows -> Bool {
        var status = stat()
        guard stat(root.platform, &status) == 0 else {
            return try visit(.failed(root, .unreadable(root, errno)))
        }
        guard status.isFolder else { return try visit(entry(root, status)) }
        var pending = [root]
        let libraryIdentity = library.flatMap(identity)
        while let folder = pending.popLast() {
            if let libraryIdentity, identity(of: folder) == libraryIdentity {
                guard try visit(.skipped(folder, .ownLibrary(folder))) else { return false }
                continue
            }
            let (names, failure) = names(in: folder)
            if let failure, try !visit(.failed(folder, .unreadable(folder, failure))) { return false }
            var subfolders: [FilePath] = []
            for name in names {
                let path = folder.appending(name)
                var status = stat()
                guard lstat(path.platform, &status) == 0 else {
                    guard try visit(.failed(path, .unreadable(path, errno))) else { return false }
                    continue
                }
                if status.isFolder, !FileKinds.isLitter(name, isFolder: true) {
                    subfolders.append(path)
                } else {
                    guard try visit(judge(path, name, status)) else { return false }
                }
            }
            pending += subfolders.reversed()
        }
        return true
    }

    private func judge(_ path: FilePath, _ name: FilePath.Component, _ status: stat) -> Entry {
        if FileKinds.isLitter(name, isFolder: status.isFolder) {
            let isHidden = status.isFolder && name.string.hasPrefix(".")
            return .skipped(
                path,
                isHidden
                    ? PhotoLibraryError(
                        .notARegularFile, "A hidden folder: passed by. Name it to import it.", path: path.string)
                    : PhotoLibraryError(.notAPhoto, "Left by an operating system: not a photo.", path: path.string))
        }
        guard status.isLink else { return entry(path, status) }
        var target = stat()
        guard stat(path.platform, &target) == 0 else { return .failed(path, .unreadable(path, errno)) }
        guard !target.isFolder else {
            return .skipped(
                path,
                PhotoLibraryError(
                    .notARegularFile, "A link to a folder is not followed. Name the folder itself to import it.",
                    path: path.string))
        }
        return entry(path, target)
    }

    private func entry(_ path: FilePath, _ status: stat) -> Entry {
        guard status.isRegular else {
            return .skipped(
                path,
                PhotoLibraryError(
                    .notARegularFile, "A pipe, socket or device: not a file to import.", path: path.string))
        }
        guard status.st_size > 0 else {
            return .skipped(
                path, PhotoLibraryError(.emptyFile, "The file is empty: nothing to keep.", path: path.string))
        }
        return .file(path, FileIdentity(status))
    }

    /// The names in a folder, and what went wrong before all were read: a dying card must not look like an empty one.
    private func names(in folder: FilePath) -> ([FilePath.Component], failure: CInt?) {
        guard let stream = opendir(folder.platform) else { return ([], errno) }
        defer { closedir(stream) }
        var names: [FilePath.Component] = []
        var failure: CInt?
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                failure = errno == 0 ? nil : errno
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0).lastComponent }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        let sorted = names.map { ($0, FilePath(root: nil, [$0]).bytes) }
            .sorted { a, b in
                a.1.withUnsafeBytes { a in b.1.withUnsafeBytes { SourceName.isInOrder(a, $0) } }
            }.map(\.0)
        return (sorted, failure)
    }

    private func identity(of folder: FilePath) -> [UInt64]? {
        var status = stat()
        guard stat(folder.platform, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
}

extension PhotoLibraryError {
    fileprivate static func unreadable(_ path: FilePath, _ code: CInt) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable, "Cannot be read: \(String(cString: strerror(code))). Check that it exists and may be read.",
            path: path.string, cause: Errno(rawValue: code))
    }

    fileprivate static func ownLibrary(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.notAPhoto, "This is the library itself: passed by.", path: path.string)
    }
}

extension stat {
    fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}
