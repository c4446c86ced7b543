public import PhotoModel

/// Takes the rows of a picture while it is decoded, so that the whole picture is never in memory.
///
/// Called on the decoding thread.
public protocol LumaConsumer {
    /// Called once, before the first row; not at all if there is no row.
    mutating func begin(_ geometry: LumaGeometry)

    /// Called for each row from 0 on, as stored: the orientation is not applied. A damaged picture may end early.
    ///
    /// - Parameters:
    ///   - y: The row, from 0 to `decodedSize.height - 1`.
    ///   - luma: `decodedSize.width` levels from 0 (black) to 255, from left to right; valid during the call only.
    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>)
}

/// How decoded rows lie over the stored picture.
///
/// The true extent of the picture in decoded pixels is `storedSize · eighths / 8`, which need not be whole: the last
/// column and row may lie partly outside.
public struct LumaGeometry: Sendable, Hashable, Codable {
    /// The picture as stored.
    public let storedSize: PixelSize
    /// The rows and columns that are decoded: the true extent rounded up.
    public let decodedSize: PixelSize
    /// The DCT scale in eighths: 1, 2, 4 or 8.
    ///
    /// Always 8 for PNG.
    public let eighths: Int

    /// A geometry of these parts.
    public init(storedSize: PixelSize, decodedSize: PixelSize, eighths: Int) {
        self.storedSize = storedSize
        self.decodedSize = decodedSize
        self.eighths = eighths
    }

    /// The largest DCT reduction that leaves the short side at least `minimumShortSide` long in true extent; 8 (full
    /// size) if none does.
    static func eighths(for size: PixelSize, minimumShortSide: Int) -> Int {
        let (needed, overflows) = minimumShortSide.multipliedReportingOverflow(by: 8)
        guard !overflows else { return 8 }
        return [1, 2, 4].first { min(size.width, size.height) * $0 >= needed } ?? 8
    }
}
