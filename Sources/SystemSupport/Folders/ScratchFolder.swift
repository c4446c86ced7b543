internal import Foundation
internal import Glibc
package import PhotoModel
internal import Synchronization
package import SystemPackage

/// A temporary folder that only this user can read.
///
/// It is removed with this value, or when the process ends. The folder of a process that was killed is removed when a
/// later process of this user makes its first temporary folder, or calls ``removeAbandoned()``.
package final class ScratchFolder: Sendable {
    package let path: FilePath
    /// The open folder, whose lock (flock(2)) shows that its process runs.
    private let descriptor: FileDescriptor

    /// The folders of all values.
    ///
    /// A program that calls exit(3) destroys no values.
    private static let folders = Mutex<Set<FilePath>>([])
    private static let removesAtExit: Void = {
        atexit { ScratchFolder.folders.withLock { $0 }.forEach(ScratchFolder.remove) }
    }()
    private static let hasRemovedAbandoned: Void = ThreadPool.shared.run {
        ScratchFolder.removeUnlocked(in: ScratchFolder.parent)
    }
    /// The beginning of the folders' names.
    ///
    /// Versions without locks named their folders `openphotokit-` and a UUID. Those may be in use.
    private static let prefix = "openphotokit-scratch-"
    private static var parent: FilePath { FilePath(FileManager.default.temporaryDirectory.path) }

    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package init() throws(PhotoLibraryError) {
        Self.removeAbandoned()
        (path, descriptor) = try Self.make(in: Self.parent)
        _ = Self.removesAtExit
        Self.folders.withLock { [path] in _ = $0.insert(path) }
    }

    deinit {
        remove()
        try? descriptor.close()
    }

    /// Removes the folder with its files now.
    package func remove() { Self.remove(path) }

    private static func remove(_ folder: FilePath) {
        guard folders.withLock({ $0.remove(folder) }) != nil else { return }
        try? FileManager.default.removeItem(atPath: folder.string)
    }

    /// Makes a locked folder.
    private static func make(in parent: FilePath) throws(PhotoLibraryError) -> (FilePath, FileDescriptor) {
        while true {
            let folder = parent.appending("\(prefix)\(UUID().uuidString)")
            guard mkdir(folder.string, 0o700) == 0 else { throw cannotMake(Errno(rawValue: errno), parent) }
            let descriptor: FileDescriptor
            do throws(Errno) { descriptor = try open(folder) } catch {
                if error == .noSuchFileOrDirectory { continue }
                rmdir(folder.string)
                throw cannotMake(error, parent)
            }
            // Another process may remove the folder before it is locked. On a file system without locks, none removes
            // it.
            let isOwn = (try? descriptor.lockIfFree()) != false
            if isOwn, access(folder.string, F_OK) == 0 { return (folder, descriptor) }
            try? descriptor.close()
        }
    }

    private static func cannotMake(_ error: Errno, _ parent: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(error, couldNot: "make a temporary folder in", parent)
    }

    /// Opens a folder, but not one to which a symbolic link leads.
    private static func open(_ folder: FilePath) throws(Errno) -> FileDescriptor {
        do { return try FileDescriptor.open(folder, .readOnly, options: [.directory, .noFollow, .closeOnExec]) } catch {
            throw error as? Errno ?? .ioError
        }
    }

    // MARK: Abandoned folders

    /// Removes the folders of processes of this user that were killed, once in this process and in the background.
    package static func removeAbandoned() { _ = hasRemovedAbandoned }

    /// Removes the folders of this user that no process has locked.
    static func removeUnlocked(in parent: FilePath) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.string)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = parent.appending(name)
            guard let descriptor = try? open(folder) else { continue }
            defer { try? descriptor.close() }
            var status = stat()
            // The lock holds until the folder is removed, so that no process takes it meanwhile.
            guard fstat(descriptor.rawValue, &status) == 0, status.st_uid == geteuid(),
                (try? descriptor.lockIfFree()) == true
            else { continue }
            try? FileManager.default.removeItem(atPath: folder.string)
        }
    }
}
