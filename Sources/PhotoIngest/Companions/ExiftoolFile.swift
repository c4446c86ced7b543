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

    /// The degrees of a coordinate.
    ///
    /// exiftool combines a coordinate and its hemisphere, unless the groups or tags were chosen.
    func degrees(_ coordinate: Coordinate, _ name: String) -> Double? {
        ["Composite:", "EXIF:", "XMP:", ""].lazy.compactMap { group in
            text(group + name).flatMap { coordinate.degrees($0, reference: text("\(group)\(name)Ref")) }
        }.first
    }
}

extension Sidecar {
    init(_ file: ExiftoolFile) {
        self.init(.exiftool)
        names = file.fileName.map { Array($0.utf8) }
        let time = file.text("EXIF:DateTimeOriginal", "EXIF:CreateDate", "QuickTime:CreationDate", "DateTimeOriginal")
        let offset = file.text("EXIF:OffsetTimeOriginal", "OffsetTimeOriginal")
        metadata.captureTime = time.flatMap { CaptureTime(stated: $0, offset: offset) }
        metadata.title = file.text("XMP:Title", "IPTC:ObjectName", "Title")
        metadata.caption = CameraCaption.removed(
            from: file.text("XMP:Description", "EXIF:ImageDescription", "IPTC:Caption-Abstract", "Description"))
        metadata.keywords = file.list("IPTC:Keywords", "XMP:Subject", "XMP:TagsList", "Keywords", "Subject")
        metadata.rating = file.text("XMP:Rating", "Rating").flatMap(ImageMetadata.rating)
        if let latitude = file.degrees(.latitude, "GPSLatitude"),
            let longitude = file.degrees(.longitude, "GPSLongitude")
        {
            metadata.location = ImageMetadata.Location(statedLatitude: latitude, longitude: longitude)
        }
    }
}
