package import ImageDecoding
internal import PhotoModel

/// The luma of a displayed picture at its own resolution, and its colours in cells, ready for a comparison.
///
/// It has one byte for each pixel, and 5 kB.
package struct DetailedPicture: Sendable {
    /// The greatest length of the long side, in pixels.
    ///
    /// Larger pictures are made smaller. It bounds memory and time. Letters that are 30 pixels high in a photo of 12
    /// megapixels are 15 pixels high then.
    package static let longestSide: Int = 2048

    let width: Int
    let height: Int
    /// The levels of all pixels, row by row from the top left.
    let levels: [UInt8]
    /// The mean colours of ``colorSide`` × ``colorSide`` cells, row by row from the top left: B − Y and R − Y, in
    /// levels.
    let colors: [SIMD2<Float>]

    /// The number of cells across and down.
    private static let colorSide = 24

    /// Creates the picture of displayed pixels; `nil` if samples are missing.
    package init?(_ pixels: PixelBuffer) {
        let (width, height) = (pixels.size.width, pixels.size.height)
        guard width > 0, height > 0, pixels.samples.count == width * height * pixels.channels else { return nil }
        let levels = pixels.luma
        self.init(
            width: width, height: height, levels: levels, colors: pixels.meanColors(levels, side: Self.colorSide))
    }

    private init(width: Int, height: Int, levels: [UInt8], colors: [SIMD2<Float>]) {
        self.width = width
        self.height = height
        self.levels = levels
        self.colors = colors
    }

    /// The length of the long side in which two pictures are compared: that of the smaller one.
    package static func commonSide(of one: PixelSize, _ other: PixelSize) -> Int {
        min(max(one.width, one.height), max(other.width, other.height), longestSide)
    }

    /// The same picture, turned by quarter turns clockwise.
    package func turned(quarters: Int) -> DetailedPicture {
        guard quarters & 3 != 0 else { return self }
        let isUpright = quarters & 1 == 0
        return DetailedPicture(
            width: isUpright ? width : height, height: isUpright ? height : width,
            levels: Self.turned(levels, width, height, quarters: quarters),
            colors: Self.turned(colors, Self.colorSide, Self.colorSide, quarters: quarters))
    }

    /// Values of a picture of this size, turned by quarter turns clockwise.
    private static func turned<Value>(_ values: [Value], _ width: Int, _ height: Int, quarters: Int) -> [Value] {
        let isUpright = quarters & 1 == 0
        var turned: [Value] = []
        turned.reserveCapacity(values.count)
        for row in 0..<(isUpright ? height : width) {
            for column in 0..<(isUpright ? width : height) {
                let index =
                    switch quarters & 3 {
                    case 1: (height - 1 - column) * width + row
                    case 2: (height - 1 - row) * width + width - 1 - column
                    default: column * width + width - 1 - row
                    }
                turned.append(values[index])
            }
        }
        return turned
    }

    /// The level at a point, in which the edge levels are repeated outside, filtered by [1 2 1]/4 across and down.
    ///
    /// - Returns: `width` levels of a row.
    func smoothed(row: Int) -> [Float] {
        let (above, here, below) = (max(0, row - 1) * width, row * width, min(height - 1, row + 1) * width)
        let sums: [Int] = (0..<width).map { column in
            let middle = 2 * Int(levels[here + column])
            return Int(levels[above + column]) + middle + Int(levels[below + column])
        }
        return (0..<width).map { column in
            let (before, after): (Int, Int) = (sums[max(0, column - 1)], sums[min(width - 1, column + 1)])
            return Float(before + 2 * sums[column] + after) / 16
        }
    }
}

extension PixelBuffer {
    /// The luma of each pixel.
    var luma: [UInt8] {
        guard channels == 3 else { return samples }
        return [UInt8](unsafeUninitializedCapacity: samples.count / 3) { luma, count in
            count = samples.count / 3
            for index in 0..<count {
                let red = 19595 * Int(samples[3 * index])
                let green = 38470 * Int(samples[3 * index + 1])
                let blue = 7471 * Int(samples[3 * index + 2])
                luma[index] = UInt8((red + green + blue + 32768) >> 16)
            }
        }
    }

    /// The mean of B − Y and R − Y in `side` × `side` cells; no colour if the picture is gray.
    ///
    /// In a picture with fewer pixels than cells, some cells have no pixel and no colour.
    ///
    /// - Parameter luma: The luma of each pixel.
    fileprivate func meanColors(_ luma: [UInt8], side: Int) -> [SIMD2<Float>] {
        var sums = [SIMD2<Int>](repeating: .zero, count: side * side)
        guard channels == 3 else { return sums.map { _ in .zero } }
        var counts = [Int](repeating: 0, count: side * side)
        for row in 0..<size.height {
            let first = row * side / size.height * side
            for column in 0..<size.width {
                let (index, cell) = (row * size.width + column, first + column * side / size.width)
                let (red, blue) = (Int(samples[3 * index]), Int(samples[3 * index + 2]))
                sums[cell] &+= SIMD2(blue, red) &- SIMD2(repeating: Int(luma[index]))
                counts[cell] += 1
            }
        }
        return zip(sums, counts).map { SIMD2<Float>($0) / Float(max(1, $1)) }
    }
}
