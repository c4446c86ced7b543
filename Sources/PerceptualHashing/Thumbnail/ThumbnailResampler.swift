package import ImageDecoding
internal import PhotoModel

/// Sums rows of luma into the cells of a thumbnail as they arrive.
///
/// The level of a cell is `Σ qx·qy·v / (Σqx·Σqy)`, rounded to the nearest integer (halves up), with the weights of
/// ``ResamplingAxis``. Nothing is rounded before that, so the thumbnail of the transposed picture is the transposed
/// thumbnail, bit for bit.
///
/// Ranges: a horizontal sum `Σ qx·v ≤ 255·Σqx < 2^32`; a cell's sum is below `2^32·Σqy < 2^57`; twice that plus the
/// divisor `Σqx·Σqy < 2^50` fits 64 bits. So the additions and multiplications below cannot overflow.
package struct ThumbnailResampler: Sendable {
    /// The level of rows that are missing.
    package static let missingLevel: UInt64 = 128

    private let horizontal: ResamplingAxis
    private let vertical: ResamplingAxis
    private let decodedSize: PixelSize
    private var horizontalSums: [UInt32]
    private var sums: [UInt64]
    /// The number of rows that were added.
    package private(set) var rowsConsumed: Int = 0

    /// Creates an empty thumbnail of a picture; `nil` if the decoded size does not follow from the stored size.
    package init?(_ geometry: LumaGeometry) {
        guard
            let horizontal = ResamplingAxis(
                stored: geometry.storedSize.width, decoded: geometry.decodedSize.width, eighths: geometry.eighths),
            let vertical = ResamplingAxis(
                stored: geometry.storedSize.height, decoded: geometry.decodedSize.height, eighths: geometry.eighths)
        else { return nil }
        self.horizontal = horizontal
        self.vertical = vertical
        decodedSize = geometry.decodedSize
        horizontalSums = Array(repeating: 0, count: Thumbnail.side)
        sums = Array(repeating: 0, count: Thumbnail.levelCount)
    }

    /// Adds a row; ignores rows that are out of order, below the picture or too short.
    package mutating func consume(row: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        guard row == rowsConsumed, row < decodedSize.height, luma.count >= decodedSize.width else { return }
        rowsConsumed += 1
        sumHorizontally(luma)
        for (index, cell) in vertical.cells.enumerated() where cell.pixels.contains(row) {
            let weight = vertical.weight(of: row, in: cell)
            let start = index * Thumbnail.side
            for column in 0..<Thumbnail.side { sums[start + column] &+= weight &* UInt64(horizontalSums[column]) }
        }
    }

    /// Sums one row into the cells.
    ///
    /// This loop takes most of the time: about two multiplications for each pixel.
    private mutating func sumHorizontally(_ luma: UnsafeBufferPointer<UInt8>) {
        horizontal.weights.withUnsafeBufferPointer { weights in
            for (index, cell) in horizontal.cells.enumerated() {
                var sum: UInt32 = 0
                let offset = cell.firstWeight - cell.pixels.lowerBound
                for pixel in cell.pixels { sum &+= weights[offset &+ pixel] &* UInt32(luma[pixel]) }
                horizontalSums[index] = sum
            }
        }
    }

    /// The thumbnail in stored orientation, with ``missingLevel`` for missing rows.
    package var thumbnail: Thumbnail {
        let missing = vertical.cells.map { cell in
            cell.pixels.filter { $0 >= rowsConsumed }.reduce(0) { $0 + vertical.weight(of: $1, in: cell) }
        }
        return Thumbnail { row, column in
            let columnTotal = horizontal.cells[column].total
            let sum = sums[row * Thumbnail.side + column] + Self.missingLevel * missing[row] * columnTotal
            let divisor = vertical.cells[row].total * columnTotal
            return UInt8(truncatingIfNeeded: (2 * sum + divisor) / (2 * divisor))
        }
    }
}
