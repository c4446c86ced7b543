internal import PhotoModel

/// Gets bytes of a rendition in order; they are valid during the call.
package typealias RenditionOutput = (UnsafeRawBufferPointer) -> Void

/// Gets the rows of an upright picture, from the top.
protocol RowConsumer: AnyObject {
    /// Called once, before the first row.
    ///
    /// - Parameters:
    ///   - size: The size of the upright picture.
    ///   - channels: The number of samples of a pixel: 1 gray, 3 RGB.
    func begin(_ size: PixelSize, channels: Int)

    /// - Parameter row: The samples of each pixel from left to right; valid during the call.
    func add(_ row: UnsafeBufferPointer<UInt8>)

    /// Called once, after the last row.
    func end() throws(PhotoLibraryError)
}

/// Passes on the samples of the rows.
final class SampleOutput: RowConsumer {
    private let take: RenditionOutput
    /// The size and the number of channels of the picture; `nil` before its first row.
    private(set) var shape: (size: PixelSize, channels: Int)?
    /// Samples that were not passed on yet, so that short rows do not become many pieces.
    private var samples: [UInt8] = []
    private static let pieceSize = 1 << 18

    init(_ take: @escaping RenditionOutput) { self.take = take }

    func begin(_ size: PixelSize, channels: Int) {
        shape = (size, channels)
        let row = size.width * channels
        samples.reserveCapacity(size.height <= Self.pieceSize / row ? size.height * row : Self.pieceSize + row)
    }

    func add(_ row: UnsafeBufferPointer<UInt8>) {
        samples += row
        if samples.count >= Self.pieceSize { passOn() }
    }

    func end() { passOn() }

    private func passOn() {
        samples.withUnsafeBytes(take)
        samples.removeAll(keepingCapacity: true)
    }
}
