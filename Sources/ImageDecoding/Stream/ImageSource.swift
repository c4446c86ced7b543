internal import Glibc
internal import PhotoModel

/// The source of the bytes of an image.
public enum ImageSource: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// An open file of `size` bytes.
    ///
    /// It is read by `pread`, so the descriptor's offset does not matter and does not change. The caller keeps the
    /// descriptor open and closes it.
    case file(descriptor: Int32, size: Int)

    /// The number of bytes.
    public var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let size): max(0, size)
        }
    }

    /// Copies bytes from `offset` into `buffer`.
    ///
    /// Returns the number of copied bytes: 0 at the end, and fewer than requested if the file is shorter than its
    /// stated size.
    ///
    /// - Throws: `ioFailure` if the file cannot be read.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoLibraryError) -> Int {
        let count = min(buffer.count, size - min(offset, size))
        guard count > 0, let base = buffer.baseAddress else { return 0 }
        switch self {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
            return count
        case .file(let descriptor, _):
            while true {
                let result = pread(descriptor, base, count, offset)
                if result >= 0 { return result }
                if errno == EINTR { continue }
                throw PhotoLibraryError(.ioFailure, "The file cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }
}
