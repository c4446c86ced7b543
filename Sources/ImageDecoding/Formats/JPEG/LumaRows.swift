internal import CImageShims
internal import PhotoModel

/// The rows that are made of the coefficients of a JPEG.
protocol CoefficientRows: RowDecompressor {
    /// The decoded rows and columns.
    var size: PixelSize { get }
}

/// The luma at 1/8 of a gray or YCbCr picture, of its clipped RGB.
///
/// Other programs encode a picture again from RGB, where saturated colours are clipped. The luma of a copy is therefore
/// nearer to that of clipped RGB than to Y.
final class DCLumaRows: CoefficientRows {
    private let coefficients: DCCoefficients
    private let conversion: ColorConversion?
    private var memory: [UInt8]
    private var y = 0
    let size: PixelSize

    /// - Parameter conversion: Of gray or RGB; rows without it follow the rows of luma.
    init(_ coefficients: DCCoefficients, _ conversion: ColorConversion?) {
        self.coefficients = coefficients
        self.conversion = conversion
        let luma = coefficients.picture.planes.0
        size = PixelSize(width: Int(luma.columns), height: Int(luma.rows))
        memory = Array(repeating: 0, count: 7 * size.width)
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        let count = min(capacity, size.height - y)
        withUnsafePointer(to: coefficients.picture) { picture in
            for row in 0..<count {
                let start = rows + row * stride
                opk_dc_luma_row(
                    picture, UInt32(y + row), conversion?.handle, &memory, start,
                    conversion.map { _ in start + size.width })
            }
        }
        y += count
        return (count, nil)
    }
}

/// The colours at 1/8 of a gray or YCbCr picture.
///
/// Cb and Cr of 4:2:0 have half of the resolution of luma. libjpeg computes more of it from AC coefficients, which
/// takes four times as long. A smaller picture shows almost no difference, and a JPEG of it keeps less.
final class DCColorRows: CoefficientRows {
    private let coefficients: DCCoefficients
    private let conversion: ColorConversion?
    private var memory: [UInt8]
    private var y = 0
    let size: PixelSize

    /// - Parameter conversion: Of gray or RGB.
    init(_ coefficients: DCCoefficients, _ conversion: ColorConversion?) {
        self.coefficients = coefficients
        self.conversion = conversion
        let luma = coefficients.picture.planes.0
        size = PixelSize(width: Int(luma.columns), height: Int(luma.rows))
        memory = Array(repeating: 0, count: 7 * size.width)
    }

    func readRows(into rows: UnsafeMutablePointer<UInt8>, stride: Int, capacity: Int) -> (count: Int, stop: DecodeStop?)
    {
        let count = min(capacity, size.height - y)
        withUnsafePointer(to: coefficients.picture) { picture in
            for row in 0..<count {
                opk_dc_color_row(picture, UInt32(y + row), conversion?.handle, &memory, rows + row * stride)
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
