internal import PhotoModel

/// What a decode delivers.
enum DecodeOutput {
    case luma(minimumShortSide: Int)
    /// Gray or RGB.
    case color(PictureRenderer)

    var keepsColor: Bool { if case .color = self { true } else { false } }

    /// The number of samples of a pixel for a file with this many channels.
    func channels(of stored: Int) -> Int { keepsColor && stored > 1 ? 3 : 1 }

    /// The DCT scale in eighths: the smallest that leaves the needed side exactly, 8 (full size) if none does.
    ///
    /// Luma uses 1, 2, 4 and 8 only, because signatures are defined by these scales.
    func eighths(for size: PixelSize) -> Int {
        let (side, needed, scales) =
            switch self {
            case .luma(let minimumShortSide): (min(size.width, size.height), minimumShortSide, [1, 2, 4])
            case .color(let renderer):
                (renderer.rendition.side(of: size), renderer.rendition.pixels, Array(1..<8))
            }
        let (eighths, overflows) = needed.multipliedReportingOverflow(by: 8)
        guard !overflows else { return 8 }
        return scales.first { side * $0 >= eighths } ?? 8
    }

    /// An upper estimate of the bytes that the consumer of the rows needs.
    func memory(for size: PixelSize) -> UInt64 {
        if case .color(let renderer) = self { renderer.memory(for: size) } else { 0 }
    }

    /// Ends a picture while the decoder still has the memory for it.
    func finish(_ reading: ImageReading) {
        if case .color(let renderer) = self { renderer.finish(reading.metadata.orientation) }
    }
}
