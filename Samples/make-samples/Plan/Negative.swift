/// A developed photo from which its file and all copies are made.
struct Negative {
    /// The file as the camera wrote it.
    let original: [UInt8]
    /// The same file without metadata.
    private let bare: [UInt8]
    private let exif: EXIF?
    /// The displayed picture.
    private let upright: Picture
    private let turn: Picture.Turn
    /// The size of the pictures: 1 is full size.
    ///
    /// Copies shrink with it.
    private let scale: Double

    init(_ shot: Shot, picture: Picture, seed: UInt64, scale: Double) throws {
        self.scale = scale
        upright = picture
        turn = shot.turn
        let stored = picture.turned(shot.turn.inverse)
        exif = shot.origin.map { Negative.exif(shot, $0, stored: stored, seed: seed) }
        switch shot.format {
        case .jpeg(let options):
            bare = try JPEG.encode(stored, options)
            original = exif.map { [bare] in JPEG.adding(exif: $0.bytes, to: bare) } ?? bare
        case .png:
            bare = try PNG.encode(stored)
            original = try exif.map { try PNG.encode(stored, exif: $0.bytes) } ?? bare
        }
    }

    func file(_ transform: Transform) throws -> [UInt8] {
        switch transform {
        case .sameBytes: return original
        case .withoutMetadata: return bare
        case .withoutPlace:
            guard var exif else { return bare }
            exif.place = nil
            return JPEG.adding(exif: exif.bytes, to: bare)
        case .png(let longSide): return try PNG.encode(shrunk(upright, to: longSide, .lanczos))
        case .truncated: return Array(original.prefix(original.count * 6 / 10))
        case .cropped:
            let part = upright.cropped(left: 0.05, top: 0.2, right: 0.75, bottom: 0.9)
            return try JPEG.encode(part, JPEG.Options(quality: 85))
        case .blackAndWhite: return try JPEG.encode(upright.mapped(Negative.redFilter), JPEG.Options(quality: 85))
        case .encoded(let encoding): return try file(encoding)
        }
    }

    private func file(_ encoding: Transform.Encoding) throws -> [UInt8] {
        var picture = encoding.losesOrientation ? upright.turned(turn.inverse) : upright
        if let longSide = encoding.longSide { picture = shrunk(picture, to: longSide, encoding.filter) }
        let options = JPEG.Options(quality: encoding.quality, isProgressive: encoding.isProgressive)
        let file = try JPEG.encode(picture, options)
        guard encoding.keepsMetadata, var exif else { return file }
        (exif.orientation, exif.width, exif.height) = (.none, picture.width, picture.height)
        return JPEG.adding(exif: exif.bytes, to: file)
    }

    private func shrunk(_ picture: Picture, to longSide: Int, _ filter: Picture.Filter) -> Picture {
        picture.scaled(longSide: Int(Double(longSide) * scale), filter)
    }

    /// A black-and-white filter that uses mostly red, with an S-shaped curve.
    private static func redFilter(_ color: Color) -> Color {
        let gray = saturate(color.x * 0.9 + color.y * 0.25 - color.z * 0.15)
        return Color(repeating: gray * gray * (3 - 2 * gray))
    }

    private static func exif(_ shot: Shot, _ origin: Shot.Origin, stored: Picture, seed: UInt64) -> EXIF {
        let identity = [1, 2].map { hexadecimal(stableHash(shot.path, seed &+ $0)) }.joined()
        return EXIF(
            body: origin.body, time: origin.time, place: origin.place, orientation: shot.turn, uniqueID: identity,
            shutter: shot.light.shutter, iso: shot.light.iso, width: stored.width, height: stored.height)
    }
}

/// A number as 16 lower-case hexadecimal digits.
func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
