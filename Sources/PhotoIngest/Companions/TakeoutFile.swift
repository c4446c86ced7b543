internal import Foundation
internal import PhotoModel

/// The JSON file that Google's export (Takeout) writes next to each photo.
///
/// Google documents no schema. The fields are those of exports from 2018 to 2025.
struct TakeoutFile: Decodable {
    struct Time: Decodable {
        /// Seconds since 1970 UTC.
        let timestamp: String
    }

    struct Place: Decodable {
        let latitude, longitude: Double
        /// Metres above the sea; 0 or `nil` if it is unknown.
        let altitude: Double?
    }

    struct Person: Decodable {
        let name: String?
    }

    /// How the photo came to Google Photos.
    struct Origin: Decodable {
        struct Sharing: Decodable {}

        let fromPartnerSharing: Sharing?
    }

    /// The photo's name before Google shortened or numbered it.
    let title: String
    let description: String?
    let photoTakenTime: Time
    let geoData, geoDataExif: Place?
    let favorited, archived, trashed: Bool?
    let people: [Person]?
    let googlePhotosOrigin: Origin?

    init?(_ bytes: [UInt8]) {
        guard let file = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = file
    }

    /// The time of capture, an instant: the camera's wall-clock time is unknown and is not guessed.
    var captureTime: CaptureTime? { Int(photoTakenTime.timestamp).flatMap { CaptureTime(utcSeconds: $0) } }

    var caption: String? { description.flatMap { AssetDescription.isText($0) ? $0 : nil } }

    /// The place of capture; the coordinates 0, 0 mean that there is none.
    var location: ImageMetadata.Location? {
        let place = [geoDataExif, geoData].compactMap { $0 }.first { $0.latitude != 0 || $0.longitude != 0 }
        return place.flatMap {
            ImageMetadata.Location(
                latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude == 0 ? nil : $0.altitude)
        }
    }

    /// The names of the persons in the photo.
    var persons: [String] { (people ?? []).compactMap(\.name).filter(AssetDescription.isText) }

    /// The file name that Google makes of a title, with `_` for forbidden characters.
    static func fileName(of title: String) -> String {
        String(title.precomposedStringWithCanonicalMapping.map { "&<>:\"/\\|?*%'#".contains($0) ? "_" : $0 })
    }
}

/// The JSON file that Google's export writes to the folder of an album.
struct TakeoutAlbum: Decodable {
    struct Description: Decodable {
        let title: String?
    }

    /// A value of any type.
    struct AnyValue: Decodable {
        init(from decoder: any Decoder) {}
    }

    let title: String?
    let albumData: Description?
    let photoTakenTime: AnyValue?

    init?(_ bytes: [UInt8]) {
        guard let file = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = file
    }

    /// The title; `nil` for an album without one, whose folder it may share with others, and for the description of a photo
    /// that cannot be read.
    var name: String? {
        guard photoTakenTime == nil else { return nil }
        return [albumData?.title, title].compactMap { $0 }.first { title in
            AssetDescription.isText(title) && title.contains { !$0.isWhitespace }
        }
    }
}

extension Sidecar {
    init(_ file: TakeoutFile) {
        self.init(.takeout)
        names = Array(file.title.utf8)
        metadata.captureTime = file.captureTime
        metadata.caption = file.caption
        metadata.location = file.location
        metadata.keywords = file.persons.map(PersonKeyword.keyword)
        isFavorite = file.favorited == true
    }
}
