package import ImageDecoding
internal import PhotoModel

/// Sums rows of luma into the cells of a thumbnail as they arrive.
///
/// The level of a cell is `Σ qx·qy·v / (Σqx·Σqy)`, rounded to the nearest integer (halves up), with the weights of
/// ``ResamplingAxis``. Nothing is rounded before that, so the thumbnail of the transposed picture is the transposed
/// thumbnail, bit for bit.
///
/// Ranges: a horizontal sum `Σ qx·v ≤ 255·Σqx < 2^31`; a cell's sum is below `2^31·Σqy < 2^55`; twice that plus the
/// divisor `Σqx·Σqy < 2^48` fits 64 bits. So the additions and multiplications below cannot overflow.
package struct ThumbnailResampler: Sendable {
    /// The level of rows that are missing.
    package static let missingLevel: UInt64 = 128

    private let horizontal: ResamplingAxis
    private let vertical: ResamplingAxis
    private let decodedSize: PixelSize
    /// The levels of a row, with eight zeros after them: the last block of weights can reach beyond the row.
    private var row: [Int16]
    private var horizontalSums: [UInt32]
    private var sums: [UInt64]
    /// The first cell, from the top, that has pixels in the next row or below it.
    private var topCell = 0
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
        row = Array(repeating: 0, count: decodedSize.width + 8)
        horizontalSums = Array(repeating: 0, count: Thumbnail.side)
        sums = Array(repeating: 0, count: Thumbnail.levelCount)
    }

    /// Adds a row; ignores rows that are out of order, below the picture or too short.
    package mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        guard y == rowsConsumed, y < decodedSize.height, luma.count >= decodedSize.width else { return }
        rowsConsumed += 1
        sumHorizontally(luma)
        while topCell < Thumbnail.side, vertical.cells[topCell].pixels.upperBound <= y { topCell += 1 }
        for cell in topCell..<Thumbnail.side {
            guard vertical.cells[cell].pixels.lowerBound <= y else { break }
            add(weight: UInt32(vertical.weight(of: y, in: vertical.cells[cell])), toRow: cell)
        }
    }

    /// Sums one row into the cells.
    ///
    /// This loop takes most of the time: about two multiplications for each pixel. Each step multiplies eight levels with
    /// eight weights and adds the products in pairs, which is one instruction on x86.
    private mutating func sumHorizontally(_ luma: UnsafeBufferPointer<UInt8>) {
        let width = decodedSize.width
        row.withUnsafeMutableBufferPointer { row in
            for x in 0..<width { row[x] = Int16(luma[x]) }
        }
        row.withUnsafeBytes { row in
            horizontal.blocks.withUnsafeBufferPointer { blocks in
                horizontal.cells.withUnsafeBufferPointer { cells in
                    horizontalSums.withUnsafeMutableBufferPointer { sums in
                        for index in 0..<Thumbnail.side { sums[index] = Self.sum(of: row, in: cells[index], blocks) }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func sum(
        of row: UnsafeRawBufferPointer, in cell: ResamplingAxis.Cell, _ blocks: UnsafeBufferPointer<SIMD8<Int16>>
    ) -> UInt32 {
        var sum = SIMD4<Int32>.zero
        var offset = 2 &* cell.pixels.lowerBound
        for block in cell.blocks {
            let levels = row.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self)
            let products =
                SIMD8<Int32>(truncatingIfNeeded: levels) &* SIMD8<Int32>(truncatingIfNeeded: blocks[block])
            sum &+= products.evenHalf &+ products.oddHalf
            offset &+= 16
        }
        return UInt32(truncatingIfNeeded: sum.wrappedSum())
    }

    /// Adds the horizontal sums to a row of cells.
    private mutating func add(weight: UInt32, toRow cell: Int) {
        let start = cell * Thumbnail.side
        sums.withUnsafeMutableBufferPointer { sums in
            horizontalSums.withUnsafeBufferPointer { row in
                for column in 0..<Thumbnail.side { sums[start + column] &+= UInt64(weight) &* UInt64(row[column]) }
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
