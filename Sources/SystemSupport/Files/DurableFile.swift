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

    /// Lets the disk begin to write the open file's bytes, so that ``sync(_:at:)`` takes less time later.
    package static func startWriting(_ descriptor: FileDescriptor) {
        _ = sync_file_range(descriptor.rawValue, 0, 0, UInt32(CLINUX_SYNC_FILE_RANGE_WRITE))
    }

    /// Waits until the names in a folder (of created, renamed or removed files) are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming the folder.
    package static func syncFolder(_ folder: FilePath) throws(PhotoLibraryError) {
        guard isSyncing else { return }
        let descriptor: FileDescriptor
        do { descriptor = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec]) } catch {
            throw cannotSync(error as? Errno ?? .ioError, folder)
        }
        defer { try? descriptor.close() }
        try syncFolder(descriptor, at: folder)
    }

    /// Waits until the names in an open folder are on the disk.
    ///
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming `path`.
    package static func syncFolder(_ descriptor: FileDescriptor, at path: FilePath) throws(PhotoLibraryError) {
        // EINVAL: the file system has nothing to sync for a folder.
        guard isSyncing, fsync(descriptor.rawValue) != 0, errno != EINVAL else { return }
        throw cannotSync(Errno(rawValue: errno), path)
    }

    private static func cannotSync(_ errno: Errno, _ folder: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(errno, couldNot: "write the folder to the disk", folder)
    }

    /// Renames a file atomically, unless a file or folder with the new name exists.
    ///
    /// The folders are not synced.
    ///
    /// - Parameter folder: The open folder that relative paths begin in; `nil` for the process's folder.
    /// - Returns: False, with nothing changed, if the new name is taken.
    /// - Throws: `ioFailure` or `notEnoughSpace`, naming the new path.
    package static func renameWithoutReplacing(
        _ old: FilePath, to new: FilePath, in folder: FileDescriptor? = nil
    ) throws(PhotoLibraryError) -> Bool {
        let folder = folder?.rawValue ?? AT_FDCWD
        let failure = old.withPlatformString { old in
            new.withPlatformString { new in
                succeeds(renameat2(folder, old, folder, new, UInt32(CLINUX_RENAME_NOREPLACE)))
                    .flatMap { unsupported.contains($0) ? link(old, thenUnlinkFor: new, in: folder) : $0 }
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
        _ old: UnsafePointer<CInterop.PlatformChar>, thenUnlinkFor new: UnsafePointer<CInterop.PlatformChar>,
        in folder: Int32 = AT_FDCWD
    ) -> Errno? {
        succeeds(linkat(folder, old, folder, new, 0)) ?? succeeds(unlinkat(folder, old, 0))
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
