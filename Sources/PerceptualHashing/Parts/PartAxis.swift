/// The weights with which the cells of a picture are resampled along one axis to cells that may begin anywhere.
///
/// As in ``ResamplingAxis`` a cell is a tent with a half-width of one cell, but never less than one cell of the
/// picture.
struct PartAxis {
    /// The first cell of the picture with a weight, for each cell.
    private(set) var starts: [Int] = []
    /// The weights for each cell, with a sum of 1.
    private(set) var weights: [[Float]] = []

    /// - Parameters:
    ///   - source: The part of the picture, in its cells.
    ///   - count: The number of the picture's cells.
    ///   - target: Where this part lies, in the other cells.
    ///   - cells: The cells to compute. They lie within `target`.
    init(_ source: Range<Double>, of count: Int, at target: Range<Double>, cells: Range<Int>) {
        let cell = (source.upperBound - source.lowerBound) / (target.upperBound - target.lowerBound)
        let half = max(cell, 1)
        for index in cells {
            let center = source.lowerBound + (Double(index) + 0.5 - target.lowerBound) * cell
            let first = min(max(Int((center - half - 0.5).rounded(.up)), 0), count - 1)
            let last = max(first, min(Int((center + half - 0.5).rounded(.down)), count - 1))
            let raw = (first...last).map { max(0, half - abs(Double($0) + 0.5 - center)) }
            let sum = raw.reduce(0, +)
            starts.append(first)
            weights.append(raw.map { sum > 0 ? Float($0 / sum) : 1 / Float(raw.count) })
        }
    }
}

/// Levels of a rectangle of cells, row by row from the top left.
struct CellGrid {
    let width: Int
    let height: Int
    var levels: [Float]

    init(width: Int, height: Int, levels: [Float]) {
        self.width = width
        self.height = height
        self.levels = levels
    }

    /// The cells of both axes, resampled: first down, then across.
    init(_ picture: CellGrid, down: PartAxis, across: PartAxis) {
        width = across.starts.count
        height = down.starts.count
        levels = [Float](repeating: 0, count: width * height)
        var line = [Float](repeating: 0, count: picture.width)
        for row in 0..<height {
            for column in line.indices { line[column] = 0 }
            for (index, weight) in down.weights[row].enumerated() {
                let start = (down.starts[row] + index) * picture.width
                for column in line.indices { line[column] += weight * picture.levels[start + column] }
            }
            for column in 0..<width {
                let start = across.starts[column]
                var sum: Float = 0
                for (index, weight) in across.weights[column].enumerated() { sum += weight * line[start + index] }
                levels[row * width + column] = sum
            }
        }
    }

    /// The picture mirrored left to right.
    var mirrored: CellGrid {
        var other = self
        for row in 0..<height { other.levels[row * width..<(row + 1) * width].reverse() }
        return other
    }
}
