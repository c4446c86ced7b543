internal import ContentDigests
internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Reads stored files back from the disk, as far as the kernel allows.
enum ReadBack {
    /// The SHA-256 of a file's bytes.
    ///
    /// The file is synced first, because posix_fadvise(2) with `POSIX_FADV_DONTNEED` does not drop dirty pages. Then
    /// the pages of the file are dropped from the kernel's cache, so that the bytes are read from the disk again. A
    /// file system may ignore this advice, and a disk has its own cache.
    ///
    /// - Throws: `unreadable` or `notARegularFile`, with the path of the file; `cancelled`.
    static func sha256(of path: FilePath, until cancellation: Cancellation) throws(PhotoLibraryError) -> Digest {
        let hasher = try ContentHasher(.sha256)
        do {
            // Non-blocking, because opening a named pipe at this path would block.
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
            defer { try? file.close() }
            var status = stat()
            guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw PhotoLibraryError(.notARegularFile, "There is no file in its place.", path: path.string)
            }
            try DurableFile.sync(file, at: path)
            posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
            defer { buffer.deallocate() }
            while case let count = try file.read(into: buffer), count > 0 {
                try cancellation.check()
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            }
        } catch let error as PhotoLibraryError {
            throw error
        } catch {
            throw PhotoLibraryError(
                .unreadable, "The library's file cannot be read: \(error).", path: path.string, cause: error)
        }
        return try hasher.finish()
    }
}
