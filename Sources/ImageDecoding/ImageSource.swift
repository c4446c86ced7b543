internal import Glibc
internal import PhotoModel

/// Where the bytes of an image are.
public enum ImageSource: Sendable {
    /// In memory.
    case bytes([UInt8])
    /// In an open file of `size` bytes. It is read by `pread` at offsets of its own, so that the descriptor's offset
    /// neither matters nor moves. The caller keeps the descriptor open and closes it.
    case file(descriptor: Int32, size: Int)

    /// How many bytes there are.
    public var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let size): max(0, size)
        }
    }

    /// Copies bytes from `offset` on into `buffer`; gives how many: 0 at the end, and fewer than asked if the file
    /// turns out shorter than its stated size.
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
