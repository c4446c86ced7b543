import ContentDigests
import Foundation
import ImageDecoding
import LocationRemoval
import Originals
import PhotoModel
import TestSupport

/// Removes the places from a file, and checks that the overwrites are ordered and inside the file, and that a file in a
/// remote store loses the same places.
func withoutPlaces(_ bytes: [UInt8], _ format: ImageFormat? = nil) throws -> [UInt8] {
    let format = format ?? imageFormat(ofFirstBytes: bytes)
    let overwrites = try LocationRemoval.overwrites(of: format, in: ImageSource.bytes(bytes))
    var changed = bytes
    var end = 0
    for overwrite in overwrites {
        let start = Int(overwrite.offset)
        guard start >= end, !overwrite.bytes.isEmpty, start + overwrite.bytes.count <= bytes.count else {
            throw PhotoLibraryError(.internalError, "The overwrites are not ordered.")
        }
        end = start + overwrite.bytes.count
        changed.replaceSubrange(start..<end, with: overwrite.bytes)
    }
    guard try withoutPlacesFromStore(bytes, format) == changed else {
        throw PhotoLibraryError(.internalError, "A file in a store has other places.")
    }
    return changed
}

/// Removes the places from a file of which only ranges can be opened.
private func withoutPlacesFromStore(_ bytes: [UInt8], _ format: ImageFormat) throws -> [UInt8] {
    let digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
    let store = try StoreInMemory([bytes])
    let changed = PhotoLibraryError(.invalidResource, "The file changed.")
    let source = RangedLocationRemoval(
        store.open(digest, 0..<Int64(bytes.count), size: Int64(bytes.count)), of: format, changed
    ) {
        store.open(digest, $0, size: Int64(bytes.count))
    }
    var read: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 50_000)
    while case let count = try buffer.withUnsafeMutableBytes({ try source.read(into: $0) }), count > 0 {
        read += buffer.prefix(count)
    }
    return read
}

extension [UInt8] {
    func has(_ text: String) -> Bool { has(Array(text.utf8)) }

    func has(_ part: [UInt8]) -> Bool { Data(self).range(of: Data(part)) != nil }
}

extension Exiftool {
    /// All tags of a file, also of embedded files, as lines of group, name and value.
    ///
    /// The file's own properties, and what follows from other tags, are left out.
    static func tags(_ path: String) throws -> [String] {
        let arguments = [
            "-ee", "-G1", "-a", "-u", "-U", "-s", "-n", "--System:all", "--ExifTool:all", "--Composite:all",
        ]
        return try output(arguments, path).split(separator: "\n").map { line in
            line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
    }

    /// Whether a line of ``tags(_:)`` is a place.
    static func isPlace(_ line: String) -> Bool {
        let name = line.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        let value = line.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
        let isOfPlace =
            name.contains(/GPS|Latitude|Longitude|Geo|Altitude/)
            || name.contains(/\ (City2?|Country(Code|Name)?|State|Province-State|Sub-location|Landmark)\ /)
            || name.contains(/\ (Country-PrimaryLocation.*|ContentLocation.*|Location[A-Z]?.*|HometownCity|MCCData)\ /)
        return isOfPlace && value.contains { !$0.isWhitespace }
    }
}

/// The latitude and longitude that tests write: 48° 7′ 24.4416″ north, 11° 34′ 55.9308″ east.
enum TestPlace {
    static let latitude = 48.123456
    static let longitude = 11.582203
    static let city = "Muenchhausen"
    /// The beginning of the latitude as rationals: degrees and minutes.
    static let rationals: [[UInt8]] = [
        [0, 0, 0, 48, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 1], [48, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0],
    ]
    static let texts = ["48.123456", "48,7.4", city]

    /// Whether the latitude or the city is in the bytes.
    static func isIn(_ bytes: [UInt8]) -> Bool {
        rationals.contains { bytes.has($0) } || texts.contains { bytes.has($0) }
    }

    /// exiftool's arguments that write coordinates into EXIF.
    static let exif = [
        "-EXIF:GPSLatitude=48.123456", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=11.582203",
        "-EXIF:GPSLongitudeRef=E", "-EXIF:GPSAltitude=519", "-EXIF:GPSDateStamp=2020:01:02",
        "-EXIF:GPSProcessingMethod=ASCII gps", "-EXIF:Artist=Somebody", "-EXIF:DateTimeOriginal=2020:01:02 03:04:05",
    ]
    static let xmp = [
        "-XMP-exif:GPSLatitude=48.123456", "-XMP-exif:GPSLongitude=11.582203", "-XMP-photoshop:City=\(city)",
        "-XMP-photoshop:State=Bavaria", "-XMP-photoshop:Country=Germany", "-XMP-iptcCore:Location=\(city)",
        "-XMP-iptcCore:CountryCode=DEU", "-XMP-iptcExt:LocationShownCity=\(city)",
        "-XMP-iptcExt:LocationCreatedCity=\(city)", "-XMP-dwc:DCDecimalLatitude=48.123456", "-XMP-dc:Title=A title",
        "-XMP-dc:Subject=a word", "-XMP-xmp:Rating=3",
    ]
    static let iptc = [
        "-IPTC:City=\(city)", "-IPTC:Sub-location=\(city)", "-IPTC:Province-State=Bavaria",
        "-IPTC:Country-PrimaryLocationCode=DEU", "-IPTC:Country-PrimaryLocationName=Germany",
        "-IPTC:ContentLocationCode=DEU", "-IPTC:ContentLocationName=\(city)", "-IPTC:Headline=A headline",
    ]
}
