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

    /// This picture in another shape, which is not larger in any direction: each pixel is the mean of its area.
    package func squeezed(to size: PixelSize) -> PixelBuffer {
        let whole = PixelRectangle(size: size)
        let geometry = LumaGeometry(storedSize: self.size, decodedSize: self.size, eighths: 8)
        var downscaler = AreaDownscaler(geometry, channels: channels, to: size, whole)
        var smaller = PixelBuffer(size: size, channels: channels)
        let length = self.size.width * channels
        samples.withUnsafeBufferPointer { samples in
            for y in 0..<self.size.height {
                downscaler.add(row: y, UnsafeBufferPointer(rebasing: samples[y * length..<(y + 1) * length])) {
                    smaller.set(row: $0, $1)
                }
            }
        }
        return smaller
    }

    /// Sets row `y`.
    mutating func set(row y: Int, _ row: [UInt8]) {
        let start = y * size.width * channels
        samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<min(row.count, samples.count - start) { samples[start + index] = row[index] }
        }
    }
}
