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
        let latitude, longitude, altitude: Double
    }

    /// The photo's name before Google shortened or numbered it.
    let title: String
    let description: String?
    let photoTakenTime: Time
    let geoData, geoDataExif: Place?
    let favorited: Bool?

    init?(_ bytes: [UInt8]) {
        guard let file = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = file
    }
}

extension Sidecar {
    init(_ file: TakeoutFile) {
        self.init(.takeout)
        names = Array(file.title.utf8)
        // The time is an instant. The camera's wall-clock time is unknown and is not guessed.
        metadata.captureTime = Int(file.photoTakenTime.timestamp).flatMap { CaptureTime(utcSeconds: $0) }
        metadata.caption = file.description.flatMap { $0.isEmpty ? nil : $0 }
        // The coordinates 0, 0 mean that there is no location.
        let place = [file.geoDataExif, file.geoData].compactMap { $0 }.first { $0.latitude != 0 || $0.longitude != 0 }
        metadata.location = place.flatMap {
            ImageMetadata.Location(
                latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude == 0 ? nil : $0.altitude)
        }
        isFavorite = file.favorited == true
    }
}
