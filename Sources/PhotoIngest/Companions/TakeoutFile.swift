internal import Foundation
internal import PhotoModel

/// The JSON file that Google's export (Takeout) writes next to each photo.
///
/// Google documents no schema. The fields are those of exports from 2015 to 2025; a field whose value cannot be read is
/// left out. ``TakeoutDocument`` tells the file of a photo from other files.
struct TakeoutFile {
    /// The photo's name before Google shortened or numbered it.
    let title: String?
    let caption: String?
    /// The time of capture, an instant: the camera's wall-clock time is unknown and is not guessed.
    let captureTime: CaptureTime?
    /// Whether the owner may have corrected the time.
    ///
    /// For a file without a date that Google reads, Google states about the time of the upload.
    let mayBeCorrected: Bool
    /// The place of capture: that of the owner in Google Photos, otherwise that of the file.
    let location: ImageMetadata.Location?
    /// The names of the persons in the photo.
    let persons: [String]
    /// The tags of exports before 2018.
    let tags: [String]
    let isFavorite: Bool
    let isArchived: Bool
    let isTrashed: Bool
    /// Whether a partner of the owner shares the photo.
    let isPartners: Bool

    /// `nil` for bytes that do not describe a photo.
    init?(_ bytes: [UInt8]) {
        guard case .photo(let file) = TakeoutDocument(bytes) else { return nil }
        self = file
    }
}

/// What a JSON file of Google's export describes.
enum TakeoutDocument {
    case photo(TakeoutFile)
    /// An album with this title.
    case album(String)
    /// An order, a list of comments, or an album without a title, whose folder it may share with others.
    case other

    init(_ bytes: [UInt8]) {
        self = (try? JSONDecoder().decode(Self.self, from: Data(bytes))) ?? .other
    }
}

extension TakeoutDocument: Decodable {
    /// The fields of photos and albums.
    fileprivate enum Field: String, CodingKey {
        case title, description, photoTakenTime, creationTime, photoLastModifiedTime, imageViews, url
        case geoData, geoDataExif, geoInfo, geoInfoExif
        case favorited, archived, trashed, people, tags, googlePhotosOrigin
        case albumData
    }

    /// The fields that only the file of a photo has.
    private static let fieldsOfPhotos: [Field] = [
        .photoTakenTime, .creationTime, .photoLastModifiedTime, .imageViews, .geoDataExif, .geoInfo, .geoInfoExif,
        .googlePhotosOrigin,
    ]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let title = fields.value(String.self, .title)
        let hasFieldOfPhoto = Self.fieldsOfPhotos.contains { fields.contains($0) }
        // Orders state times too, but have no title.
        if fields.contains(.photoTakenTime) || hasFieldOfPhoto && title != nil {
            self = .photo(TakeoutFile(fields))
        } else if let title = Self.albumTitle(fields, title) {
            self = .album(title)
        } else {
            self = .other
        }
    }

    /// The visible title of an album; until 2018 the album is an object in the file.
    private static func albumTitle(_ fields: KeyedDecodingContainer<Field>, _ title: String?) -> String? {
        let album = try? fields.nestedContainer(keyedBy: Field.self, forKey: .albumData)
        guard !fields.contains(.url) else { return nil }
        return [album?.value(String.self, .title), title].compactMap { $0 }.first { title in
            AssetDescription.isText(title) && title.contains { !$0.isWhitespace }
        }
    }
}

extension TakeoutFile {
    /// A time; until 2018 a number.
    private struct Time: Decodable {
        /// Seconds since 1970 UTC; `nil` for none.
        let seconds: Int?

        private enum Field: CodingKey { case timestamp }

        init(from decoder: any Decoder) throws {
            let fields = try? decoder.container(keyedBy: Field.self)
            let seconds =
                fields?.value(String.self, .timestamp).flatMap { Int($0) } ?? fields?.value(Int.self, .timestamp)
                ?? (try? decoder.singleValueContainer().decode(Int.self))
            // Google writes 0 for a photo without a time.
            self.seconds = seconds == 0 ? nil : seconds
        }
    }

    private struct Place: Decodable {
        /// The place; `nil` for the coordinates 0, 0, which Google writes for an unknown place.
        let location: ImageMetadata.Location?

        /// Until 2018 the names end with an underscore.
        private enum Field: String, CodingKey {
            case latitude, longitude, altitude
            case oldLatitude = "latitude_"
            case oldLongitude = "longitude_"
            case oldAltitude = "altitude_"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Field.self)
            func value(_ field: Field, _ old: Field) -> Double? {
                fields.value(Double.self, field) ?? fields.value(Double.self, old)
            }
            guard let latitude = value(.latitude, .oldLatitude), let longitude = value(.longitude, .oldLongitude),
                latitude != 0 || longitude != 0
            else {
                location = nil
                return
            }
            // 0 metres above the sea mean that the altitude is unknown.
            let altitude = value(.altitude, .oldAltitude).flatMap { $0 == 0 ? nil : $0 }
            location = ImageMetadata.Location(latitude: latitude, longitude: longitude, altitude: altitude)
        }
    }

    /// A person; until 2018 a text.
    private struct Person: Decodable {
        let name: String?

        private enum Field: CodingKey { case name }

        init(from decoder: any Decoder) throws {
            let fields = try? decoder.container(keyedBy: Field.self)
            name = fields?.value(String.self, .name) ?? (try? decoder.singleValueContainer().decode(String.self))
        }
    }

    /// How the photo came to Google Photos.
    private enum Origin: CodingKey { case fromPartnerSharing }

    /// The maximum difference in seconds between a time of capture that Google took from an upload and the upload.
    private static let longestUpload = 3600.0

    fileprivate init(_ fields: KeyedDecodingContainer<TakeoutDocument.Field>) {
        title = fields.value(String.self, .title)
        caption = fields.value(String.self, .description).flatMap { AssetDescription.isText($0) ? $0 : nil }
        let taken = fields.value(Time.self, .photoTakenTime)?.seconds
        captureTime = taken.flatMap { CaptureTime(utcSeconds: $0) }
        let uploaded = fields.value(Time.self, .creationTime)?.seconds
        mayBeCorrected =
            if let taken, let uploaded { abs(Double(taken) - Double(uploaded)) > Self.longestUpload } else { true }
        let places: [TakeoutDocument.Field] = [.geoData, .geoDataExif, .geoInfo, .geoInfoExif]
        location = places.lazy.compactMap { fields.value(Place.self, $0)?.location }.first
        persons = (fields.value([Person].self, .people) ?? []).compactMap(\.name).filter(AssetDescription.isText)
        tags = (fields.value([String].self, .tags) ?? []).filter(AssetDescription.isText)
        isFavorite = fields.value(Bool.self, .favorited) == true
        isArchived = fields.value(Bool.self, .archived) == true
        isTrashed = fields.value(Bool.self, .trashed) == true
        let origin = try? fields.nestedContainer(keyedBy: Origin.self, forKey: .googlePhotosOrigin)
        isPartners = origin?.contains(.fromPartnerSharing) == true
    }
}

extension KeyedDecodingContainer {
    /// A value; `nil` if it is missing or of another type.
    fileprivate func value<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        try? decodeIfPresent(type, forKey: key)
    }
}

extension AssetDescription {
    /// What a JSON file of Google's export states.
    init(_ file: TakeoutFile) {
        self.init()
        takeTimeAndPlace(of: file)
        caption = file.caption
        keywords = file.persons.map(PersonKeyword.keyword) + file.tags
        isFavorite = file.isFavorite
        // Google Photos shows archived photos in albums and searches only, as PhotoKit does hidden ones.
        isHidden = file.isArchived
    }

    /// The time and the place that a JSON file of Google's export states, which the owner may have corrected.
    init(timeAndPlaceOf file: TakeoutFile) {
        self.init()
        takeTimeAndPlace(of: file)
    }

    private mutating func takeTimeAndPlace(of file: TakeoutFile) {
        captureTime = file.captureTime
        mayBeCorrected = file.mayBeCorrected
        place = file.location.map { .at($0) } ?? .unknown
    }
}

extension Sidecar {
    /// `nil` for a file without a title: outside of an export it may describe anything.
    init?(_ file: TakeoutFile) {
        guard let title = file.title else { return nil }
        self.init(.takeout)
        names = Array(title.utf8)
        metadata.captureTime = file.captureTime
        metadata.caption = file.caption
        metadata.location = file.location
        metadata.keywords = file.persons.map(PersonKeyword.keyword) + file.tags
        isFavorite = file.isFavorite
        description = AssetDescription(timeAndPlaceOf: file)
    }
}
