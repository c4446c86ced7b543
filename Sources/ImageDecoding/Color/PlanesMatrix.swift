internal import CImageShims

extension opk_planes_matrix {
    /// The conversion of Y alone to gray or luma.
    init(grayOfDepth depth: Int, isFullRange: Bool) {
        self.init(rows: [[1, 0, 0]], depth: depth, isFullRange: isFullRange)
    }

    /// The conversion of Y, Cb and Cr to R, G and B (ITU-T H.273, 8.3); `nil` if the matrix is not supported.
    ///
    /// A matrix that is not stated is that of ITU-R BT.601, as in JPEG.
    init?(_ points: CodePoints, depth: Int) {
        /// By the weights of red and blue in Y.
        func weighted(_ red: Double, _ blue: Double) -> [[Double]] {
            let green = 1 - red - blue
            return [
                [1, 0, 2 * (1 - red)],
                [1, -2 * (1 - blue) * blue / green, -2 * (1 - red) * red / green],
                [1, 2 * (1 - blue), 0],
            ]
        }
        let rows: [[Double]]
        switch points.matrix {
        case 2, 5, 6: rows = weighted(0.299, 0.114)
        case 1: rows = weighted(0.2126, 0.0722)
        case 4: rows = weighted(0.30, 0.11)
        case 7: rows = weighted(0.212, 0.087)
        case 9: rows = weighted(0.2627, 0.0593)
        case 8: rows = [[1, -1, 1], [1, 1, 0], [1, -1, -1]]
        // The planes are green, blue and red.
        case 0: rows = [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
        default: return nil
        }
        self.init(rows: rows, depth: depth, isFullRange: points.isFullRange, isRGB: points.matrix == 0)
    }

    private init(rows: [[Double]], depth: Int, isFullRange: Bool, isRGB: Bool = false) {
        self.init()
        let steps = Double(1 << (depth - 8))
        let most = Double(1 << depth) - 1
        // Of samples: black, and the ranges of Y and chroma (H.273, equations 20 to 25 and 26 to 31).
        let black = isFullRange ? 0 : 16 * steps
        let lumaRange = isFullRange ? most : 219 * steps
        let chromaRange = isFullRange ? most : 224 * steps
        let middle = isRGB ? black : 128 * steps
        let scales = [255 / lumaRange] + [Double](repeating: 255 / (isRGB ? lumaRange : chromaRange), count: 2)
        var factors: [Int32] = []
        var offsets: [Int32] = []
        for row in rows {
            let scaled = zip(row, scales).map { $0 * $1 * 65536 }
            factors += scaled.map { Int32($0.rounded()) }
            let offset = scaled[0] * black + (scaled[1] + scaled[2]) * middle
            // One half, because the sum is rounded to the nearest level.
            offsets.append(Int32((32768 - offset).rounded()))
        }
        withUnsafeMutableBytes(of: &self.factors) { bytes in factors.withUnsafeBytes { bytes.copyBytes(from: $0) } }
        withUnsafeMutableBytes(of: &self.offsets) { bytes in offsets.withUnsafeBytes { bytes.copyBytes(from: $0) } }
    }
}
