internal import AgeEncryption
internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// An open folder of a store on a disk.
///
/// Its functions throw `Errno`, unless stated. No symbolic link is followed.
final class StoreFolder: Sendable {
    private let descriptor: FileDescriptor
    private let path: FilePath
    static let partEnding = ".part"

    private init(owning descriptor: FileDescriptor, _ path: FilePath) {
        (self.descriptor, self.path) = (descriptor, path)
    }

    /// Opens the folder of a store; links in its path are followed.
    ///
    /// - Throws: `networkError`: the disk is not mounted, or does not answer.
    convenience init(_ path: FilePath) throws {
        do {
            self.init(
                owning: try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec]), path)
        } catch let errno as Errno {
            guard errno != .permissionDenied else { throw errno }
            throw Self.offline(path, errno)
        }
    }

    deinit { try? descriptor.close() }

    /// Opens the folder of a store, which shows by its file `store.json` that its disk is mounted.
    ///
    /// - Throws: Also `networkError` if the file is missing.
    static func mounted(_ path: FilePath) throws -> StoreFolder {
        let folder = try StoreFolder(path)
        guard try folder.status(of: StoreKey.description.text) != nil else { throw offline(path, nil) }
        return folder
    }

    static func offline(_ path: FilePath, _ errno: Errno?) -> PhotoLibraryError {
        PhotoLibraryError(
            .networkError,
            "The folder has no store; perhaps its disk is not mounted. Mount it, and try again.", path: path.string,
            cause: errno)
    }

    // MARK: Folders

    /// The folder of an object; `nil` if there is none.
    func folder(of key: StoreKey) throws -> StoreFolder? {
        var folder = self
        for name in key.parent.split(separator: "/") {
            do { folder = try folder.subfolder(String(name)) } catch Errno.noSuchFileOrDirectory { return nil }
        }
        return folder
    }

    /// The folder of an object, which is made if there is none.
    func makeFolder(of key: StoreKey) throws -> StoreFolder {
        var folder = self
        for name in key.parent.split(separator: "/").map(String.init) {
            if mkdirat(folder.descriptor.rawValue, name, 0o777) == 0 {
                try folder.sync()
            } else if errno != EEXIST {
                // A read-only disk also says so for a folder that exists.
                let failure = Errno(rawValue: errno)
                guard (try? folder.subfolder(name)) != nil else { throw failure }
            }
            folder = try folder.subfolder(name)
        }
        return folder
    }

    func subfolder(_ name: String) throws -> StoreFolder {
        let number = openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        return StoreFolder(owning: FileDescriptor(rawValue: number), path.appending(name))
    }

    /// Waits until the names in the folder are on the disk.
    func sync() throws { try DurableFile.syncFolder(descriptor, at: path) }

    // MARK: Files

    /// The state of a file; `nil` if there is none.
    func status(of name: String) throws -> stat? {
        var status = stat()
        guard fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw Errno(rawValue: errno) }
            return nil
        }
        return status
    }

    /// Opens a file for reading; `nil` if there is none.
    func openFile(_ name: String) throws -> FileDescriptor? {
        // O_NONBLOCK: opening a pipe would otherwise wait for a writer.
        let number = openat(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else {
            guard errno == ENOENT else { throw Errno(rawValue: errno) }
            return nil
        }
        return FileDescriptor(rawValue: number)
    }

    /// Removes a file, and returns whether there was one.
    func removeFile(_ name: String) throws -> Bool {
        guard unlinkat(descriptor.rawValue, name, 0) != 0 else { return true }
        guard errno == ENOENT else { throw Errno(rawValue: errno) }
        return false
    }

    /// A file that is being written, which is locked (flock(2)) until its writer closes it.
    struct Part {
        let file: FileDescriptor
        fileprivate let name: String
        fileprivate let folder: StoreFolder

        /// Gives the file its name.
        ///
        /// - Returns: False if the name is taken and the file is not to be replaced; this file is removed then.
        func rename(to name: String, replacing: Bool) throws -> Bool {
            let descriptor = folder.descriptor.rawValue
            if replacing {
                guard renameat(descriptor, self.name, descriptor, name) == 0 else { throw Errno(rawValue: errno) }
            } else if try !DurableFile.renameWithoutReplacing(
                FilePath(self.name), to: FilePath(name), in: folder.descriptor)
            {
                remove()
                return false
            }
            return true
        }

        /// Removes the file, unless it got its name.
        func remove() { _ = try? folder.removeFile(name) }
    }

    /// Makes an empty file with a temporary name of 16 random bytes.
    func makePart(of name: String) throws -> Part {
        let name = "\(name).\(try randomBytes(16).hexadecimal)\(Self.partEnding)"
        let options = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let number = openat(descriptor.rawValue, name, options, 0o666)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        let file = FileDescriptor(rawValue: number)
        _ = try? file.lockIfFree()
        return Part(file: file, name: name, folder: self)
    }

    /// Reads the names in the folder.
    func names() throws -> FolderStream { try FolderStream(of: descriptor) }
}
