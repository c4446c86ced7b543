internal import CImageShims
internal import PhotoModel

/// A picture whose rows are read one after another as pixels of 8 bits a channel.
protocol PixelSource: AnyObject {
    /// The size of the picture.
    var size: PixelSize { get }
    /// The samples of a pixel: 1 gray, 2 gray and opacity, 3 RGB, 4 RGB and opacity.
    var channels: Int { get }

    /// Writes row `y` to `pixels`, which has the memory for it.
    ///
    /// It is called for each row in order, beginning with 0.
    func readRow(_ y: Int, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(DecodeStop)
}

/// Rows of a picture that is read as pixels.
///
/// Colours are converted, and opacity is composited on white, as those of a PNG.
final class PixelRows: RowDecompressor {
    private let source: any PixelSource
    private let keepsColor: Bool
    private let conversion: ColorConversion?
    private let pixels: UnsafeMutableBufferPointer<UInt8>
    private var y = 0

    /// - Parameter keepsColor: Whether rows are gray or RGB; otherwise they are luma.
    init(_ source: any PixelSource, keepsColor: Bool, conversion: ColorConversion?) {
        self.source = source
        self.keepsColor = keepsColor
        self.conversion = conversion
        pixels = .allocate(capacity: max(1, source.size.width * source.channels))
        pixels.initialize(repeating: 0)
    }

    deinit { pixels.deallocate() }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        guard let base = pixels.baseAddress else { return (0, nil) }
        for count in 0..<capacity {
            guard y < source.size.height else { return (count, nil) }
            do throws(DecodeStop) {
                try source.readRow(y, into: pixels)
            } catch {
                return (count, error)
            }
            let row = rows + count * stride
            let unconverted = conversion != nil && !keepsColor ? row + source.size.width : nil
            opk_pixels_row(
                base, Int32(source.channels), conversion?.handle, keepsColor, UInt32(source.size.width), row,
                unconverted)
            y += 1
        }
        return (capacity, nil)
    }
}

extension DecodeJob {
    /// Decodes a picture that is read as pixels.
    ///
    /// - Parameters:
    ///   - memory: The bytes that the source needs.
    ///   - open: Creates the source when there is memory for it.
    func decodePixels(
        of size: PixelSize, channels: Int, memory: Int, _ conversion: ColorConversion?, _ reading: inout ImageReading,
        _ take: (DecodedRow) -> Void, from open: () throws(DecodeStop) -> any PixelSource
    ) throws(DecodeStop) {
        let bytes = UInt64(clamping: memory) + UInt64(clamping: size.width * channels)
        try decode(size, &reading, memory: { _ in bytes }) { (reading, _) throws(DecodeStop) in
            let rows = PixelRows(try open(), keepsColor: output.keepsColor, conversion: conversion)
            let geometry = LumaGeometry(storedSize: size, decodedSize: size, eighths: 8)
            let samples = output.samples(of: channels < 3 ? 1 : 3, conversion)
            try rows.deliver(geometry, samples, &reading, progress, take)
        }
    }
}
