public import PhotoModel

/// Gets the colours of a picture during decoding, row by row.
///
/// Called on the decoding thread.
public protocol ColorConsumer {
    /// Called once, before the first row. Not called if no row is decoded.
    ///
    /// - Parameters:
    ///   - size: The size of the stored picture.
    ///   - channels: The number of samples of a pixel: 1 gray, 3 red, green and blue.
    mutating func begin(_ size: PixelSize, channels: Int)

    /// Called for each row in stored order, beginning with 0. The orientation is not applied. A damaged picture can
    /// end early.
    ///
    /// - Parameters:
    ///   - y: The row, from 0 to `size.height - 1`.
    ///   - pixels: The samples of `size.width` pixels from 0 to 255, from left to right; valid during the call only.
    mutating func consume(row y: Int, _ pixels: UnsafeBufferPointer<UInt8>)
}
