internal import Foundation
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// Walks whole folder trees: in each folder first the files, in order, then the subfolders.
///
/// Links to files are followed once, links to folders never, and the library's own folder is skipped; stores of
/// originals too, if asked. A folder that is replaced by a link after it was listed is not followed. Two folders are
/// open at a time, at any depth. Memory holds the packed names of one folder and of the folders that are not walked
/// yet.
package struct FolderWalk: Sendable {
    /// A file or folder that the walk found.
    package enum Entry: Sendable, Equatable {
        /// A regular file; `isLink` if a link may lead to it.
        case file(FilePath, FileIdentity, isLink: Bool)
        /// A file or folder that was skipped, with the reason.
        case skipped(FilePath, Skip)
        /// A file, folder or link that could not be read.
        case failed(FilePath, PhotoLibraryError)
    }

    /// The folder that is never entered.
    let library: FilePath?
    /// Whether stores of originals are never entered, and no root that is in one.
    let skipsStores: Bool
    /// Which files are excluded.
    ///
    /// A root is never excluded.
    let filter: PathFilter
    /// The order of the names in a folder.
    let order: PackedNames.Order
    /// The folder below which patterns of the filter are compared with paths; `nil` for the root of the walk.
    let filterRoot: FilePath?
    /// Recognises the files of cameras and phones that are not the owner's photos; `nil` if such files are visited.
    ///
    /// A root is never such a file.
    let housekeeping: CameraHousekeeping?
    /// How many bytes the names of one folder may take.
    ///
    /// A folder with more, some ten million files, is read in several parts. Each part is in order, but files of one
    /// photo may be in different parts.
    let namesLimit: Int

    package init(
        library: FilePath? = nil, skipsStores: Bool = false, filter: PathFilter = PathFilter(),
        filterRoot: FilePath? = nil,
        housekeeping: CameraHousekeeping? = nil, order: @escaping PackedNames.Order = PackedNames.byBytes,
        namesLimit: Int = 256 << 20
    ) {
        self.library = library
        self.skipsStores = skipsStores
        self.filter = filter
        self.filterRoot = filterRoot
        self.housekeeping = housekeeping
        self.order = order
        self.namesLimit = namesLimit
    }

    /// Visits everything below `root`, until `visit` returns false.
    ///
    /// - Returns: False if `visit` ended the walk.
    package func walk(_ root: FilePath, _ visit: (Entry) throws -> Bool) rethrows -> Bool {
        try walk(root, handlingWhole: { _ in nil }, visit)
    }

    /// Visits everything below `root`, until `visit` returns false.
    ///
    /// - Parameter handle: Called before a folder is entered, and returns nil for folders to enter. Otherwise it has
    ///   handled the folder as a whole, and returns whether the walk goes on.
    /// - Returns: False if `visit` or `handle` ended the walk.
    package func walk(
        _ root: FilePath, handlingWhole handle: (FilePath) throws -> Bool?, _ visit: (Entry) throws -> Bool
    ) rethrows -> Bool {
        var status = stat()
        guard stat(root.platform, &status) == 0 else {
            return try visit(.failed(root, .unreadable(root, Errno(rawValue: errno))))
        }
        if skipsStores, root.isInStore { return try visit(.skipped(root, .store)) }
        guard status.isFolder else {
            return try visit(entry(root, status, isLink: status.isRegular || Self.isLink(root)))
        }
        let libraryIdentity = library.flatMap { try? FolderStream($0) }.map { FolderIdentity($0.status) }
        /// The folder of the last level, if it is open.
        var current: FolderStream?
        var levels: [Level] = []
        do throws(Errno) { current = try FolderStream(root) } catch {
            return try visit(.failed(root, .unreadable(root, error)))
        }
        if let current, try !enter(current, root, root: root, libraryIdentity, &levels, handle, visit) { return false }
        while let level = levels.last {
            guard level.next < level.subfolders.count else {
                levels.removeLast()
                current = nil
                continue
            }
            let parent: FolderStream
            do throws(Errno) { parent = if let current { current } else { try level.reopened() } } catch {
                guard try visit(.failed(level.path, .replaced(level.path, error))) else { return false }
                levels.removeLast()
                continue
            }
            current = parent
            levels[levels.count - 1].next += 1
            guard let name = level.subfolders[level.next] else { continue }
            let path = level.path.appending(name)
            let subfolder: FolderStream
            do { subfolder = try FolderStream(name, in: parent) } catch {
                guard try visit(.failed(path, .unreadable(path, error))) else { return false }
                continue
            }
            let depth = levels.count
            guard try enter(subfolder, path, root: root, libraryIdentity, &levels, handle, visit) else { return false }
            if levels.count > depth { current = subfolder }
        }
        return true
    }

    // MARK: Folders

    /// A folder on the path from the root to the current folder.
    private struct Level {
        let path: FilePath
        let identity: FolderIdentity
        let subfolders: PackedNames
        /// The index of the subfolder to enter next.
        var next = 0

        /// Opens the folder again after the folders below it were walked.
        ///
        /// A deep tree would need too many descriptors if all its folders stayed open.
        ///
        /// - Throws: `Errno`; `ENOENT` if another folder is at the path now.
        func reopened() throws(Errno) -> FolderStream {
            let folder = try FolderStream(path)
            guard FolderIdentity(folder.status) == identity else { throw .noSuchFileOrDirectory }
            return folder
        }
    }

    /// Identifies a folder on this machine.
    private struct FolderIdentity: Equatable {
        let device: dev_t
        let inode: ino_t

        init(_ status: stat) {
            device = status.st_dev
            inode = status.st_ino
        }
    }

    /// Visits the files of a folder and adds its level, unless the folder is the library, a store, a loop, or handled
    /// whole.
    private func enter(
        _ folder: FolderStream, _ path: FilePath, root: FilePath, _ library: FolderIdentity?, _ levels: inout [Level],
        _ handle: (FilePath) throws -> Bool?, _ visit: (Entry) throws -> Bool
    ) rethrows -> Bool {
        let identity = FolderIdentity(folder.status)
        guard identity != library else { return try visit(.skipped(path, .library)) }
        if skipsStores, path.isStore { return try visit(.skipped(path, .store)) }
        guard !levels.contains(where: { $0.identity == identity }) else {
            return try visit(.skipped(path, .repeatedFolder))
        }
        if let goesOn = try handle(path) { return goesOn }
        let kind = housekeeping?.folderKind(of: path) ?? .elsewhere
        var subfolders = PackedNames()
        var isEnd = false
        while !isEnd {
            var (names, isLast, failure) = folder.names(limit: namesLimit)
            isEnd = isLast
            if let failure, try !visit(.failed(path, .unreadable(path, failure))) { return false }
            names.sort(by: order)
            for index in 0..<names.count {
                guard let name = names[index] else { continue }
                let entryPath = path.appending(name)
                switch examine(name, in: folder, kind, entryPath, root) {
                case .entry(let entry): guard try visit(entry) else { return false }
                case .folder: name.withPlatformString { subfolders.append($0) }
                }
            }
        }
        subfolders.sort(by: order)
        levels.append(Level(path: path, identity: identity, subfolders: subfolders))
        return true
    }

    // MARK: Entries

    private enum Finding {
        case folder
        case entry(Entry)
    }

    private func examine(
        _ name: FilePath.Component, in folder: FolderStream, _ kind: CardFolderKind, _ path: FilePath, _ root: FilePath
    ) -> Finding {
        // The system cannot open a longer path, and every file below it would fail separately.
        guard path.length < PATH_MAX else { return .entry(.failed(path, .pathTooLong(path))) }
        do {
            let status = try folder.status(of: name, followingLinks: false)
            guard filter.isEmpty || filter.includes(path, below: filterRoot ?? root, isFolder: status.isFolder) else {
                return .entry(.skipped(path, .excluded))
            }
            if FileKinds.isSystemFile(name, isFolder: status.isFolder) {
                return .entry(.skipped(path, Self.system(name, isFolder: status.isFolder)))
            }
            if status.isFolder { return .folder }
            if status.isRegular, let skip = deviceFile(path, name, in: kind) { return .entry(.skipped(path, skip)) }
            guard status.isLink else { return .entry(entry(path, status, isLink: false)) }
            let target = try folder.status(of: name, followingLinks: true)
            return .entry(target.isFolder ? .skipped(path, .linkToFolder) : entry(path, target, isLink: true))
        } catch { return .entry(.failed(path, .unreadable(path, error))) }
    }

    /// Why a file of a camera or a phone is not a photo of the owner; `nil` if it may be one.
    private func deviceFile(_ path: FilePath, _ name: FilePath.Component, in kind: CardFolderKind) -> Skip? {
        guard let housekeeping else { return nil }
        if FileKinds.isInTrash(name) { return .deletedOnDevice(isArchived: false) }
        if FileKinds.isPending(name) { return .incomplete(isArchived: false) }
        return housekeeping.contains(path, in: kind) ? .housekeeping(isArchived: false) : nil
    }

    /// Why a file or folder with the name of an operating system's is skipped.
    private static func system(_ name: FilePath.Component, isFolder: Bool) -> Skip {
        guard isFolder else { return .systemFile }
        return name.string.hasPrefix(".") ? .hiddenFolder : .systemFolder
    }

    private static func isLink(_ path: FilePath) -> Bool {
        var status = stat()
        return lstat(path.platform, &status) == 0 && status.isLink
    }

    private func entry(_ path: FilePath, _ status: stat, isLink: Bool) -> Entry {
        guard status.isRegular else { return .skipped(path, isLink ? .linkToSpecialFile : .specialFile) }
        guard status.st_size > 0 else { return .skipped(path, .emptyFile) }
        return .file(path, FileIdentity(status), isLink: isLink)
    }
}

extension PhotoLibraryError {
    fileprivate static func unreadable(_ path: FilePath, _ errno: Errno) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable, "Cannot be read: \(errno). Check that it exists and may be read.", path: path.string,
            cause: errno)
    }

    fileprivate static func replaced(_ path: FilePath, _ errno: Errno) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable,
            "The folder was removed or replaced while it was read, so the rest of its subfolders was not read. Try again.",
            path: path.string, cause: errno)
    }

    fileprivate static func pathTooLong(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .unreadable,
            "Its path has more than \(PATH_MAX - 1) bytes, and no program can open it. Move the folders it is in up, "
                + "or give them shorter names.", path: path.string, cause: Errno(rawValue: ENAMETOOLONG))
    }
}

extension stat {
    fileprivate var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    fileprivate var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
    fileprivate var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
}
