internal import Foundation
internal import PhotoModel

/// The JSON that Google's export (Takeout) puts beside each photo.
///
/// Google documents no schema; the fields are those that exports of 2018 to 2025 have.
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
        // An instant: the camera's wall clock is not known, and is not guessed.
        metadata.captureTime = Int(file.photoTakenTime.timestamp).flatMap { CaptureTime(utcSeconds: $0) }
        metadata.caption = file.description.flatMap { $0.isEmpty ? nil : $0 }
        // 0, 0 stands for no place.
        let place = [file.geoDataExif, file.geoData].compactMap { $0 }.first { $0.latitude != 0 || $0.longitude != 0 }
        metadata.location = place.flatMap {
            ImageMetadata.Location(
                latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude == 0 ? nil : $0.altitude)
        }
        isFavorite = file.favorited == true
    }
}
