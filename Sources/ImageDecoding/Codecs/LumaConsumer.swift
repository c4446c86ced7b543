public import PhotoModel

/// Gets the rows of a picture during decoding, so that the whole picture is never in memory.
///
/// Called on the decoding thread.
public protocol LumaConsumer {
    /// Called once, before the first row. Not called if no row is decoded.
    mutating func begin(_ geometry: LumaGeometry)

    /// Called for each row in stored order, beginning with 0. The orientation is not applied. A damaged picture can
    /// end early.
    ///
    /// - Parameters:
    ///   - y: The row, from 0 to `decodedSize.height - 1`.
    ///   - luma: `decodedSize.width` levels from 0 (black) to 255, from left to right; valid during the call only.
    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>)

    /// Called after ``consume(row:_:)`` for each row of a picture whose colours are converted, with the luma of the
    /// values before the conversion.
    ///
    /// A program without colour management shows these values. By default they are ignored.
    ///
    /// - Parameters:
    ///   - y: The row, as for ``consume(row:_:)``.
    ///   - luma: As many levels as the row has; valid during the call only.
    mutating func consume(row y: Int, unconverted luma: UnsafeBufferPointer<UInt8>)
}

extension LumaConsumer {
    /// Ignores the values before the conversion.
    public mutating func consume(row y: Int, unconverted luma: UnsafeBufferPointer<UInt8>) {}
}

/// The geometry of decoded rows in the stored picture.
///
/// The exact size of the picture in decoded pixels is `storedSize · eighths / 8`, which can be fractional. The last
/// column and the last row can be partly outside.
public struct LumaGeometry: Sendable, Hashable, Codable {
    /// The size of the stored picture.
    public let storedSize: PixelSize
    /// The decoded rows and columns: the exact size, rounded up.
    public let decodedSize: PixelSize
    /// The DCT scale in eighths: 1, 2, 4 or 8 for luma.
    ///
    /// It is always 8 for other formats than JPEG.
    public let eighths: Int

    /// Creates a geometry.
    public init(storedSize: PixelSize, decodedSize: PixelSize, eighths: Int) {
        self.storedSize = storedSize
        self.decodedSize = decodedSize
        self.eighths = eighths
    }
}
