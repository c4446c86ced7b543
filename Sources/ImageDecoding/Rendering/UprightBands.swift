internal import PhotoModel

/// How the rows of an upright picture are made of a stored picture: in one or several parts, its bands.
///
/// A picture that is stored upright, or mirrored left to right, has one band, which is never in memory: each stored row
/// is a row. Otherwise the pixels of a band are in memory, and a large picture has several bands, each of which needs
/// another pass over the stored picture. So the memory does not depend on the size of the picture.
struct UprightBands {
    /// The size of the stored picture, after it was made smaller.
    let whole: PixelSize
    /// The part of it that the upright picture shows.
    private let crop: PixelRectangle
    let orientation: Orientation
    /// The number of bands.
    let count: Int
    /// Whether each stored row is a row.
    let isStreamed: Bool
    /// The number of rows of a band; the last one may have fewer.
    private let rowCount: Int
    /// The stored rows or columns in the order of the rows.
    private var linesAreReversed: Bool {
        orientation.swapsAxes ? orientation.reversesColumns : orientation.reversesRows
    }

    /// The greatest number of bytes of a band: 64 MiB.
    static let maxBytes = 64 << 20

    /// - Parameters:
    ///   - whole: The size of the stored picture, after it was made smaller.
    ///   - crop: The part of the displayed picture that is shown; `nil` for all of it.
    ///   - channels: The number of samples of a pixel.
    init(
        _ whole: PixelSize, _ orientation: Orientation, crop: PixelRectangle? = nil, channels: Int = 3,
        maxBytes: Int = Self.maxBytes
    ) {
        self.whole = whole
        self.crop =
            crop?.clamped(to: whole.displayed(orientation)).stored(orientation, in: whole)
            ?? PixelRectangle(size: whole)
        self.orientation = orientation
        let stored = self.crop.size
        let upright = stored.displayed(orientation)
        isStreamed = !orientation.swapsAxes && !orientation.reversesRows
        rowCount = isStreamed ? upright.height : min(upright.height, max(1, maxBytes / (upright.width * channels)))
        count = (upright.height + rowCount - 1) / rowCount
    }

    /// The size of the part of the stored picture that is shown.
    var stored: PixelSize { crop.size }

    /// Whether each pass needs the whole stored picture.
    var needsWhole: Bool { count == 1 && stored == whole }

    /// The upright rows of a band.
    func rows(of band: Int) -> Range<Int> {
        let height = stored.displayed(orientation).height
        return min(band * rowCount, height)..<min((band + 1) * rowCount, height)
    }

    /// The part of the stored picture that a band shows.
    func part(of band: Int) -> PixelRectangle {
        let (rows, length) = (rows(of: band), stored.displayed(orientation).height)
        let start = linesAreReversed ? length - rows.upperBound : rows.lowerBound
        return orientation.swapsAxes
            ? PixelRectangle(
                x: crop.x + start, y: crop.y, size: PixelSize(width: rows.count, height: stored.height))
            : PixelRectangle(
                x: crop.x, y: crop.y + start, size: PixelSize(width: stored.width, height: rows.count))
    }

    /// Writes an upright row of a band.
    ///
    /// - Parameters:
    ///   - row: Counted from the band's first row.
    ///   - pixels: The band's part of the stored picture.
    ///   - samples: Gets the samples of the row.
    func write(_ row: Int, of pixels: PixelBuffer, to samples: inout [UInt8]) {
        let (size, channels) = (pixels.size, pixels.channels)
        let line = linesAreReversed ? (orientation.swapsAxes ? size.width : size.height) - 1 - row : row
        // Along the row, the steps in the stored picture are those of a column or of a row.
        let (first, step, count) =
            orientation.swapsAxes ? (line, size.width, size.height) : (line * size.width, 1, size.width)
        let isReversed = orientation.swapsAxes ? orientation.reversesRows : orientation.reversesColumns
        pixels.samples.withUnsafeBufferPointer { pixels in
            samples.withUnsafeMutableBufferPointer { samples in
                var source = (isReversed ? first + (count - 1) * step : first) * channels
                let next = (isReversed ? -step : step) * channels
                for target in Swift.stride(from: 0, to: count * channels, by: channels) {
                    samples[target] = pixels[source]
                    if channels == 3 {
                        samples[target + 1] = pixels[source + 1]
                        samples[target + 2] = pixels[source + 2]
                    }
                    source += next
                }
            }
        }
    }
}

extension Orientation {
    /// Whether stored columns are displayed in reverse order.
    var reversesColumns: Bool { [.upMirrored, .down, .rightMirrored, .left].contains(self) }
    /// Whether stored rows are displayed in reverse order.
    var reversesRows: Bool { [.down, .downMirrored, .right, .rightMirrored].contains(self) }
}
