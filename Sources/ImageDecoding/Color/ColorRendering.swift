internal import CImageShims
internal import PhotoModel

/// The conversion of a picture's coded values before its luma is computed.
enum ColorRendering {
    /// No conversion, because the values are those of sRGB within ``tolerance``.
    case equivalent
    case converted(ColorConversion)
    /// No conversion, because the profile is not supported, and the reason.
    case unsupported(String)

    /// The greatest difference of a channel from sRGB, in levels, for colours that count as sRGB.
    ///
    /// The difference is computed for 256 grays and 216 colours (each channel 0, 51, … 255). Profiles called sRGB
    /// differ by one level. Two levels are nearly invisible and far below the effect of compression.
    private static let tolerance = 2

    /// - Parameter channels: The number of channels of the coded values: 1 gray, 3 RGB, 4 inks.
    init(of colors: SourceColors, channels: Int) {
        switch (colors, channels) {
        case (.gray(let curve), 1): self = Self.gray(curve)
        case (.rgb(let curves, let colorants), 3): self = Self.rgb(curves, colorants)
        case (.rgb(let curves, let colorants), 1):
            // The profile belongs to the picture before its colours were removed. It is not used for a conversion.
            if case .equivalent = Self.rgb(curves, colorants) { self = .equivalent } else { self = .mismatch }
        case (.unsupported(let reason), _): self = .unsupported(reason)
        default: self = .mismatch
        }
    }

    private static var mismatch: ColorRendering { .unsupported("it is for another number of channels") }
    private static var outOfMemory: ColorRendering { .unsupported("there is no memory for it") }

    private static func gray(_ curve: ToneCurve) -> ColorRendering {
        let levels = curve.linear.map { SRGBCoding.coded[Int($0)] }
        let isNear = levels.indices.allSatisfy { abs(Int(levels[$0]) - $0) <= tolerance }
        return isNear ? .equivalent : ColorConversion(gray: levels).map(ColorRendering.converted) ?? .outOfMemory
    }

    private static func rgb(_ curves: [ToneCurve], _ colorants: [[Int]]) -> ColorRendering {
        guard let matrix = ColorMatrix(colorants: colorants) else {
            return .unsupported("its primaries are impossible")
        }
        guard let conversion = ColorConversion(curves: curves, matrix: matrix) else { return .outOfMemory }
        let grays = (0...255).flatMap { [UInt8](repeating: $0, count: 3) }
        let steps: [UInt8] = [0, 51, 102, 153, 204, 255]
        let colours: [UInt8] = steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
        let samples = grays + colours
        let isNear = zip(samples, conversion.applied(to: samples)).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
        return isNear ? .equivalent : .converted(conversion)
    }
}

/// The conversion from linear light of a profile's primaries to linear sRGB, in 1/16384ths, by rows.
struct ColorMatrix {
    let values: [Int32]

    /// From XYZ relative to D50 to linear sRGB, in 1/10,000,000ths.
    ///
    /// The inverse of sRGB's primaries, adapted from D65 by Bradford: Bruce Lindbloom, "RGB/XYZ Matrices".
    static let fromXYZ = [
        [31_338_561, -16_168_667, -4_906_146],
        [-9_787_684, 19_161_415, 334_540],
        [719_453, -2_289_914, 14_052_427],
    ]

    /// The exact sum of products, rounded to the nearest integer, half up.
    ///
    /// - Parameter colorants: X, Y and Z of red, green and blue in 1/65536ths; `nil` if one is outside −1…2.
    init?(colorants: [[Int]]) {
        guard colorants.allSatisfy({ $0.allSatisfy { (-65536...131_072).contains($0) } }) else { return nil }
        values = Self.fromXYZ.flatMap { row in
            colorants.map { colorant in
                let sum = zip(row, colorant).reduce(0) { $0 + $1.0 * $1.1 }
                // 10,000,000 · 65,536 / 16,384
                let (quotient, remainder) = (sum + 20_000_000).quotientAndRemainder(dividingBy: 40_000_000)
                return Int32(remainder < 0 ? quotient - 1 : quotient)
            }
        }
    }
}

/// Tables that convert coded values of a profile to coded values of sRGB, as `CImageShims.h` defines it.
///
/// The tables never change, so any thread may use them.
final class ColorConversion {
    /// The handle for the shims.
    ///
    /// It is valid as long as this object.
    let handle: OpaquePointer
    private let channels: Int

    /// Creates a conversion of RGB; `nil` if there is no memory.
    init?(curves: [ToneCurve], matrix: ColorMatrix) {
        let linear = curves.flatMap(\.linear)
        guard linear.count == 768, let handle = opk_color_create(linear, matrix.values, SRGBCoding.coded) else {
            return nil
        }
        self.handle = handle
        channels = 3
    }

    /// Creates a conversion of gray from sRGB's coded value for each level; `nil` if there is no memory.
    init?(gray levels: [UInt8]) {
        guard levels.count == 256, let handle = opk_color_create_gray(levels) else { return nil }
        self.handle = handle
        channels = 1
    }

    deinit { opk_color_destroy(handle) }

    /// The samples, converted to sRGB.
    func applied(to samples: [UInt8]) -> [UInt8] {
        var samples = samples
        opk_color_apply(handle, &samples, Int32(channels), samples.count / channels)
        return samples
    }
}
