package import PhotoModel

extension Thumbnail {
    /// The thumbnail in display orientation, computed from a thumbnail in stored orientation.
    package func oriented(_ orientation: Orientation) -> Thumbnail {
        guard orientation != .up else { return self }
        return Thumbnail { row, column in
            let (row, column) = orientation.storedCell(row: row, column: column)
            return self[row, column]
        }
    }
}

extension Orientation {
    /// The stored cell that is displayed at `row`, `column`.
    ///
    /// Both are 0 to 63.
    ///
    /// Source: CIPA DC-008 (Exif 2.32), tag 0x0112, which names the displayed sides of row 0 and column 0.
    func storedCell(row: Int, column: Int) -> (row: Int, column: Int) {
        let last = Thumbnail.side - 1
        return switch self {
        case .up: (row, column)
        case .upMirrored: (row, last - column)
        case .down: (last - row, last - column)
        case .downMirrored: (last - row, column)
        case .leftMirrored: (column, row)
        case .right: (last - column, row)
        case .rightMirrored: (last - column, last - row)
        case .left: (column, last - row)
        }
    }
}
