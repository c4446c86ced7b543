internal import PhotoModel

/// Makes a rendition of a picture from its decoded rows, in one or several passes over the picture.
///
/// In each pass a decoder calls ``begin(_:_:)``, ``add(_:)`` and ``finish()`` in this order. The rows of the upright
/// rendition leave the renderer as soon as they are complete.
final class PictureRenderer {
    let rendition: Rendition
    private let consumer: any RowConsumer
    private let bandBytes: Int
    private var bands: UprightBands?
    /// The number of bands whose rows were passed on.
    private(set) var finishedBands = 0
    /// Whether the consumer got the size.
    private var hasBegun = false
    private(set) var failure: PhotoLibraryError?

    // The present pass.
    private var downscaler: AreaDownscaler?
    /// The part of the stored picture in the band; `nil` if each row is passed on.
    private var pixels: PixelBuffer?
    private var row: [UInt8] = []
    private var passedRows = 0

    /// - Parameter bandBytes: The greatest number of bytes of a band.
    init(_ rendition: Rendition, _ consumer: any RowConsumer, bandBytes: Int = UprightBands.maxBytes) {
        self.rendition = rendition
        self.consumer = consumer
        self.bandBytes = bandBytes
    }

    /// The number of passes; 1 before the first one has begun.
    var passCount: Int { bands?.count ?? 1 }

    /// Whether another pass is needed.
    var needsPass: Bool { failure == nil && finishedBands < passCount }

    /// Begins a pass.
    ///
    /// - Parameters:
    ///   - shape: The size from which the size of the rendition is computed.
    ///   - orientation: The orientation of the stored picture.
    func begin(_ shape: PixelSize, _ orientation: Orientation) {
        if finishedBands == 0 {
            let (whole, crop) = rendition.layout(of: shape, orientation)
            bands = UprightBands(whole, orientation, crop: crop, maxBytes: bandBytes)
        }
        (downscaler, pixels, passedRows) = (nil, nil, 0)
    }

    /// The part of a picture of this size that the pass needs.
    ///
    /// Only a picture that is decoded at its full size has other parts than the whole.
    func part(of size: PixelSize) -> PixelRectangle {
        guard let bands, !bands.needsWhole else { return PixelRectangle(size: size) }
        let part = bands.part(of: finishedBands)
        let columns = AreaWeights(stored: size.width, count: bands.whole.width, part.columns).sources
        let rows = AreaWeights(stored: size.height, count: bands.whole.height, part.rows).sources
        return PixelRectangle(
            x: columns.lowerBound, y: rows.lowerBound, size: PixelSize(width: columns.count, height: rows.count))
    }

    /// An upper estimate of the bytes that this renderer needs in a pass over a picture of this size.
    func memory(for stored: PixelSize) -> UInt64 {
        let size = bands?.stored ?? stored
        let width = size.displayed(bands?.orientation ?? .up).width
        let band = bands.map { $0.isStreamed ? 0 : 3 * $0.part(of: 0).pixelCount } ?? 0
        // The sums, the weights, and the rows in the encoder of JPEG and in its pieces.
        return UInt64(clamping: (1 << 19) + band + 64 * (stored.width + stored.height) + 256 * width)
    }

    /// Adds a decoded row; rows that the pass does not need are ignored.
    func add(_ row: DecodedRow) {
        guard let bands, failure == nil else { return }
        if row.y == 0 {
            let part = bands.part(of: finishedBands)
            downscaler = AreaDownscaler(row.geometry, channels: row.channels, to: bands.whole, part)
            if !bands.isStreamed { pixels = PixelBuffer(size: part.size, channels: row.channels) }
            let upright = bands.stored.displayed(bands.orientation)
            self.row = [UInt8](repeating: 128, count: upright.width * row.channels)
            if !hasBegun {
                consumer.begin(upright, channels: row.channels)
                hasBegun = true
            }
        }
        downscaler?.add(row: row.y, row.samples) { y, row in
            if pixels == nil { pass(row, row.count / bands.stored.width) } else { pixels?.set(row: y, row) }
        }
    }

    /// Passes on a row of a picture that is stored upright, or mirrored left to right.
    private func pass(_ stored: [UInt8], _ channels: Int) {
        passedRows += 1
        guard bands?.orientation == .upMirrored else { return stored.withUnsafeBufferPointer(consumer.add) }
        let line = PixelBuffer(
            size: PixelSize(width: stored.count / channels, height: 1), channels: channels, samples: stored)
        bands?.write(0, of: line, to: &row)
        row.withUnsafeBufferPointer(consumer.add)
    }

    /// Ends a pass: passes on the rows of its band, of which those that were not decoded are gray.
    func finish() {
        guard let bands, hasBegun, failure == nil else { return }
        let rows = bands.rows(of: finishedBands)
        if let pixels {
            for index in 0..<rows.count {
                bands.write(index, of: pixels, to: &row)
                row.withUnsafeBufferPointer(consumer.add)
            }
        } else if passedRows < rows.count {
            let gray = [UInt8](repeating: 128, count: row.count)
            for _ in passedRows..<rows.count { gray.withUnsafeBufferPointer(consumer.add) }
        }
        (downscaler, pixels) = (nil, nil)
        finishedBands += 1
        guard finishedBands == bands.count else { return }
        do { try consumer.end() } catch { failure = error }
    }
}
