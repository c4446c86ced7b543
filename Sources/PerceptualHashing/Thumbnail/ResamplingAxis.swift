/// The weights of the pixels of one axis in the 64 cells of a thumbnail, or in more cells of a finer picture.
///
/// The weights are exact integers, so every machine computes the same. Lengths are in units of 1/1024 decoded pixel.
/// For a stored length of `n` pixels, decoded at DCT scale `s/8`, the exact length of the axis is `128·n·s` units.
/// libjpeg rounds the decoded length up to `(n·s + 7) / 8` pixels, and this rounding must not stretch the picture.
/// Then
/// - pixel `x` has its centre at `1024·x + 512`, cell `i` at `(2·i + 1)·n·s`: a cell is `2·n·s` units wide;
/// - the tent's half-width is `h = max(2·n·s, 1024)`: one cell, but never less than one pixel, so that a cell of a tiny
///   picture interpolates between the pixels around it and always finds one;
/// - the raw weight is `w = max(0, h − |1024·x + 512 − (2·i + 1)·n·s|)` for the pixels that exist;
/// - the weight is `q = (w·P + h/2) / h` (rounding down), with the peak `P = 2^14` for `n·s ≤ 2^18`, else `2^9`.
///
/// The peaks are such that a weight is a 16-bit number and a cell's sum is a 32-bit number, which processors multiply
/// and add eight at a time.
///
/// Ranges, for `n ≤ 2^20`: `h ≤ 2^24`; `w·P + h/2 < 2^34`; a cell has at most `h/512 + 1` pixels; its `Σq` is at most
/// `P·h/1024 + h/1024 + P`, hence `255·Σq < 2^31` for both peaks.
package struct ResamplingAxis: Sendable {
    /// The pixels and weights of one cell.
    package struct Cell: Sendable {
        /// The decoded pixels with a weight other than zero.
        package let pixels: Range<Int>
        /// The indexes of the pixels' weights in ``ResamplingAxis/weights``, whole blocks of eight.
        let weights: Range<Int>
        /// The sum of the cell's weights.
        package let total: UInt64
    }

    /// The longest axis for which the ranges above are proven, in pixels: above what libjpeg and libpng accept.
    package static let longest: Int = 1 << 20

    /// The cells, from the left or the top.
    ///
    /// Neither end of their pixels ever decreases.
    package let cells: [Cell]
    /// The weights `q` of all cells' pixels, one cell after the other.
    ///
    /// Zeros follow those of a cell up to a multiple of eight.
    let weights: [Int16]

    /// Creates the weights of an axis; `nil` unless `1 ≤ stored ≤ longest`, `eighths` is 1, 2, 4 or 8, and both give
    /// `decoded`.
    ///
    /// - Parameter cellCount: 64, or a divisor of 512 if `eighths` is 8.
    package init?(stored: Int, decoded: Int, eighths: Int, cellCount: Int = Thumbnail.side) {
        guard (1...Self.longest).contains(stored), [1, 2, 4, 8].contains(eighths), decoded == (stored * eighths + 7) / 8
        else { return nil }
        let halfCell = stored * eighths * Thumbnail.side / cellCount
        let halfWidth = max(2 * halfCell, 1024)
        let peak = halfCell <= 1 << 18 ? 1 << 14 : 1 << 9
        var cells: [Cell] = []
        var weights: [Int16] = []
        cells.reserveCapacity(cellCount)
        weights.reserveCapacity(2 * decoded + 16 * cellCount)
        for index in 0..<cellCount {
            let center = (2 * index + 1) * halfCell
            // Pixel x has a weight if center − halfWidth < 1024·x + 512 < center + halfWidth. `>>` rounds down.
            let first = max(0, ((center - halfWidth - 512) >> 10) + 1)
            let end = max(first, min(decoded, (center + halfWidth - 512 + 1023) >> 10))
            let start = weights.count
            var total: UInt64 = 0
            for pixel in first..<end {
                let scaled = (halfWidth - abs(1024 * pixel + 512 - center)) * peak + halfWidth / 2
                // Processors divide floating-point numbers faster. The quotient rounds down as that of the integers:
                // one that is no integer is at least 2^−24 below the next, and the division errs by at most 2^−38.
                let weight = Int(Double(scaled) / Double(halfWidth))
                weights.append(Int16(truncatingIfNeeded: weight))
                total &+= UInt64(weight)
            }
            while weights.count % 8 > 0 { weights.append(0) }
            cells.append(Cell(pixels: first..<end, weights: start..<weights.count, total: total))
        }
        self.cells = cells
        self.weights = weights
    }

    /// The weight of a decoded pixel in a cell; zero for a pixel outside the cell.
    package func weight(of pixel: Int, in cell: Cell) -> UInt64 {
        guard cell.pixels.contains(pixel) else { return 0 }
        return UInt64(weights[cell.weights.lowerBound + pixel - cell.pixels.lowerBound])
    }
}
