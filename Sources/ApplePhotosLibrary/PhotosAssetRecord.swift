internal import Foundation
internal import GRDB
internal import PhotoModel
internal import SystemPackage

/// The row of an asset in the database.
///
/// A value of another type than expected counts as missing, because a damaged or malicious database has any values.
struct PhotosAssetRecord {
    /// The number of the row.
    let row: Int64
    let uuid: String
    /// The path of the original, relative to the folder of the originals, or an absolute one.
    let file: String?
    /// The folder of the originals, relative to the library.
    let originals: String
    let originalFilename: String?
    let isTrashed: Bool
    let savedType: Int64?
    let isVideo: Bool
    let isEdited: Bool
    let description: AssetDescription

    init?(_ row: Row, originals: String) {
        guard let number = Int64.fromDatabaseValue(row["row"]), let uuid = String.fromDatabaseValue(row["uuid"]),
            !uuid.isEmpty
        else { return nil }
        self.row = number
        self.uuid = PhotosIdentifier.uuid(uuid)
        self.originals = originals
        file = String.fromDatabaseValue(row["file"])
        originalFilename = String.fromDatabaseValue(row["originalFilename"])
        isTrashed = Self.isSet(row["trashed"])
        savedType = Int64.fromDatabaseValue(row["savedType"])
        isVideo = Int64.fromDatabaseValue(row["kind"]) == 1
        isEdited = Self.isSet(row["adjustments"])
        description = AssetDescription(row)
    }

    /// The path of the original, relative to the library; `nil` if the database states none in a folder of the
    /// originals.
    var originalPath: FilePath? {
        guard let file, !file.isEmpty, !file.hasPrefix("/") else { return nil }
        let path = FilePath("\(originals)/\(file)")
        return path.isLexicallyNormal ? path : nil
    }

    fileprivate static func isSet(_ value: DatabaseValue) -> Bool { (Int64.fromDatabaseValue(value) ?? 0) > 0 }
}

extension AssetDescription {
    fileprivate init(_ row: Row) {
        self.init()
        (captureTime, statesZone) = Self.captureTime(
            secondsFrom2001: Double.fromDatabaseValue(row["created"]), zone: Int64.fromDatabaseValue(row["zone"]))
        place = Self.place(
            latitude: Double.fromDatabaseValue(row["latitude"]), longitude: Double.fromDatabaseValue(row["longitude"]))
        title = Self.text(row["title"])
        caption = Self.text(row["caption"])
        keywords = Self.list(row["keywords"]) + Self.list(row["persons"]).map(PersonKeyword.keyword)
        isFavorite = PhotosAssetRecord.isSet(row["favorite"])
        isHidden = PhotosAssetRecord.isSet(row["hidden"])
        burst = Self.text(row["burst"]).map {
            BurstFrame(identifier: $0, pick: Self.pick(Int64.fromDatabaseValue(row["pick"]) ?? 0))
        }
    }

    private static func text(_ value: DatabaseValue) -> String? {
        String.fromDatabaseValue(value).flatMap { isText($0) ? $0 : nil }
    }

    /// The texts of a JSON array.
    private static func list(_ value: DatabaseValue) -> [String] {
        String.fromDatabaseValue(value).flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) }?
            .filter(isText) ?? []
    }

    /// Reads the bits of the column: 2 not picked, 4 the default, 8 picked by the owner, 16 the shown frame.
    private static func pick(_ bits: Int64) -> BurstFrame.Pick {
        bits & 8 != 0 ? .owner : bits & 16 != 0 || bits & 6 == 4 ? .camera : .none
    }

    /// The time of an instant, in the zone if that is a possible one.
    private static func captureTime(secondsFrom2001 seconds: Double?, zone: Int64?) -> (CaptureTime?, Bool) {
        // Photos writes the first day of the year 1, or of 4001, for an unknown date.
        guard let seconds, seconds > -63_000_000_000, seconds < 63_000_000_000 else { return (nil, false) }
        let instant = seconds + 978_307_200
        let milliseconds = Int(((instant - instant.rounded(.down)) * 1000).rounded())
        let second = Int(instant.rounded(.down)) + milliseconds / 1000
        let nanosecond = milliseconds % 1000 == 0 ? nil : milliseconds % 1000 * 1_000_000
        let offset = zone.flatMap { (-14 * 3600...14 * 3600).contains($0) && $0 % 60 == 0 ? Int($0) : nil }
        guard let local = CaptureTime(utcSeconds: second + (offset ?? 0), nanosecond: nanosecond) else {
            return (nil, false)
        }
        let time = CaptureTime(
            year: local.year, month: local.month, day: local.day, hour: local.hour, minute: local.minute,
            second: local.second, nanosecond: nanosecond, offsetMinutes: (offset ?? 0) / 60)
        return (time, offset != nil)
    }

    private static func place(latitude: Double?, longitude: Double?) -> Place {
        guard let latitude, let longitude else { return .unknown }
        // No place on Earth is at −180 degrees of latitude.
        if latitude == -180, longitude == -180 { return .none }
        return ImageMetadata.Location(statedLatitude: latitude, longitude: longitude).map(Place.at) ?? .unknown
    }
}
