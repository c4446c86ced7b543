internal import CLinux
internal import Foundation
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// An open descriptor and its temporary name, if it has one: closed and removed together when this goes away.
final class ScratchFile: Sendable {
    let descriptor: FileDescriptor
    let path: FilePath?
    private let isKept = Atomic(false)

    init(owning descriptor: FileDescriptor, path: FilePath? = nil) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        try? descriptor.close()
        guard let path, !isKept.load(ordering: .acquiring) else { return }
        _ = path.withPlatformString { unlink($0) }
    }

    /// Leaves the name alone from now on.
    func keep() { isKept.store(true, ordering: .releasing) }

    /// A new empty file `<uuid>.part`, readable and writable, with the mode that the process gives its files (umask).
    static func named(inFolder folder: FilePath) throws(PhotoLibraryError) -> ScratchFile {
        let path = folder.appending("\(UUID().uuidString.lowercased()).part")
        do {
            let descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            return ScratchFile(owning: descriptor, path: path)
        } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "make a file in the folder", folder)
        }
    }

    /// An empty file in memory.
    static func inMemory() throws(PhotoLibraryError) -> ScratchFile {
        let descriptor = memfd_create("openphotokit", UInt32(CLINUX_MEMFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make a file in memory", "memfd")
        }
        return ScratchFile(owning: FileDescriptor(rawValue: descriptor))
    }

    /// An empty file on disk without a name: whatever happens to the process, nothing of it stays.
    static func nameless() throws(PhotoLibraryError) -> ScratchFile {
        let named = try named(inFolder: "/var/tmp")
        guard let path = named.path else { return named }
        named.keep()
        _ = path.withPlatformString { unlink($0) }
        do { return ScratchFile(owning: try named.descriptor.duplicate()) } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "make a temporary file", path)
        }
    }
}
