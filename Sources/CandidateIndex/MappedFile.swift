internal import AssetLoading
internal import Glibc
internal import PhotoModel
internal import SystemPackage

/// The bytes of a file as they are, read from disk when they are touched.
///
/// Who cuts the file short while it is mapped makes the process end with SIGBUS; this module's writer never does.
final class MappedFile: @unchecked Sendable {
    // Sendable: the memory is only read, and given back when nobody refers to this any more.
    let bytes: UnsafeRawBufferPointer

    /// Maps the first `count` bytes, more than none.
    ///
    /// - Throws: `ioFailure`, naming `path`.
    init(_ descriptor: FileDescriptor, count: Int, _ path: FilePath) throws(PhotoLibraryError) {
        guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0), start != MAP_FAILED else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "map the search index", path)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
