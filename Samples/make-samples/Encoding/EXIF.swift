/// The metadata of a photo in the format of EXIF 2.32.
struct EXIF: Sendable {
    /// A fictional camera.
    struct Body: Sendable {
        var make = "Openphoto"
        var model: String
        var serial: String
        var lens: String
        var focalLength: UInt32
    }

    struct Place: Sendable {
        var latitude: Double
        var longitude: Double
    }

    var body: Body
    /// The time on the camera's clock.
    var time: WallClock
    var place: Place?
    var orientation = Picture.Turn.none
    /// The unique identifier: 32 hexadecimal digits.
    var uniqueID: String
    /// The denominator of the exposure time in seconds.
    var shutter: UInt32 = 250
    var iso: UInt16 = 100
    /// The width of the stored picture in pixels, before the orientation is applied.
    var width: Int
    var height: Int

    /// The TIFF stream; in a JPEG's APP1 segment it follows "Exif\0\0".
    var bytes: [UInt8] {
        var root: TIFFWriter.Directory = [
            0x010F: .ascii(body.make), 0x0110: .ascii(body.model), 0x0112: .short(orientation.rawValue),
            0x011A: .rational(72, 1), 0x011B: .rational(72, 1), 0x0128: .short(2),
            0x0131: .ascii("make-samples"), 0x0132: .ascii(time.exifText), 0x0213: .short(1),
            0x8769: .directory(photo),
        ]
        if let place { root[0x8825] = .directory(EXIF.gps(place)) }
        return TIFFWriter.write(root)
    }

    private var photo: TIFFWriter.Directory {
        [
            0x829A: .rational(1, shutter), 0x829D: .rational(28, 10), 0x8822: .short(2),
            0x8827: .short(iso), 0x9000: .undefined(Array("0232".utf8)), 0x9003: .ascii(time.exifText),
            0x9004: .ascii(time.exifText), 0x9010: .ascii(time.offset), 0x9011: .ascii(time.offset),
            0x9012: .ascii(time.offset), 0x9101: .undefined([1, 2, 3, 0]), 0x9207: .short(5), 0x9209: .short(16),
            0x920A: .rational(body.focalLength, 1), 0x9290: .ascii(time.subSeconds),
            0x9291: .ascii(time.subSeconds), 0x9292: .ascii(time.subSeconds), 0xA000: .undefined(Array("0100".utf8)),
            0xA001: .short(1), 0xA002: .long(UInt32(width)), 0xA003: .long(UInt32(height)), 0xA402: .short(0),
            0xA403: .short(0), 0xA406: .short(0), 0xA420: .ascii(uniqueID), 0xA431: .ascii(body.serial),
            0xA434: .ascii(body.lens),
        ]
    }

    private static func gps(_ place: Place) -> TIFFWriter.Directory {
        [
            0: .byte([2, 3, 0, 0]), 1: .ascii(place.latitude < 0 ? "S" : "N"), 2: degrees(place.latitude),
            3: .ascii(place.longitude < 0 ? "W" : "E"), 4: degrees(place.longitude), 0x12: .ascii("WGS-84"),
        ]
    }

    /// The value in degrees, minutes and hundredths of seconds.
    private static func degrees(_ value: Double) -> TIFFWriter.Value {
        let hundredths = UInt32((abs(value) * 360_000).rounded())
        return .rationals([(hundredths / 360_000, 1), (hundredths / 6000 % 60, 1), (hundredths % 6000, 100)])
    }
}
