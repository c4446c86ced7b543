internal import Glibc
internal import PhotoModel

/// Bytes that can be read at any position.
package protocol RandomAccessBytes {
    /// The number of bytes.
    var size: Int { get }

    /// Copies bytes from `offset` into `buffer`.
    ///
    /// Returns the number of copied bytes: 0 at the end, and fewer than requested if there are fewer.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoLibraryError) -> Int
}

extension RandomAccessBytes {
    /// The bytes of `range`, as far as the source has them.
    ///
    /// - Throws: `ioFailure` if the bytes cannot be read.
    package func bytes(_ range: Range<Int>) throws(PhotoLibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var count = 0
        while count < range.count {
            let part: Int
            do {
                part = try bytes.withUnsafeMutableBytes { buffer in
                    try read(
                        at: range.lowerBound + count, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                }
            } catch let error as PhotoLibraryError {
                throw error
            } catch {
                throw PhotoLibraryError(.internalError, "Reading failed: \(error).")
            }
            guard part > 0 else { break }
            count += part
        }
        bytes.removeLast(range.count - count)
        return bytes
    }
}

/// The source of the bytes of an image.
public indirect enum ImageSource: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// An open file of `size` bytes.
    ///
    /// It is read by `pread`, so the descriptor's offset does not matter and does not change. The caller keeps the
    /// descriptor open and closes it.
    case file(descriptor: Int32, size: Int)
    /// A part of another source, as far as that source has it.
    case part(of: ImageSource, Range<Int>)

    /// The number of bytes.
    public var size: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let size): max(0, size)
        case .part(let whole, let range): range.clamped(to: 0..<whole.size).count
        }
    }

    /// Copies bytes from `offset` into `buffer`.
    ///
    /// Returns the number of copied bytes: 0 at the end, and fewer than requested if the file is shorter than its
    /// stated size.
    ///
    /// - Throws: `ioFailure` if the file cannot be read.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PhotoLibraryError) -> Int {
        let count = min(buffer.count, size - min(offset, size))
        guard count > 0, let base = buffer.baseAddress else { return 0 }
        switch self {
        case .bytes(let bytes):
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
            }
            return count
        case .part(let whole, let range):
            let start = range.clamped(to: 0..<whole.size).lowerBound
            return try whole.read(at: start + offset, into: UnsafeMutableRawBufferPointer(start: base, count: count))
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

extension ImageSource: RandomAccessBytes {}
