package import ImageDecoding
internal import PhotoModel

extension ComparedPicture {
    /// Creates the fine picture of displayed pixels, resampled as a thumbnail is; `nil` for a picture that is too
    /// large.
    ///
    /// Fine pictures tell photos apart that show too little in 64×64 cells.
    package init?(_ pixels: PixelBuffer) {
        let (width, height) = (pixels.size.width, pixels.size.height)
        guard pixels.samples.count == width * height * pixels.channels,
            let across = ResamplingAxis(stored: width, decoded: width, eighths: 8, cellCount: Self.fineSide),
            let down = ResamplingAxis(stored: height, decoded: height, eighths: 8, cellCount: Self.fineSide)
        else { return nil }
        let luma = pixels.luma
        // Rows of cells by rows of pixels: first across, then down.
        let rows = (0..<height).map { row in
            across.cells.map { cell in
                let sum = cell.pixels.reduce(0.0) {
                    $0 + Double(across.weight(of: $1, in: cell)) * Double(luma[row * width + $1])
                }
                return sum / Double(cell.total)
            }
        }
        let levels = down.cells.flatMap { cell in
            across.cells.indices.map { column in
                let sum = cell.pixels.reduce(0.0) {
                    $0 + Double(down.weight(of: $1, in: cell)) * rows[$1][column]
                }
                return Int((sum / Double(cell.total)).rounded())
            }
        }
        self.init(side: Self.fineSide, exact: levels)
    }
}
