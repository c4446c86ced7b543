internal import Foundation
internal import ImageDecoding
internal import PhotoModel

/// The JSON of `exiftool -json -G`, which `osxphotos export --sidecar json` writes too.
///
/// It is an array with one object, whose keys consist of a group and a tag.
struct ExiftoolFile {
    private let tags: [String: Any]

    init?(_ bytes: [UInt8]) {
        guard let list = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]], list.count == 1,
            list[0]["SourceFile"] is String
        else { return nil }
        tags = list[0]
    }

    /// The file name of the photo.
    var fileName: String? {
        text("SourceFile").map { String($0[($0.lastIndex(of: "/").map($0.index(after:)) ?? $0.startIndex)...]) }
    }

    /// The value of the first of these tags that is present, as text.
    func text(_ names: String...) -> String? {
        names.lazy.compactMap { tags[$0] }.compactMap { ($0 as? String) ?? ($0 as? NSNumber)?.stringValue }
            .first { !$0.isEmpty }
    }

    /// The values of the first of these tags that is present.
    func list(_ names: String...) -> [String] {
        let value = names.lazy.compactMap { tags[$0] }.first
        return (value as? [Any])?.map { "\($0)" } ?? (value as? String).map { [$0] } ?? []
    }

    /// Degrees from a number; negative if the reference tag has the letter `negative`.
    func degrees(_ names: String..., reference: String, negative: String) -> Double? {
        let value = names.lazy.compactMap { tags[$0] }.first
        guard let degrees = (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init) else {
            return nil
        }
        return degrees > 0 && text(reference)?.uppercased().hasPrefix(negative) == true ? -degrees : degrees
    }
}

extension Sidecar {
    init(_ file: ExiftoolFile) {
        self.init(.exiftool)
        names = file.fileName.map { Array($0.utf8) }
        let time = file.text("EXIF:DateTimeOriginal", "EXIF:CreateDate", "QuickTime:CreationDate", "DateTimeOriginal")
        let offset = file.text("EXIF:OffsetTimeOriginal", "OffsetTimeOriginal") ?? ""
        metadata.captureTime = time.flatMap { CaptureTime(iso8601: $0 + offset) }
        metadata.title = file.text("XMP:Title", "IPTC:ObjectName", "Title")
        metadata.caption = CameraCaption.removed(
            from: file.text("XMP:Description", "EXIF:ImageDescription", "IPTC:Caption-Abstract", "Description"))
        metadata.keywords = file.list("IPTC:Keywords", "XMP:Subject", "XMP:TagsList", "Keywords", "Subject")
        metadata.rating = file.text("XMP:Rating", "Rating").flatMap(ImageMetadata.rating)
        let latitude = file.degrees(
            "EXIF:GPSLatitude", "GPSLatitude", reference: "EXIF:GPSLatitudeRef", negative: "S")
        let longitude = file.degrees(
            "EXIF:GPSLongitude", "GPSLongitude", reference: "EXIF:GPSLongitudeRef", negative: "W")
        metadata.location = latitude.flatMap { latitude in
            longitude.flatMap { ImageMetadata.Location(latitude: latitude, longitude: $0) }
        }
    }
}
