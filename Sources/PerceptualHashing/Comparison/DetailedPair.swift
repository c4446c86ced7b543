/// Two pictures of one size, pixel by pixel: their mean and their difference.
///
/// Both pictures are smoothed as thumbnails are, because scalers and coding differ in the finest detail. Sizes may
/// differ by a pixel, because programs round the shorter side differently; the part that both have is compared.
package struct DetailedPair: Sendable {
    let width: Int
    let height: Int
    /// The mean of both smoothed pictures, in levels, row by row.
    let mean: [Float]
    /// The first smoothed picture minus the second, in levels, row by row.
    let difference: [Float]
    /// The levels of each picture that smoothing takes away, row by row.
    let detail: (first: [Float], second: [Float])

    package init(_ first: DetailedPicture, _ second: DetailedPicture) {
        width = min(first.width, second.width)
        height = min(first.height, second.height)
        var (mean, difference): ([Float], [Float]) = ([], [])
        var detail: (first: [Float], second: [Float]) = ([], [])
        for row in 0..<height {
            let (one, other) = (first.smoothed(row: row), second.smoothed(row: row))
            for column in 0..<width {
                mean.append((one[column] + other[column]) / 2)
                difference.append(one[column] - other[column])
                detail.first.append(Float(first.levels[row * first.width + column]) - one[column])
                detail.second.append(Float(second.levels[row * second.width + column]) - other[column])
            }
        }
        (self.mean, self.difference, self.detail) = (mean, difference, detail)
    }

    /// The slopes of the mean across and down, in levels for each pixel, and its Laplacian; 0 across an edge.
    func slopes(row: Int, column: Int) -> (across: Float, down: Float, bend: Float) {
        let index = row * width + column
        let (left, right) = (mean[column > 0 ? index - 1 : index], mean[column < width - 1 ? index + 1 : index])
        let (above, below) = (mean[row > 0 ? index - width : index], mean[row < height - 1 ? index + width : index])
        return (
            column > 0 && column < width - 1 ? (right - left) / 2 : 0,
            row > 0 && row < height - 1 ? (below - above) / 2 : 0,
            left + right + above + below - 4 * mean[index]
        )
    }
}
