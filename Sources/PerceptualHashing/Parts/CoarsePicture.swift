/// The detail of a thumbnail in 16×16 cells, with which the parts of many pictures are searched quickly.
///
/// The detail of a cell is its level minus the mean of the 3×3 cells around it, with the edge levels repeated outside.
/// Most pictures have a bright and a dark side, so that the levels themselves correlate in unrelated pictures.
struct CoarsePicture {
    static let side = 16
    /// The variance that noise may have, in squared levels.
    ///
    /// It is added to the variance of each picture, so that flat pictures do not correlate by their noise.
    static let noise: Float = 1
    /// Rows are followed by 16 zeros, so that 16 cells can be read from each column.
    private static let stride = 2 * side

    private let rows: [Float]
    /// The sums of the squares of all cells above and to the left, with a first row and column of zeros.
    private let squares: [Float]

    init(_ levels: UnsafeBufferPointer<UInt8>) {
        let cells = Thumbnail.side / Self.side
        var sums = [Float](repeating: 0, count: Self.side * Self.side)
        for row in 0..<Self.side {
            for column in 0..<Self.side {
                var sum = 0
                for y in 0..<cells {
                    let start = (row * cells + y) * Thumbnail.side + column * cells
                    for x in 0..<cells { sum += Int(levels[start + x]) }
                }
                sums[row * Self.side + column] = Float(sum) / Float(cells * cells)
            }
        }
        let detail = CellGrid(width: Self.side, height: Self.side, levels: sums).coarseDetail
        var rows = [Float](repeating: 0, count: Self.side * Self.stride)
        let width = Self.side + 1
        var squares = [Float](repeating: 0, count: width * width)
        for row in 0..<Self.side {
            var sum: Float = 0
            for column in 0..<Self.side {
                let level = detail.levels[row * Self.side + column]
                rows[row * Self.stride + column] = level
                sum += level * level
                squares[(row + 1) * width + column + 1] = squares[row * width + column + 1] + sum
            }
        }
        self.rows = rows
        self.squares = squares
    }

    /// The position of a template with the greatest correlation.
    func bestPlace(of template: CoarseTemplate) -> (score: Float, column: Int, row: Int) {
        let count = Float(template.width * template.height)
        let width = Self.side + 1
        var best: (score: Float, column: Int, row: Int) = (-1, 0, 0)
        rows.withUnsafeBytes { bytes in
            for row in 0...(Self.side - template.height) {
                for column in 0...(Self.side - template.width) {
                    var products = SIMD16<Float>.zero
                    for line in 0..<template.height {
                        let offset = ((row + line) * Self.stride + column) * MemoryLayout<Float>.size
                        products +=
                            template.rows[line] * bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
                    }
                    let (bottom, right) = (row + template.height, column + template.width)
                    let square =
                        squares[bottom * width + right] - squares[row * width + right]
                        - squares[bottom * width + column] + squares[row * width + column]
                    let energy = (square + count * Self.noise) * (template.square + count * Self.noise)
                    let score = products.sum() / energy.squareRoot()
                    if score > best.score { best = (score, column, row) }
                }
            }
        }
        return best
    }
}

/// The detail of a picture in at most 16×16 cells.
struct CoarseTemplate {
    let width: Int
    let height: Int
    /// One row for each of `height`; zeros from `width` on.
    let rows: [SIMD16<Float>]
    /// The sum of the squares.
    let square: Float

    /// - Parameter cells: The picture in at most 16×16 cells.
    init(_ cells: CellGrid) {
        let detail = cells.coarseDetail
        width = cells.width
        height = cells.height
        rows = (0..<cells.height).map { row in
            var values = SIMD16<Float>.zero
            for column in 0..<cells.width { values[column] = detail.levels[row * cells.width + column] }
            return values
        }
        square = detail.levels.reduce(0) { $0 + $1 * $1 }
    }
}

extension CellGrid {
    /// Each level minus the mean of the 3×3 cells around it, with the edge levels repeated outside.
    fileprivate var coarseDetail: CellGrid {
        var down = levels
        for row in 0..<height {
            let (above, below) = (max(0, row - 1) * width, min(height - 1, row + 1) * width)
            for column in 0..<width {
                down[row * width + column] =
                    levels[above + column] + levels[row * width + column] + levels[below + column]
            }
        }
        var detail = self
        for row in 0..<height {
            let line = row * width
            for column in 0..<width {
                let sum =
                    down[line + max(0, column - 1)] + down[line + column] + down[line + min(width - 1, column + 1)]
                detail.levels[line + column] -= sum / 9
            }
        }
        return detail
    }
}
