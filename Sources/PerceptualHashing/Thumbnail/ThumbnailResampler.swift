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
    /// The levels of ``groupCount`` rows, each with eight zeros after it: the last block of weights can reach beyond
    /// the row.
    private var rows: [Int16]
    /// The sums of these rows in each column of cells.
    private var horizontalSums: [SIMD4<UInt32>]
    private var sums: [UInt64]
    /// The first cell, from the top, that has pixels in the next row or below it.
    private var topCell = 0
    /// The number of rows that were added.
    package private(set) var rowsConsumed: Int = 0

    /// The rows that are summed at a time, because one sum of their vectors takes about as long as one of a single row.
    private static let groupCount = 4

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
        rows = Array(repeating: 0, count: Self.groupCount * (decodedSize.width + 8))
        horizontalSums = Array(repeating: .zero, count: Thumbnail.side)
        sums = Array(repeating: 0, count: Thumbnail.levelCount)
    }

    /// Adds a row; ignores rows that are out of order, below the picture or too short.
    package mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {
        let width = decodedSize.width
        guard y == rowsConsumed, y < decodedSize.height, luma.count >= width else { return }
        let start = y % Self.groupCount * (width + 8)
        rows.withUnsafeMutableBufferPointer { rows in
            let row = UnsafeMutableBufferPointer(rebasing: rows[start..<start + width])
            for x in 0..<width { row[x] = Int16(luma[x]) }
        }
        rowsConsumed += 1
        if rowsConsumed % Self.groupCount == 0 || rowsConsumed == decodedSize.height { addGroup() }
    }

    /// Adds the rows of the last group to the cells.
    private mutating func addGroup() {
        let first = (rowsConsumed - 1) / Self.groupCount * Self.groupCount
        sumHorizontally()
        while topCell < Thumbnail.side, vertical.cells[topCell].pixels.upperBound <= first { topCell += 1 }
        for cell in topCell..<Thumbnail.side {
            guard vertical.cells[cell].pixels.lowerBound < rowsConsumed else { break }
            var weights = SIMD4<UInt32>.zero
            for y in first..<rowsConsumed {
                weights[y - first] = UInt32(vertical.weight(of: y, in: vertical.cells[cell]))
            }
            add(weights, toRow: cell)
        }
    }

    /// Sums each of the rows into the columns of cells.
    ///
    /// This loop takes most of the time: about two multiplications for each pixel. Each step multiplies eight levels
    /// with eight weights and adds the products in pairs, which is one instruction on x86.
    private mutating func sumHorizontally() {
        let rowBytes = 2 * (decodedSize.width + 8)
        rows.withUnsafeBytes { rows in
            horizontal.weights.withUnsafeBytes { weights in
                horizontal.cells.withUnsafeBufferPointer { cells in
                    horizontalSums.withUnsafeMutableBufferPointer { sums in
                        for index in 0..<Thumbnail.side {
                            sums[index] = Self.sums(of: rows, rowBytes, in: cells[index], weights)
                        }
                    }
                }
            }
        }
    }

    /// The sums of the rows, which are `rowBytes` bytes apart.
    @inline(__always)
    private static func sums(
        of rows: UnsafeRawBufferPointer, _ rowBytes: Int, in cell: ResamplingAxis.Cell,
        _ weights: UnsafeRawBufferPointer
    ) -> SIMD4<UInt32> {
        var (first, second) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
        var (third, fourth) = (SIMD4<Int32>.zero, SIMD4<Int32>.zero)
        var offset = 2 &* cell.pixels.lowerBound
        for block in stride(from: 2 &* cell.weights.lowerBound, to: 2 &* cell.weights.upperBound, by: 16) {
            let weights = SIMD8<Int32>(
                truncatingIfNeeded: weights.loadUnaligned(fromByteOffset: block, as: SIMD8<Int16>.self))
            first &+= products(of: rows, offset, weights)
            second &+= products(of: rows, offset &+ rowBytes, weights)
            third &+= products(of: rows, offset &+ 2 &* rowBytes, weights)
            fourth &+= products(of: rows, offset &+ 3 &* rowBytes, weights)
            offset &+= 16
        }
        let upper = SIMD8(lowHalf: first, highHalf: second), lower = SIMD8(lowHalf: third, highHalf: fourth)
        let halves = SIMD8(
            lowHalf: upper.evenHalf &+ upper.oddHalf, highHalf: lower.evenHalf &+ lower.oddHalf)
        return SIMD4<UInt32>(truncatingIfNeeded: halves.evenHalf &+ halves.oddHalf)
    }

    /// The sums of pairs of the products of eight levels with the weights.
    @inline(__always)
    private static func products(
        of rows: UnsafeRawBufferPointer, _ offset: Int, _ weights: SIMD8<Int32>
    ) -> SIMD4<Int32> {
        let levels = rows.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self)
        let products = SIMD8<Int32>(truncatingIfNeeded: levels) &* weights
        return products.evenHalf &+ products.oddHalf
    }

    /// Adds the horizontal sums of the rows to a row of cells.
    private mutating func add(_ weights: SIMD4<UInt32>, toRow cell: Int) {
        let start = cell * Thumbnail.side
        sums.withUnsafeMutableBufferPointer { sums in
            horizontalSums.withUnsafeBufferPointer { columns in
                // Processors multiply 64-bit numbers one by one faster than in vectors.
                let (first, second) = (UInt64(weights[0]), UInt64(weights[1]))
                let (third, fourth) = (UInt64(weights[2]), UInt64(weights[3]))
                for column in 0..<Thumbnail.side {
                    let rows = columns[column]
                    let upper = first &* UInt64(rows[0]) &+ second &* UInt64(rows[1])
                    let lower = third &* UInt64(rows[2]) &+ fourth &* UInt64(rows[3])
                    sums[start + column] &+= upper &+ lower
                }
            }
        }
    }

    /// The thumbnail in stored orientation, with ``missingLevel`` for missing rows.
    package var thumbnail: Thumbnail {
        var complete = self
        if rowsConsumed % Self.groupCount > 0, rowsConsumed < decodedSize.height { complete.addGroup() }
        let sums = complete.sums
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
