import CSampleEncoders
import OpenPhotoKitOwner
import TestSupport

/// Pictures for tests, which are neither flat nor similar.
enum Scenes {
    /// The same scene for the same seed, at any size.
    ///
    /// - Parameters:
    ///   - part: The part of the scene that the picture shows.
    ///   - isMirrored: Whether the picture shows it mirrored left to right.
    static func jpeg(
        _ seed: UInt64, part: PictureRectangle = .whole, isMirrored: Bool = false, width: Int, height: Int,
        quality: Int32 = 85
    ) -> [UInt8] {
        let cells = 9
        var random = Seeded(seed)
        let grid = (0..<(cells + 1) * (cells + 1)).map { _ in Double.random(in: 20...235, using: &random) }
        return encode(width, height, quality) { x, y in
            let place = (x: part.x + part.width * (isMirrored ? 1 - x : x), y: part.y + part.height * y)
            let (row, column) = (place.y * Double(cells), place.x * Double(cells))
            let (i, j) = (Int(row), Int(column))
            let (down, across) = (row - Double(i), column - Double(j))
            let corner = i * (cells + 1) + j
            let top = grid[corner] * (1 - across) + grid[corner + 1] * across
            let bottom = grid[corner + cells + 1] * (1 - across) + grid[corner + cells + 2] * across
            return top * (1 - down) + bottom * down
        }
    }

    /// Slanted bands, different ones for each seed, in which a movement along them is not visible.
    static func bands(_ seed: UInt64, width: Int, height: Int, quality: Int32 = 85) -> [UInt8] {
        let count = 14
        var random = Seeded(seed)
        let levels = (0...count).map { _ in Double.random(in: 20...235, using: &random) }
        // Not along a side, where half of the hash would be noise.
        let across = Double.random(in: 0.4...0.95, using: &random)
        let down = (1 - across * across).squareRoot() * (Bool.random(using: &random) ? 1 : -1)
        return encode(width, height, quality) { x, y in
            let place = ((across * (x - 0.5) + down * (y - 0.5)) / (across + abs(down)) + 0.5) * Double(count)
            let band = min(Int(place), count - 1)
            let part = place - Double(band)
            return levels[band] * (1 - part) + levels[band + 1] * part
        }
    }

    /// A JPEG of the levels that a function gives for places from 0 to 1.
    private static func encode(
        _ width: Int, _ height: Int, _ quality: Int32, _ level: (_ x: Double, _ y: Double) -> Double
    ) -> [UInt8] {
        var rgb = [UInt8](repeating: 0, count: width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let level = level((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
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
