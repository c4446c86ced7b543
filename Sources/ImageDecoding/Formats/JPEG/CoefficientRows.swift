internal import CImageShims
internal import PhotoModel

/// The rows that are made of the coefficients of a JPEG.
protocol CoefficientRows: RowDecompressor {
    /// The decoded rows and columns.
    var size: PixelSize { get }
}

/// The luma or the colours at 1/8 of a gray or YCbCr picture.
///
/// The luma is that of the clipped RGB: other programs encode a picture again from RGB, where saturated colours are
/// clipped, so it is nearer to the luma of a copy than Y is. Cb and Cr of 4:2:0 have half of the resolution of luma.
/// libjpeg computes more of it from AC coefficients, which takes four times as long. A smaller picture shows almost no
/// difference, and a JPEG of it keeps less.
final class DCRows: CoefficientRows {
    private let coefficients: DCCoefficients
    private let conversion: ColorConversion?
    private let keepsColor: Bool
    private var memory: [UInt8]
    private var y = 0
    let size: PixelSize

    /// - Parameters:
    ///   - conversion: Of gray or RGB. Rows of luma without it follow the rows of luma.
    ///   - keepsColor: Whether the rows have the gray or RGB samples instead of the luma.
    init(_ coefficients: DCCoefficients, _ conversion: ColorConversion?, keepsColor: Bool) {
        self.coefficients = coefficients
        self.conversion = conversion
        self.keepsColor = keepsColor
        let luma = coefficients.picture.planes.0
        size = PixelSize(width: Int(luma.columns), height: Int(luma.rows))
        memory = Array(repeating: 0, count: 7 * size.width)
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        let count = min(capacity, size.height - y)
        let hasUnconverted = conversion != nil && !keepsColor
        withUnsafePointer(to: coefficients.picture) { picture in
            for row in 0..<count {
                let start = rows + row * stride
                opk_dc_row(
                    picture, UInt32(y + row), conversion?.handle, keepsColor, &memory, start,
                    hasUnconverted ? start + size.width : nil)
            }
        }
        y += count
        return (count, nil)
    }
}

/// The luma at 1/4, 1/2 or 1/1 of a gray or YCbCr picture: its Y.
final class ScaledLumaRows: CoefficientRows {
    private let coefficients: DCCoefficients
    private var y = 0
    let size: PixelSize

    /// - Parameter coefficients: With samples.
    init(_ coefficients: DCCoefficients) {
        self.coefficients = coefficients
        let (picture, side) = (coefficients.picture, Int(coefficients.picture.luma_side))
        func scaled(_ length: UInt32) -> Int { (Int(length) * side + 7) / 8 }
        size = PixelSize(width: scaled(picture.width), height: scaled(picture.height))
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        guard let samples = coefficients.picture.luma else { return (0, nil) }
        let count = min(capacity, size.height - y)
        let sampleStride = Int(coefficients.picture.luma_side) * coefficients.picture.planes.0.stride
        for row in 0..<count {
            let start = samples + (y + row) * sampleStride
            (rows + row * stride).update(from: start, count: size.width)
        }
        y += count
        return (count, nil)
    }
}
