internal import CLinux
internal import Foundation
internal import Glibc
package import PhotoModel
internal import Synchronization
package import SystemPackage

/// An open descriptor and its temporary name, if it has one.
///
/// Both are released with this object.
package final class ScratchFile: Sendable {
    package let descriptor: FileDescriptor
    package let path: FilePath?
    private let keeping = Atomic(false)

    package init(owning descriptor: FileDescriptor, path: FilePath? = nil) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        try? descriptor.close()
        guard let path, !isKept else { return }
        _ = path.withPlatformString { unlink($0) }
    }

    /// Prevents the removal of the file's name.
    package func keep() { keeping.store(true, ordering: .releasing) }

    /// Whether ``keep()`` was called.
    package var isKept: Bool { keeping.load(ordering: .acquiring) }

    /// Creates an empty file `<uuid>.part`, which is removed unless ``keep()`` is called.
    package static func named(inFolder folder: FilePath) throws(PhotoLibraryError) -> ScratchFile {
        let (descriptor, path) = try create(inFolder: folder)
        return ScratchFile(owning: descriptor, path: path)
    }

    /// Creates an empty file in the folder that has no name, so that a process that is killed leaves nothing there.
    ///
    /// It gets a temporary name by ``linked(inFolder:)``. A file system without such files, or a process without
    /// `/proc`, gets a file that has its temporary name already.
    package static func unlinked(inFolder folder: FilePath) throws(PhotoLibraryError) -> ScratchFile {
        let number = open(folder.platform, O_RDWR | O_CLOEXEC | Int32(CLINUX_O_TMPFILE), 0o666)
        guard number >= 0 else { return try named(inFolder: folder) }
        let file = ScratchFile(owning: FileDescriptor(rawValue: number))
        return access(file.link.platform, F_OK) == 0 ? file : try named(inFolder: folder)
    }

    /// This file with a temporary name in the folder, which is removed unless ``keep()`` is called on the result.
    package func linked(inFolder folder: FilePath) throws(PhotoLibraryError) -> ScratchFile {
        guard path == nil else { return self }
        let name = Self.temporaryName(inFolder: folder)
        let result = link.withPlatformString { old in
            name.withPlatformString { linkat(AT_FDCWD, old, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
        }
        do {
            guard result == 0 else { throw Errno(rawValue: errno) }
            return ScratchFile(owning: try descriptor.duplicate(), path: name)
        } catch { throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "name the file", name) }
    }

    /// The name of the open file in `/proc` (open(2), linkat(2)).
    private var link: FilePath { FilePath("/proc/self/fd/\(descriptor.rawValue)") }

    private static func temporaryName(inFolder folder: FilePath) -> FilePath {
        folder.appending("\(UUID().uuidString.lowercased()).part")
    }

    /// Creates an empty unnamed file on the disk, which the kernel removes when the process ends, even by a crash.
    package static func nameless() throws(PhotoLibraryError) -> ScratchFile {
        let file = try unlinked(inFolder: "/var/tmp")
        guard let path = file.path else { return file }
        _ = path.withPlatformString { unlink($0) }
        file.keep()
        return file
    }

    /// Creates an empty file in memory.
    package static func inMemory() throws(PhotoLibraryError) -> ScratchFile {
        let descriptor = memfd_create("openphotokit", UInt32(CLINUX_MEMFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make a file in memory", "memory")
        }
        return ScratchFile(owning: FileDescriptor(rawValue: descriptor))
    }

    /// Makes this empty file share the blocks of another file (ioctl_ficlone(2)).
    ///
    /// - Returns: False, with the file still empty, if the file system cannot do this for these two files.
    package func clone(_ source: FileDescriptor) -> Bool {
        ioctl(descriptor.rawValue, UInt(CLINUX_FICLONE), source.rawValue) == 0
    }

    /// Creates a readable and writable file with the default mode of the process (umask).
    private static func create(inFolder folder: FilePath) throws(PhotoLibraryError) -> (FileDescriptor, FilePath) {
        let path = temporaryName(inFolder: folder)
        do {
            let descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            return (descriptor, path)
        } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "make a file in the folder", folder)
        }
    }
}
