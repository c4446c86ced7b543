internal import CImageShims
internal import PhotoModel

/// Rows of a picture that is coded as one or several planar pictures, its tiles.
///
/// Only one row of tiles is in memory.
final class PlanarRows: RowDecompressor {
    /// The visible part of the picture.
    private let crop: PixelRectangle
    /// The columns of tiles, and the rows of the picture, that are decoded.
    private let columns: Range<Int>
    private let neededRows: Range<Int>
    private let tileSize: PixelSize
    private let isGray: Bool
    private let keepsColor: Bool
    private let conversion: ColorConversion?
    /// Decodes a tile at a column and row of the grid.
    private let tile: (_ column: Int, _ row: Int) throws(DecodeStop) -> (picture: PlanarPicture, stop: DecodeStop?)
    /// The colours that the file states instead of those of the coded pictures.
    private let points: CodePoints?

    /// The tiles of row ``tileRow``.
    private var tiles: [(picture: PlanarPicture, planes: opk_planes, matrix: opk_planes_matrix)] = []
    private var tileRow = -1
    /// The number of rows of these tiles that were decoded, and the reason if it is not all.
    private var decodedRows = 0
    private var stop: DecodeStop?
    /// The row of the picture that is next.
    private var y: Int
    private var pixels: [UInt8]

    /// - Parameters:
    ///   - needed: The part of the visible part that is decoded. The samples beside it and of the rows above it are of
    ///     no picture, and there are no rows below it.
    ///   - tileSize: The size of each tile. All are equal.
    ///   - isGray: Whether the file states that the coded pictures have no colours.
    ///   - keepsColor: Whether rows are gray or RGB; otherwise they are luma.
    init(
        crop: PixelRectangle, needed: PixelRectangle, tileSize: PixelSize, isGray: Bool, points: CodePoints?,
        keepsColor: Bool, conversion: ColorConversion?,
        tile: @escaping (_ column: Int, _ row: Int) throws(DecodeStop) -> (picture: PlanarPicture, stop: DecodeStop?)
    ) {
        self.crop = crop
        self.tileSize = tileSize
        self.isGray = isGray
        self.points = points
        self.keepsColor = keepsColor
        self.conversion = conversion
        self.tile = tile
        columns = Self.columns(of: needed, in: crop, tileSize)
        neededRows = crop.y + needed.y..<crop.y + needed.y + needed.size.height
        y = crop.y
        pixels = [UInt8](repeating: 0, count: 4 * tileSize.width)
    }

    /// The columns of tiles that a part of the visible part needs.
    static func columns(of needed: PixelRectangle, in crop: PixelRectangle, _ tileSize: PixelSize) -> Range<Int> {
        let x = crop.x + needed.x
        return x / tileSize.width..<(x + needed.size.width - 1) / tileSize.width + 1
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        for count in 0..<capacity {
            guard y < neededRows.upperBound else { return (count, nil) }
            guard y >= neededRows.lowerBound else {
                y += 1
                continue
            }
            do throws(DecodeStop) {
                if y / tileSize.height != tileRow { try decodeTiles(ofRow: y / tileSize.height) }
            } catch {
                return (count, error)
            }
            let row = y % tileSize.height
            if row >= decodedRows { return (count, stop ?? .truncated("The picture ends early.")) }
            write(row, to: rows + count * stride)
            y += 1
        }
        return (capacity, nil)
    }

    private func decodeTiles(ofRow row: Int) throws(DecodeStop) {
        tiles = []
        tileRow = row
        (decodedRows, stop) = (tileSize.height, nil)
        for column in columns {
            let (picture, stop) = try tile(column, row)
            guard picture.size.width >= tileSize.width, picture.size.height >= tileSize.height else {
                throw .corrupt("A coded picture is smaller than the file states.")
            }
            guard picture.isGray == isGray else { throw .corrupt("A coded picture is gray, and others are not.") }
            if picture.decodedRows < decodedRows { (decodedRows, self.stop) = (picture.decodedRows, stop) }
            var planes = picture.planes
            let matrix = try matrix(for: picture, &planes)
            tiles.append((picture, planes, matrix))
        }
    }

    /// The conversion to the samples of the rows.
    ///
    /// It removes planes that the rows do not need.
    private func matrix(for picture: PlanarPicture, _ planes: inout opk_planes) throws(DecodeStop) -> opk_planes_matrix
    {
        let points = points ?? picture.points
        let depth = Int(planes.depth)
        // Luma is Y itself if Y is that of JPEG, so that a JPEG of the same picture has the same luma.
        let isY = !keepsColor && conversion == nil && [2, 5, 6].contains(points.matrix)
        if isGray || isY {
            (planes.samples.1, planes.samples.2) = (nil, nil)
            return opk_planes_matrix(grayOfDepth: depth, isFullRange: points.isFullRange)
        }
        let hasAllColors = planes.chroma_columns == 0 && planes.chroma_rows == 0
        guard points.matrix != 0 || hasAllColors, let matrix = opk_planes_matrix(points, depth: depth) else {
            throw .unsupported("Colours with the matrix of H.273 code \(points.matrix) are not decoded.")
        }
        return matrix
    }

    private func write(_ row: Int, to samples: UnsafeMutablePointer<UInt8>) {
        let (width, end) = (tileSize.width, crop.x + crop.size.width)
        let channels = keepsColor && !isGray ? 3 : 1
        // Only rows of luma, of one channel, are followed by unconverted ones.
        let unconverted = conversion != nil && !keepsColor ? samples + crop.size.width : nil
        for (column, tile) in zip(columns, tiles) {
            let visible = max(crop.x, column * width)..<min(end, (column + 1) * width)
            let x = visible.lowerBound - crop.x
            withUnsafePointer(to: tile.planes) { planes in
                withUnsafePointer(to: tile.matrix) { matrix in
                    opk_planes_row(
                        planes, matrix, conversion?.handle, keepsColor, UInt32(visible.lowerBound - column * width),
                        UInt32(row), UInt32(visible.count), &pixels, samples + x * channels,
                        unconverted.map { $0 + x })
                }
            }
        }
    }
}
