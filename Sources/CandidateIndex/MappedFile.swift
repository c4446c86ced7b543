internal import Glibc
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The bytes of a file in memory.
///
/// The system reads them from the disk on first access.
///
/// If a program truncates the file while it is mapped, this process ends with SIGBUS. This module's writer never
/// truncates a mapped file.
final class MappedFile: @unchecked Sendable {
    // Sendable: the memory is only read, and it is unmapped when the last reference ends.
    let bytes: UnsafeRawBufferPointer

    /// Maps the first `count` bytes, at least one.
    ///
    /// - Throws: `ioFailure` with `path`.
    init(_ descriptor: FileDescriptor, count: Int, _ path: FilePath) throws(PhotoLibraryError) {
        guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0), start != MAP_FAILED else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "map the search index", path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
