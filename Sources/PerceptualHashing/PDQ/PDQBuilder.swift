public import ImageDecoding
public import PhotoModel

/// Computes a PDQ hash from rows of luma in the order in which a decoder delivers them.
///
/// Memory does not depend on the picture's area: about 16 bytes for each pixel of the width and of the height, and 32
/// KB. A value of this type may be used from one thread at a time.
public struct PDQBuilder: LumaConsumer, Sendable {
    /// The minimum short side of a picture that is decoded for PDQ, in pixels.
    ///
    /// Smaller pictures are decoded at full size.
    public static let minimumShortSide: Int = 512

    private let orientation: Orientation
    private var horizontal: JaroszFilter?
    private var vertical: JaroszFilter?
    private var decodedSize = PixelSize(width: 0, height: 0)
    /// 64 rows along the vertical axis of the stored picture.
    private var sums: [Double] = []
    private var rowsConsumed = 0

    /// Creates a builder for a picture with this orientation.
    ///
    /// The hash is that of the displayed picture.
    public init(orientation: Orientation) { self.orientation = orientation }

    /// Starts a picture and discards an earlier one.
    ///
    /// A decoded size that is not libjpeg's `(stored·eighths + 7) / 8`, or a side above 2^20 pixels, gives no hash.
    public mutating func begin(_ geometry: LumaGeometry) {
        let (stored, eighths) = (geometry.storedSize, geometry.eighths)
        let (firstRow, firstColumn) = orientation.storedCell(row: 0, column: 0)
        horizontal = JaroszFilter(length: stored.width, eighths: eighths, isMirrored: firstColumn > 0)
        vertical = JaroszFilter(length: stored.height, eighths: eighths, isMirrored: firstRow > 0)
        decodedSize = geometry.decodedSize
        sums = Array(repeating: 0, count: JaroszFilter.count * JaroszFilter.count)
        rowsConsumed = 0
    }

    /// Adds row `y` (0, 1, 2, …) of `decodedSize.width` samples; ignores rows out of order or too short.
    public mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        guard y == rowsConsumed, y < decodedSize.height, luma.count >= decodedSize.width, let horizontal, let vertical,
            horizontal.decodedLength == decodedSize.width, vertical.decodedLength == decodedSize.height
        else { return }
        rowsConsumed += 1
        let filtered = horizontal.samples.map { sample in
            sample.weights.withUnsafeBufferPointer { weights in
                var sum = 0.0
                for index in weights.indices { sum += weights[index] * Double(luma[sample.pixels.lowerBound + index]) }
                return sum
            }
        }
        for (index, sample) in vertical.samples.enumerated() where sample.pixels.contains(y) {
            let weight = vertical.weight(of: y, in: sample)
            let start = index * JaroszFilter.count
            for column in filtered.indices { sums[start + column] += weight * filtered[column] }
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
