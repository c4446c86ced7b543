internal import Glibc
internal import PhotoModel
package import SystemPackage

/// Reads a file that another program may change, replace or remove at any time.
package enum SegmentFile {
    /// The bytes of a file.
    ///
    /// Links and pipes are refused.
    ///
    /// - Throws: ``SegmentFault``: `changing` if the file is gone or changed meanwhile, `tooLarge`, `unreadable`.
    package static func bytes(at path: FilePath, limit: Int = Segment.maximumFileSize) throws(SegmentFault) -> [UInt8] {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
        } catch { throw (error as? Errno) == .noSuchFileOrDirectory ? .changing : .unreadable }
        defer { try? file.close() }
        var before = stat()
        guard fstat(file.rawValue, &before) == 0, before.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard before.st_size <= limit else { throw .tooLarge }
        // One byte more than expected shows that the file has grown.
        var bytes = [UInt8](repeating: 0, count: Int(before.st_size) + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(file.rawValue, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(count))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw .unreadable }
            if read == 0 { break }
            count += read
        }
        var after = stat()
        guard fstat(file.rawValue, &after) == 0, count == Int(before.st_size), after.st_size == before.st_size,
            after.st_mtim.tv_sec == before.st_mtim.tv_sec, after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
        else { throw .changing }
        return Array(bytes.prefix(count))
    }
}
