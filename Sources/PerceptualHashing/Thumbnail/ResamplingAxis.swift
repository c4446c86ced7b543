/// The weights of the pixels of one axis in the 64 cells of a thumbnail, or in more cells of a finer picture.
///
/// The weights are exact integers, so every machine computes the same. Lengths are in units of 1/1024 decoded pixel.
/// For a stored length of `n` pixels, decoded at DCT scale `s/8`, the exact length of the axis is `128·n·s` units.
/// libjpeg rounds the decoded length up to `(n·s + 7) / 8` pixels, and this rounding must not stretch the picture.
/// Then
/// - pixel `x` has its centre at `1024·x + 512`, cell `i` at `(2·i + 1)·n·s`: a cell is `2·n·s` units wide;
/// - the tent's half-width is `h = max(2·n·s, 1024)`: one cell, but never less than one pixel, so that a cell of a tiny
///   picture interpolates between the pixels around it and always finds one;
/// - the raw weight is `w = max(0, h − |1024·x + 512 − (2·i + 1)·n·s|)` for the pixels that exist. With `S` the sum of
///   a cell's raw weights, the weight is `q = (w·2^24 + S/2) / S` (integer divisions, rounding down).
///
/// Ranges, for `n ≤ 2^20`: `w ≤ 2^24`; a cell has at most `p = h/512 + 1 ≤ 2^15 + 1` pixels; `S ≤ p·2^24 < 2^40`;
/// `w·2^24 + S/2 < 2^49`; `q ≤ 2^24`; a cell's `Σq ≤ 2^24 + p/2`, hence `255·Σq < 2^32`.
package struct ResamplingAxis: Sendable {
    /// The pixels and weights of one cell.
    package struct Cell: Sendable {
        /// The decoded pixels with a weight other than zero.
        package let pixels: Range<Int>
        /// The index of the first pixel's weight in ``ResamplingAxis/weights``; the other weights follow.
        package let firstWeight: Int
        /// The sum of the cell's weights: 2^24 except for rounding.
        package let total: UInt64
    }

    /// The longest axis for which the ranges above are proven, in pixels: above what libjpeg and libpng accept.
    package static let longest: Int = 1 << 20

    /// The cells, from the left or the top.
    package let cells: [Cell]
    /// The weights `q` of all cells' pixels, one cell after the other: about two for each pixel.
    package let weights: [UInt32]

    /// Creates the weights of an axis; `nil` unless `1 ≤ stored ≤ longest`, `eighths` is 1, 2, 4 or 8, and both give
    /// `decoded`.
    ///
    /// - Parameter cellCount: 64, or a divisor of 512 if `eighths` is 8.
    package init?(stored: Int, decoded: Int, eighths: Int, cellCount: Int = Thumbnail.side) {
        guard (1...Self.longest).contains(stored), [1, 2, 4, 8].contains(eighths), decoded == (stored * eighths + 7) / 8
        else { return nil }
        let halfCell = stored * eighths * Thumbnail.side / cellCount
        let halfWidth = max(2 * halfCell, 1024)
        var cells: [Cell] = []
        var weights: [UInt32] = []
        for index in 0..<cellCount {
            let center = (2 * index + 1) * halfCell
            // Pixel x has a weight if center − halfWidth < 1024·x + 512 < center + halfWidth. `>>` rounds down.
            let first = max(0, ((center - halfWidth - 512) >> 10) + 1)
            let end = min(decoded, (center + halfWidth - 512 + 1023) >> 10)
            let raw = (first..<max(first, end)).map { UInt64(halfWidth - abs(1024 * $0 + 512 - center)) }
            let sum = raw.reduce(0, +)
            let firstWeight = weights.count
            weights += raw.map { UInt32(($0 << 24 + sum / 2) / sum) }
            let total = weights[firstWeight...].reduce(0) { $0 + UInt64($1) }
            cells.append(Cell(pixels: first..<(first + raw.count), firstWeight: firstWeight, total: total))
        }
        self.cells = cells
        self.weights = weights
    }

    /// The weight of a decoded pixel in a cell; zero for a pixel outside the cell.
    package func weight(of pixel: Int, in cell: Cell) -> UInt64 {
        cell.pixels.contains(pixel) ? UInt64(weights[cell.firstWeight + pixel - cell.pixels.lowerBound]) : 0
    }
}
