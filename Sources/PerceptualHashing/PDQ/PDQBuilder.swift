public import ImageDecoding
public import PhotoModel

/// Computes a PDQ hash from the rows of a picture at full size in the order in which a decoder delivers them.
///
/// Memory does not depend on the picture's area: about 24 bytes for each pixel of the width, 16 for each pixel of the
/// height, and 32 KB. A value of this type may be used from one thread at a time.
public struct PDQBuilder: ColorConsumer, Sendable {
    private let orientation: Orientation
    private var horizontal: JaroszFilter?
    private var vertical: JaroszFilter?
    private var size = PixelSize(width: 0, height: 0)
    private var channels = 0
    /// The luma of a row.
    private var luma: [Double] = []
    /// 64 rows along the vertical axis of the stored picture.
    private var sums: [Double] = []
    private var rowsConsumed = 0

    /// Creates a builder for a picture with this orientation.
    ///
    /// The hash is that of the displayed picture.
    public init(orientation: Orientation) { self.orientation = orientation }

    /// Starts a picture and discards an earlier one.
    ///
    /// A side above 2^20 pixels, or another number of channels than 1 and 3, gives no hash.
    public mutating func begin(_ size: PixelSize, channels: Int) {
        let (firstRow, firstColumn) = orientation.storedCell(row: 0, column: 0)
        horizontal = JaroszFilter(length: size.width, isMirrored: firstColumn > 0)
        vertical = JaroszFilter(length: size.height, isMirrored: firstRow > 0)
        self.size = size
        self.channels = channels
        luma = Array(repeating: 0, count: horizontal == nil ? 0 : size.width)
        sums = Array(repeating: 0, count: JaroszFilter.count * JaroszFilter.count)
        rowsConsumed = 0
    }

    /// Adds row `y` (0, 1, 2, …) of the picture's pixels; ignores rows out of order or too short.
    public mutating func consume(row y: Int, _ pixels: UnsafeBufferPointer<UInt8>) {
        guard y == rowsConsumed, y < size.height, [1, 3].contains(channels), let horizontal, let vertical,
            pixels.count >= luma.count * channels
        else { return }
        rowsConsumed += 1
        setLuma(pixels)
        let filtered = luma.withUnsafeBufferPointer { luma in
            horizontal.samples.map { sample in
                sample.weights.withUnsafeBufferPointer { weights in
                    var sum = 0.0
                    for index in weights.indices { sum += weights[index] * luma[sample.pixels.lowerBound + index] }
                    return sum
                }
            }
        }
        for (index, sample) in vertical.samples.enumerated() where sample.pixels.contains(y) {
            let weight = vertical.weight(of: y, in: sample)
            let start = index * JaroszFilter.count
            for column in filtered.indices { sums[start + column] += weight * filtered[column] }
        }
    }

    /// PDQ's luma is not rounded.
    private mutating func setLuma(_ pixels: UnsafeBufferPointer<UInt8>) {
        luma.withUnsafeMutableBufferPointer { luma in
            guard channels == 3 else {
                for x in luma.indices { luma[x] = Double(pixels[x]) }
                return
            }
            for x in luma.indices {
                let (red, green, blue) = (pixels[3 * x], pixels[3 * x + 1], pixels[3 * x + 2])
                luma[x] = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
            }
        }
    }

    /// The hash of the displayed picture; `nil` if no row was added.
    ///
    /// Rows that are missing at the bottom (a damaged file) count as middle gray, level 128.
    public var hash: PDQHash? {
        guard rowsConsumed > 0, let vertical else { return nil }
        let side = JaroszFilter.count
        let missing = vertical.samples.map { sample in
            sample.pixels.filter { $0 >= rowsConsumed }.reduce(0) { $0 + vertical.weight(of: $1, in: sample) }
        }
        let samples = sums.enumerated().map { $1 + 128 * missing[$0 / side] }
        // The samples are in display order along both axes of the stored picture.
        let displayed =
            orientation.swapsAxes ? samples.indices.map { samples[$0 % side * side + $0 / side] } : samples
        return PDQHash(samples: displayed)
    }
}
