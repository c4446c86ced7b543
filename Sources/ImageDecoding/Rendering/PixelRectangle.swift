package import PhotoModel

/// A part of a picture.
package struct PixelRectangle: Hashable, Sendable, Codable {
    /// The column of its left edge.
    package var x = 0
    /// The row of its top edge.
    package var y = 0
    package var size: PixelSize

    package init(x: Int = 0, y: Int = 0, size: PixelSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    var columns: Range<Int> { x..<x + size.width }
    var rows: Range<Int> { y..<y + size.height }
    var pixelCount: Int { size.width * size.height }
}

extension PixelRectangle {
    /// The part of this rectangle in a picture of this size; a pixel of the picture's edge if all of it is outside.
    func clamped(to whole: PixelSize) -> PixelRectangle {
        func clamped(_ start: Int, _ length: Int, _ whole: Int) -> (start: Int, length: Int) {
            let start = min(max(0, start), whole - 1)
            return (start, min(max(1, length), whole - start))
        }
        let (columns, rows) = (clamped(x, size.width, whole.width), clamped(y, size.height, whole.height))
        return PixelRectangle(
            x: columns.start, y: rows.start, size: PixelSize(width: columns.length, height: rows.length))
    }

    /// The part of the stored picture that this part of the displayed picture shows.
    ///
    /// - Parameter stored: The size of the stored picture.
    func stored(_ orientation: Orientation, in stored: PixelSize) -> PixelRectangle {
        let swapped = orientation.swapsAxes
        let (column, row) = swapped ? (y, x) : (x, y)
        let size = size.displayed(orientation)
        return PixelRectangle(
            x: orientation.reversesColumns ? stored.width - column - size.width : column,
            y: orientation.reversesRows ? stored.height - row - size.height : row, size: size)
    }
}
