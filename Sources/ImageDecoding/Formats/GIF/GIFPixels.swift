internal import PhotoModel

/// The pixels of the first frame of a GIF, on white.
final class GIFPixels: PixelSource {
    let size: PixelSize
    let channels = 3

    private let frame: GIFFrame
    private let indices: LZWBytes<GIFBlocks>
    /// A row of the frame; all of its rows if it is interlaced.
    private let rows: UnsafeMutableBufferPointer<UInt8>
    /// Red, green and blue of all 256 indices.
    private let palette: [UInt8]
    private var isDecoded = false

    /// - Parameter stream: A stream over the whole file.
    init(_ frame: GIFFrame, of size: PixelSize, _ stream: PieceStream) throws(DecodeStop) {
        self.frame = frame
        self.size = size
        let length = try withCallerErrors { () throws(PhotoLibraryError) in
            stream.skip(frame.dataStart) ? try stream.byte() : nil
        }
        guard let length else { throw .truncated("The GIF file ends before its first frame.") }
        // Indices have up to 8 bits, but some writers state more. Codes have up to 12 bits.
        guard (1...11).contains(length) else { throw .corrupt("The GIF file states indices of \(length) bits.") }
        indices = .gif(GIFBlocks(stream), byteLength: Int(length))
        let stored = frame.palette ?? (0...255).flatMap { [UInt8](repeating: $0, count: 3) }
        var palette = stored + [UInt8](repeating: 0, count: 768 - min(768, stored.count))
        if let transparent = frame.transparent {
            palette.replaceSubrange(3 * transparent..<3 * transparent + 3, with: [255, 255, 255])
        }
        self.palette = palette
        rows = .allocate(capacity: frame.rectangle.size.width * (frame.isInterlaced ? frame.rectangle.size.height : 1))
    }

    deinit { rows.deallocate() }

    /// An upper estimate of the bytes that the pixels of a frame need.
    static func memory(of frame: GIFFrame) -> Int {
        LZWBytes<GIFBlocks>.memory + (64 << 10)
            + frame.rectangle.size.width * (frame.isInterlaced ? frame.rectangle.size.height : 1)
    }

    func readRow(_ y: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {
        let part = frame.rectangle
        pixels.update(repeating: 255)
        guard part.y..<part.y + part.size.height ~= y else { return }
        var start = 0
        if frame.isInterlaced {
            if !isDecoded { try readInterlacedRows() }
            start = (y - part.y) * part.size.width
        } else {
            try read(rows)
        }
        for x in 0..<part.size.width {
            let (source, target) = (3 * Int(rows[start + x]), 3 * (part.x + x))
            for channel in 0..<3 { pixels[target + channel] = palette[source + channel] }
        }
    }

    /// Reads the rows in the order of GIF89a, appendix E.
    private func readInterlacedRows() throws(DecodeStop) {
        let size = frame.rectangle.size
        for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            for y in stride(from: first, to: size.height, by: step) {
                try read(UnsafeMutableBufferPointer(rebasing: rows[y * size.width..<(y + 1) * size.width]))
            }
        }
        isDecoded = true
    }

    private func read(_ row: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop) {
        guard try indices.read(into: row) == row.count else {
            throw .truncated("The frame of the GIF file ends early.")
        }
    }
}

/// The bytes in blocks of a GIF, each after its length.
///
/// An empty block ends them.
final class GIFBlocks: ByteInput {
    private let stream: PieceStream
    /// The bytes of the present block that are not read yet; `nil` after the last block.
    private var unread: Int? = 0

    init(_ stream: PieceStream) { self.stream = stream }

    func byte() throws(PhotoLibraryError) -> UInt8? {
        if unread == 0 { unread = try stream.byte().flatMap { $0 == 0 ? nil : Int($0) } }
        guard let count = unread else { return nil }
        unread = count - 1
        return try stream.byte()
    }
}
