package import PhotoModel

/// The samples of a gray or RGB picture.
package struct PixelBuffer: Sendable, Hashable {
    package let size: PixelSize
    /// The number of samples of a pixel: 1 gray, 3 RGB.
    package let channels: Int
    /// The samples of each pixel, from the top left, without gaps.
    ///
    /// Rows that are missing at the end of a damaged file stay middle gray, as in a content signature.
    package private(set) var samples: [UInt8]

    init(size: PixelSize, channels: Int) {
        self.init(
            size: size, channels: channels,
            samples: [UInt8](repeating: 128, count: size.width * size.height * channels))
    }

    /// Creates a picture from all its samples.
    package init(size: PixelSize, channels: Int, samples: [UInt8]) {
        self.size = size
        self.channels = channels
        self.samples = samples
    }

    /// Sets row `y`.
    mutating func set(row y: Int, _ row: [UInt8]) {
        let start = y * size.width * channels
        samples.replaceSubrange(start..<start + row.count, with: row)
    }

    /// The displayed picture of this stored picture.
    func displayed(_ orientation: Orientation) -> PixelBuffer {
        guard orientation != .up else { return self }
        var displayed = PixelBuffer(size: size.displayed(orientation), channels: channels)
        // The steps, in displayed pixels, to the next stored column and row.
        let (column, row) = orientation.swapsAxes ? (displayed.size.width, 1) : (1, displayed.size.width)
        let columnStep = [.upMirrored, .down, .rightMirrored, .left].contains(orientation) ? -column : column
        let rowStep = [.down, .downMirrored, .right, .rightMirrored].contains(orientation) ? -row : row
        // The displayed pixel of the first stored pixel.
        let origin = (columnStep < 0 ? (size.width - 1) * column : 0) + (rowStep < 0 ? (size.height - 1) * row : 0)
        displayed.samples.withUnsafeMutableBufferPointer { displayed in
            samples.withUnsafeBufferPointer { samples in
                var source = 0
                for y in 0..<size.height {
                    var target = (origin + y * rowStep) * channels
                    for _ in 0..<size.width {
                        for channel in 0..<channels { displayed[target + channel] = samples[source + channel] }
                        source += channels
                        target += columnStep * channels
                    }
                }
            }
        }
        return displayed
    }
}
