internal import CLinux
internal import Glibc
package import PhotoModel
package import SystemPackage

/// The steps that make a file survive a power loss: sync the file, give it its name, sync the folder.
///
/// After a failed sync the kernel may have dropped the data and report success for the next sync (fsync(2), ERRORS). So
/// a caller that gets an error discards the file and does not sync again. All calls block.
package enum DurableFile {
    #if FAULT_HOOKS
        /// Whether anything is synced.
        ///
        /// False only under `OPENPHOTOKIT_UNSAFE_NO_FSYNC=1`, which lets a power-loss test prove that it would notice a
        /// missing sync.
        package static let isSyncing: Bool = getenv("OPENPHOTOKIT_UNSAFE_NO_FSYNC").map { String(cString: $0) } != "1"
    #else
        private static let isSyncing = true
    #endif

    /// Waits until the open file's bytes are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming `path`.
    package static func sync(_ descriptor: FileDescriptor, at path: FilePath) throws(PhotoLibraryError) {
        guard isSyncing else { return }
        guard fsync(descriptor.rawValue) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "write the file to the disk", path)
        }
    }

    /// Waits until the names in a folder (of created, renamed or removed files) are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming the folder.
    package static func syncFolder(_ folder: FilePath) throws(PhotoLibraryError) {
        guard isSyncing else { return }
        do {
            let descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
            defer { try? descriptor.close() }
            // EINVAL: the file system has nothing to sync for a folder.
            guard fsync(descriptor.rawValue) == 0 || errno == EINVAL else { throw Errno(rawValue: errno) }
        } catch {
            throw PhotoLibraryError(
                error as? Errno ?? .ioError, couldNot: "write the folder to the disk", folder)
        }
    }

    /// Renames a file atomically, unless a file or folder with the new name exists.
    ///
    /// The folders are not synced.
    ///
    /// - Returns: False, with nothing changed, if the new name is taken.
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming the new path.
    package static func renameWithoutReplacing(_ old: FilePath, to new: FilePath) throws(PhotoLibraryError) -> Bool {
        let failure = old.withPlatformString { old in
            new.withPlatformString { new in
                succeeds(renameat2(AT_FDCWD, old, AT_FDCWD, new, UInt32(CLINUX_RENAME_NOREPLACE)))
                    .flatMap { unsupported.contains($0) ? link(old, thenUnlinkFor: new) : $0 }
            }
        }
        switch failure {
        case nil: return true
        case .fileExists?: return false
        case let failure?: throw PhotoLibraryError(failure, couldNot: "rename the file to this", new)
        }
    }

    /// The errors of renameat2(2) where the file system or kernel does not support `RENAME_NOREPLACE`.
    private static let unsupported: [Errno] = [.invalidArgument, .noFunction, .notSupported]

    /// Creates a hard link, which also fails if the name is taken.
    ///
    /// The file has both names until the old one is removed.
    static func link(
        _ old: UnsafePointer<CInterop.PlatformChar>, thenUnlinkFor new: UnsafePointer<CInterop.PlatformChar>
    ) -> Errno? {
        succeeds(Glibc.link(old, new)) ?? succeeds(unlink(old))
    }

    private static func succeeds(_ result: Int32) -> Errno? { result == 0 ? nil : Errno(rawValue: errno) }

    /// Writes a whole file atomically: after a crash the path has either the old file (or no file) or the complete new
    /// one.
    ///
    /// Replaces an existing file. When it returns, the file and its name are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`; no temporary file is left.
    package static func write(_ bytes: UnsafeRawBufferPointer, to path: FilePath) throws(PhotoLibraryError) {
        let file = try ReplacementFile(at: path)
        try file.append(bytes)
        try file.finish()
    }
}

extension FilePath {
    /// The path without its last component; `.` for a path of one component.
    package var folder: FilePath {
        let folder = removingLastComponent()
        return folder.isEmpty ? "." : folder
    }
}
