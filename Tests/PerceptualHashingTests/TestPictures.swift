import ImageDecoding
import PerceptualHashing
import PhotoModel

/// Pictures that integer formulas define, so that programs in other languages can compute the same pictures.
enum Pattern: String, Sendable {
    case ramp, checks, rings, steps, noise, gray

    /// Luma, row by row.
    func pixels(_ size: PixelSize) -> [UInt8] {
        let width = size.width
        let height = size.height
        var random: UInt32 = 2_463_534_242
        return (0..<(width * height)).map { index in
            let x = index % width
            let y = index / width
            switch self {
            case .ramp:
                return UInt8((x * 255 / max(1, width - 1) + y * 255 / max(1, height - 1)) / 2)
            case .checks:
                return (x * 7 / width + y * 5 / height) % 2 == 0 ? 40 : 210
            case .rings:
                let across = x - width / 3
                let down = y - height / 2
                return UInt8((across * across + down * down) / max(1, width * height / 400) % 256)
            case .steps:
                return UInt8((x * x / 7 + y * 3 + x * y / 11) % 256)
            case .noise:  // xorshift32
                random ^= random << 13
                random ^= random >> 17
                random ^= random << 5
                return UInt8(random & 255)
            case .gray:
                return 100
            }
        }
    }
}

/// The sizes of a picture of `width` by `height` stored pixels decoded at `eighths/8`.
func makeGeometry(_ width: Int, _ height: Int, eighths: Int = 8) -> LumaGeometry {
    LumaGeometry(
        storedSize: PixelSize(width: width, height: height),
        decodedSize: PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8), eighths: eighths)
}

/// The signature of decoded pixels.
///
/// Only `rows` of them are used for a damaged file.
func makeSignature(
    of pixels: [UInt8], unconverted: [UInt8] = [], _ geometry: LumaGeometry, rows: Int? = nil,
    orientation: Orientation = .up
) -> ContentSignature? {
    var builder = SignatureBuilder()
    builder.begin(geometry)
    let width = geometry.decodedSize.width
    for y in 0..<(rows ?? geometry.decodedSize.height) {
        let row = (y * width)..<((y + 1) * width)
        pixels[row].withUnsafeBufferPointer { builder.consume(row: y, $0) }
        if !unconverted.isEmpty {
            unconverted[row].withUnsafeBufferPointer { builder.consume(row: y, unconverted: $0) }
        }
    }
    return builder.signature(orientation: orientation)
}

/// The scenes of the published test vectors.
enum SceneKind: String {
    /// Moved by 512ths of a cell.
    case fine
    /// The same with a sixth of the contrast.
    case faint
    /// The same with another light in 4×4 cells only.
    case spot
}

/// A scene of smooth curves with some sharp turns, moved to the left and up by 512ths of a cell.
func scene(_ kind: SceneKind, left: Int = 0, up: Int = 0, light: Int = 0) -> Thumbnail {
    Thumbnail { row, column in
        let x = 512 * column + left
        let y = 512 * row + up
        let wave = abs((x * x + 3 * y * y + 20480 * x) / 3_997_696 % 512 - 256) * 3 / 4
        let isLit = kind != .spot || (28..<32).contains(row) && (28..<32).contains(column)
        return UInt8(min(255, (kind == .faint ? wave / 6 : wave) + 20 + (isLit ? light : 0)))
    }
}

/// The scene, moved to the left and up by eighths of a cell.
func scene(left: Int = 0, up: Int = 0, light: Int = 0) -> Thumbnail {
    scene(.fine, left: 64 * left, up: 64 * up, light: light)
}

/// FNV-1a, 64 bits, as a short text for 4096 levels.
func fingerprint(_ levels: [UInt8]) -> UInt64 {
    levels.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

/// The pixels of a stored picture in display order.
func displayedPixels(_ pixels: [UInt8], _ stored: PixelSize, _ orientation: Orientation) -> [UInt8] {
    let shown = stored.displayed(orientation)
    return (0..<(shown.width * shown.height)).map { index in
        let (x, y) = source(x: index % shown.width, y: index / shown.width, stored, orientation)
        return pixels[y * stored.width + x]
    }
}

/// The stored pixel that is displayed at `x`, `y`.
///
/// Source: Exif 2.32, tag 0x0112, "the 0th row is at the visual …, the 0th column at the visual …".
private func source(x: Int, y: Int, _ stored: PixelSize, _ orientation: Orientation) -> (x: Int, y: Int) {
    let right = stored.width - 1
    let bottom = stored.height - 1
    return switch orientation {
    case .up: (x, y)  // row 0 top, column 0 left
    case .upMirrored: (right - x, y)  // top, right
    case .down: (right - x, bottom - y)  // bottom, right
    case .downMirrored: (x, bottom - y)  // bottom, left
    case .leftMirrored: (y, x)  // left, top
    case .right: (y, bottom - x)  // right, top
    case .rightMirrored: (right - y, bottom - x)  // right, bottom
    case .left: (right - y, x)  // left, bottom
    }
}
