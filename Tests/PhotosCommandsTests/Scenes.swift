import CSampleEncoders
import TestSupport

/// Pictures for tests, which are neither flat nor similar.
enum Scenes {
    /// The same scene for the same seed, at any size.
    static func jpeg(_ seed: UInt64, width: Int, height: Int, quality: Int32 = 85) -> [UInt8] {
        let cells = 9
        var random = Seeded(seed)
        let grid = (0..<(cells + 1) * (cells + 1)).map { _ in Double.random(in: 20...235, using: &random) }
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        for y in 0..<height {
            let row = (Double(y) + 0.5) * Double(cells) / Double(height)
            for x in 0..<width {
                let column = (Double(x) + 0.5) * Double(cells) / Double(width)
                let (i, j) = (Int(row), Int(column))
                let (down, across) = (row - Double(i), column - Double(j))
                let corner = i * (cells + 1) + j
                let top = grid[corner] * (1 - across) + grid[corner + 1] * across
                let bottom = grid[corner + cells + 1] * (1 - across) + grid[corner + cells + 2] * across
                let level = top * (1 - down) + bottom * down
                for channel in 0..<3 {
                    rgb[(y * width + x) * 3 + channel] = UInt8(level * (1 - 0.15 * Double(channel)))
                }
            }
        }
        let options = CSampleEncoders_JPEGOptions(
            quality: quality, horizontalSampling: 2, verticalSampling: 2, isProgressive: 0)
        let result = CSampleEncoders_encodeJPEG(rgb, Int32(width), Int32(height), options)
        guard let start = result.bytes else { fatalError("libjpeg refused a test's picture") }
        defer { CSampleEncoders_free(start) }
        return Array(UnsafeBufferPointer(start: start, count: result.count))
    }
}
