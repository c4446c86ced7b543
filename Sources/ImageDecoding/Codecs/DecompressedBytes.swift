internal import PhotoModel

/// Bytes that a decompressor returns in sequence.
protocol DecompressedBytes: AnyObject {
    /// Writes the next bytes to the buffer.
    ///
    /// - Returns: The number of bytes, which is smaller than that of the buffer only if the data end.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) -> Int
}

/// A source of single bytes, for a decompressor.
protocol ByteInput: AnyObject {
    /// The next byte; `nil` at the end.
    func byte() throws(PhotoLibraryError) -> UInt8?
}

extension PieceStream: ByteInput {}

/// Bytes that are not compressed.
final class PlainBytes: DecompressedBytes {
    private let source: PieceStream

    init(_ source: PieceStream) { self.source = source }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) -> Int {
        var count = 0
        _ = try withCallerErrors { () throws(PhotoLibraryError) in
            try source.forward(buffer.count) { part in
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                    .copyMemory(from: part)
                count += part.count
            }
        }
        return count
    }
}

/// Runs of equal bytes, and other bytes: PackBits (TIFF 6.0, section 9).
final class PackBitsBytes: DecompressedBytes {
    private let source: PieceStream
    /// The bytes of the present run that are not returned yet.
    private var runLength = 0
    /// The byte of a run of equal bytes.
    private var repeated: UInt8?

    init(_ source: PieceStream) { self.source = source }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) -> Int {
        try withCallerErrors { () throws(PhotoLibraryError) in
            var count = 0
            while count < buffer.count {
                if runLength == 0 { guard try startRun() else { break } }
                if let repeated {
                    buffer[count] = repeated
                } else {
                    guard let byte = try source.byte() else { break }
                    buffer[count] = byte
                }
                count += 1
                runLength -= 1
            }
            return count
        }
    }

    /// Reads the header of the next run; `false` at the end.
    private func startRun() throws(PhotoLibraryError) -> Bool {
        while let head = try source.byte() {
            let length = Int(Int8(bitPattern: head))
            // −128 is a header without a run.
            if length == -128 { continue }
            (runLength, repeated) = length < 0 ? (1 - length, try source.byte()) : (length + 1, nil)
            return length >= 0 || repeated != nil
        }
        return false
    }
}
