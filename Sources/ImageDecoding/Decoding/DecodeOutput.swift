internal import PhotoModel

/// What a decode delivers.
enum DecodeOutput {
    case luma(minimumShortSide: Int)
    /// Gray or RGB, displayed with the orientation of the file, or with another one.
    case color(PictureRenderer, Orientation? = nil)
    /// Gray or RGB at full size, as coded: colours are not converted.
    case codedColor

    var keepsColor: Bool { if case .luma = self { false } else { true } }

    var convertsColors: Bool {
        switch self {
        case .luma: true
        case .color(let renderer, _): renderer.rendition.convertsColors
        case .codedColor: false
        }
    }

    /// This output for the picture in a raw file, whose orientation is that of the raw file.
    func ofPictureInRaw(_ orientation: Orientation) -> DecodeOutput {
        if case .color(let renderer, _) = self { .color(renderer, orientation) } else { self }
    }

    /// The samples of the rows of a file with this many channels, whose colours are converted so.
    func samples(of stored: Int, _ conversion: ColorConversion?) -> RowSamples {
        RowSamples(channels: keepsColor && stored > 1 ? 3 : 1, hasUnconverted: !keepsColor && conversion != nil)
    }

    /// The DCT scale in eighths: the smallest whose exact side is long enough, 8 (full size) if none is.
    ///
    /// Luma uses 1, 2, 4 and 8 only, because signatures are defined by these scales.
    func eighths(for size: PixelSize) -> Int {
        switch self {
        case .color(let renderer, _): return renderer.rendition.eighths(of: size)
        case .codedColor: return 8
        case .luma(let minimumShortSide):
            let (needed, overflows) = minimumShortSide.multipliedReportingOverflow(by: 8)
            guard !overflows else { return 8 }
            return [1, 2, 4].first { min(size.width, size.height) * $0 >= needed } ?? 8
        }
    }

    /// Begins a picture of this size, whose metadata are in the reading.
    func begin(_ size: PixelSize, _ reading: ImageReading) {
        if case .color(let renderer, let orientation) = self {
            renderer.begin(size, orientation ?? reading.metadata.orientation)
        }
    }

    /// The part of the picture that is needed of a decoder that can leave out others.
    func part(of size: PixelSize) -> PixelRectangle {
        if case .color(let renderer, _) = self { renderer.part(of: size) } else { PixelRectangle(size: size) }
    }

    /// An upper estimate of the bytes that the consumer of the rows needs.
    func memory(for size: PixelSize) -> UInt64 {
        if case .color(let renderer, _) = self { renderer.memory(for: size) } else { 0 }
    }

    /// Ends a picture while the decoder still has the memory for it.
    func finish() { if case .color(let renderer, _) = self { renderer.finish() } }
}
