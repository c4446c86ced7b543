internal import AssetLoading
internal import Glibc
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The folder of an export.
///
/// Paths of files are relative to it, and lead through no symbolic link. One export at a time has the folder. All calls
/// block.
final class ExportFolder {
    /// The folder of files that are not complete yet.
    private static let temporaryName = ".photos-export.tmp"

    let path: FilePath
    /// The library's folder, which no path may lead into.
    private let library: FileIdentity?
    /// Holds the lock; `nil` in a dry run.
    private let descriptor: FileDescriptor?
    /// Folders that exist and are no links.
    private var known: Set<FilePath> = []
    /// Folders with names that may not be on the disk yet.
    private var unsynced: Set<FilePath> = []
    private var hasTemporaryFolder = false

    /// Opens the folder; makes it, unless this is a dry run.
    ///
    /// - Parameter library: The folder of the library whose photos are exported.
    /// - Throws: `libraryBusy` if another export has the folder; `ioFailure`, `notEnoughSpace`.
    init(at path: FilePath, library: FilePath, isDryRun: Bool) throws {
        self.path = path
        var status = stat()
        self.library = stat(library.platform, &status) == 0 ? FileIdentity(status) : nil
        guard !isDryRun else {
            descriptor = nil
            return
        }
        if mkdir(path.platform, 0o777) == 0 {
            try DurableFile.syncFolder(path.folder)
        } else if errno != EEXIST {
            throw PhotoLibraryError(Errno(rawValue: errno), exportCouldNot: "make the folder", path)
        }
        let opened: FileDescriptor
        do { opened = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]) } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, exportCouldNot: "open the folder", path)
        }
        guard (try? opened.lockIfFree()) == true else {
            try? opened.close()
            throw PhotoLibraryError(
                .libraryBusy, "Another export is writing to this folder. Try again when it has ended.",
                path: path.string)
        }
        descriptor = opened
        removeTemporaryFolder()
    }

    deinit {
        guard let descriptor else { return }
        if hasTemporaryFolder { removeTemporaryFolder() }
        try? descriptor.close()
    }

    /// Removes the folder of files that are not complete, and what a crash has left in it.
    ///
    /// What a link leads to belongs to others.
    private func removeTemporaryFolder() {
        let folder = path.appending(Self.temporaryName)
        guard let stream = try? FolderStream(folder, followsLinks: false) else { return }
        while let name = try? stream.nextName() {
            if name.extension == "part" { stream.removeFile(name) }
        }
        rmdir(folder.platform)
    }

    /// The folder for files that are not complete yet.
    ///
    /// Makes the folder at the first call.
    func temporaryFolder() throws(PhotoLibraryError) -> FilePath {
        let folder = path.appending(Self.temporaryName)
        if !hasTemporaryFolder, mkdir(folder.platform, 0o777) != 0 {
            throw PhotoLibraryError(Errno(rawValue: errno), exportCouldNot: "make the folder", folder)
        }
        hasTemporaryFolder = true
        return folder
    }

    /// The absolute path of a file.
    func absolute(_ file: String) -> FilePath { path.pushing(FilePath(file)) }

    // MARK: Reading

    /// The status of what has the path; `nil` if nothing has it.
    ///
    /// - Throws: `invalidResource` if the path leads through a link or a file, or into the library; `ioFailure`.
    func status(of file: String) throws(PhotoLibraryError) -> stat? {
        for folder in folders(of: file) where !known.contains(folder) {
            guard let status = try Self.status(of: folder) else { return nil }
            try check(folder, status)
        }
        return try Self.status(of: absolute(file))
    }

    private static func status(of path: FilePath) throws(PhotoLibraryError) -> stat? {
        var status = stat()
        guard lstat(path.platform, &status) != 0 else { return status }
        guard errno == ENOENT else {
            throw PhotoLibraryError(Errno(rawValue: errno), exportCouldNot: "find the file", path)
        }
        return nil
    }

    private func check(_ folder: FilePath, _ status: stat) throws(PhotoLibraryError) {
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw PhotoLibraryError(
                .invalidResource,
                "A link or a file is in the place of a folder. Move it away, or export to another folder.",
                path: folder.string)
        }
        // A layout or an album may have the name of the library's folder, and the files there may not be touched.
        let identity = FileIdentity(status)
        guard identity.device != library?.device || identity.inode != library?.inode else {
            throw PhotoLibraryError(
                .invalidResource,
                "This folder is the library itself, so nothing is exported into it. Use another layout, or export to "
                    + "another folder.", path: folder.string)
        }
        known.insert(folder)
    }

    /// The absolute paths of the folders between the folder of the export and the file, the outermost first.
    private func folders(of file: String) -> [FilePath] {
        var folder = path
        return FilePath(file).removingLastComponent().components.map {
            folder.append($0)
            return folder
        }
    }

    /// The SHA-256 of a file as hexadecimal digits.
    func sha256(of file: String) throws -> String { try LocalFiles().sha256(of: absolute(file)).hex }

    /// Whether the path is that of a file with these bytes.
    func has(_ sha256: String, at file: String) throws -> Bool {
        guard let status = try status(of: file), status.isFile else { return false }
        return try self.sha256(of: file) == sha256
    }

    // MARK: Writing

    /// Gives a complete file its name.
    ///
    /// - Throws: `invalidResource` if the name is taken; `ioFailure`, `notEnoughSpace`.
    func place(_ loaded: LoadedFile, at file: String) throws {
        guard let temporary = loaded.temporaryPath else {
            throw PhotoLibraryError(.internalError, "The copied file has no path.", path: loaded.source.string)
        }
        try move(temporary, to: file)
        loaded.keep()
    }

    /// Gives a file another name in the folder.
    ///
    /// - Throws: As ``place(_:at:)``.
    func rename(_ file: String, to newName: String) throws {
        try move(absolute(file), to: newName)
        didRemove(file)
    }

    private func move(_ old: FilePath, to file: String) throws {
        try makeFolders(of: file)
        let new = absolute(file)
        guard try DurableFile.renameWithoutReplacing(old, to: new) else { throw PhotoLibraryError.taken(new) }
        unsynced.insert(new.folder)
    }

    private func makeFolders(of file: String) throws(PhotoLibraryError) {
        for folder in folders(of: file) where !known.contains(folder) {
            if mkdir(folder.platform, 0o777) == 0 {
                unsynced.insert(folder.folder)
            } else if errno != EEXIST {
                throw PhotoLibraryError(Errno(rawValue: errno), exportCouldNot: "make the folder", folder)
            }
            if let status = try Self.status(of: folder) { try check(folder, status) }
        }
    }

    /// Writes a small file, durably.
    ///
    /// - Parameter replacing: Whether a file of this name is replaced.
    /// - Throws: As ``place(_:at:)``.
    func write(_ bytes: [UInt8], to file: String, replacing: Bool) throws {
        try makeFolders(of: file)
        let path = absolute(file)
        let replacement = try ReplacementFile(at: path, in: temporaryFolder())
        try bytes.withUnsafeBytes { try replacement.append($0) }
        if replacing { return try replacement.finish() }
        guard try replacement.finishWithoutReplacing() else { throw PhotoLibraryError.taken(path) }
    }

    /// Removes a file.
    func remove(_ file: String) throws(PhotoLibraryError) {
        let path = absolute(file)
        guard unlink(path.platform) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), exportCouldNot: "remove the file", path)
        }
        didRemove(file)
    }

    private func didRemove(_ file: String) { unsynced.insert(absolute(file).folder) }

    /// Removes the folders of a file as far as they are empty.
    func removeEmptyFolders(of file: String) {
        for folder in folders(of: file).reversed() {
            guard rmdir(folder.platform) == 0 else { return }
            known.remove(folder)
            unsynced.remove(folder)
            unsynced.insert(folder.folder)
        }
    }

    /// Waits until all names are on the disk.
    func sync() throws(PhotoLibraryError) {
        for folder in unsynced { try DurableFile.syncFolder(folder) }
        unsynced = []
    }
}

extension stat {
    /// Whether it is that of a regular file.
    var isFile: Bool { st_mode & S_IFMT == S_IFREG }
}

extension PhotoLibraryError {
    /// The error for a failed system call in the folder of an export, with the remedy.
    ///
    /// - Parameter action: The action that failed, as a phrase after "could not".
    init(_ errno: Errno, exportCouldNot action: String, _ path: FilePath) {
        let remedy: String
        switch errno {
        case .noSpace, .diskQuotaExceeded:
            self.init(errno, couldNot: action, path)
            return
        case .noSuchFileOrDirectory: remedy = "Make the folder that it is in, or export to another folder."
        case .fileExists, .notDirectory:
            remedy = "A file, a link or another folder is in its place. Move it away, or export to another folder."
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            remedy = "Change the permissions, or export to another folder."
        default: remedy = "Check the disk, or export to another folder."
        }
        self.init(.ioFailure, "Could not \(action): \(errno). \(remedy)", path: path.string, cause: errno)
    }

    /// The error of a path that another file has.
    static func taken(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(
            .invalidResource, "Another file has this name, and existing files are never replaced. Move it away.",
            path: path.string)
    }
}
