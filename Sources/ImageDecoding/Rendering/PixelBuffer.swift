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
        samples.withUnsafeMutableBufferPointer { samples in
            for index in 0..<min(row.count, samples.count - start) { samples[start + index] = row[index] }
        }
    }
}
