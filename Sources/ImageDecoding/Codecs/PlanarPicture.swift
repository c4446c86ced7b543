internal import CImageShims
internal import PhotoModel

/// A picture in the memory of a codec, as planes of Y, Cb and Cr.
final class PlanarPicture {
    let size: PixelSize
    let planes: opk_planes
    /// The colours that the coded picture states.
    let points: CodePoints
    /// The number of rows from the top that were decoded.
    let decodedRows: Int
    private let release: () -> Void

    /// - Parameter release: Called when the planes are not needed any more.
    init(
        size: PixelSize, planes: opk_planes, points: CodePoints, decodedRows: Int? = nil,
        release: @escaping () -> Void
    ) {
        self.size = size
        self.planes = planes
        self.points = points
        self.decodedRows = decodedRows ?? size.height
        self.release = release
    }

    deinit { release() }

    /// Whether the picture has no colours.
    var isGray: Bool { planes.samples.1 == nil }
}
