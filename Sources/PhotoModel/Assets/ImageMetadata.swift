/// The metadata in a file.
///
/// A field is `nil` if the file does not state it, or if the stated value is invalid.
public struct ImageMetadata: Hashable, Sendable, Codable {
    /// The capture time, from the first of EXIF, XMP, IPTC and the container's own date that has one.
    ///
    /// Most videos state an instant only. The time is then in UTC with the offset 0, and the time on the camera's
    /// clock is unknown.
    public var captureTime: CaptureTime?
    /// The orientation in which the stored pixels are displayed; `.up` if it is missing or invalid.
    public var orientation: Orientation = .up
    /// The camera's maker.
    public var make: String?
    /// The camera's model.
    public var model: String?
    /// The lens's model.
    public var lens: String?
    /// The camera body's serial number.
    public var bodySerial: String?
    /// The ImageUniqueID tag (0xA420).
    public var imageUniqueID: String?
    /// The place of capture.
    public var location: Location?
    /// The duration of the video in seconds, above 0.
    ///
    /// Of a photo that contains a video, the duration of this video.
    public var duration: Double?
    /// The media subtypes.
    public var subtypes: MediaSubtypes = []
    /// The identifier that Apple's cameras write into the picture and the video of a Live Photo.
    public var contentIdentifier: String?
    /// The identifier that the frames of a burst share.
    public var burstIdentifier: String?
    /// The owner's title.
    public var title: String?
    /// The owner's caption.
    public var caption: String?
    /// The owner's keywords, each once, in the file's order.
    ///
    /// A hierarchical keyword has its levels separated by slashes, and the name of a person follows `People/`.
    public var keywords: [String] = []
    /// The owner's rating: 1 to 5 stars, 0 for none, −1 for a rejected photo.
    public var rating: Int?

    /// The values that a rating can have.
    public static let ratings: ClosedRange<Int> = -1...5

    /// A place on Earth, WGS 84.
    public struct Location: Hashable, Sendable {
        /// Degrees north, −90 to 90.
        public var latitude: Double
        /// Degrees east, −180 to 180.
        public var longitude: Double
        /// Metres above sea level.
        public var altitude: Double?

        /// Creates a place; `nil` if a value is not finite or out of range.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
        }

        /// Creates the place that a file or another program states; `nil` for 0, 0 too.
        ///
        /// Programs write zeros for an unknown place, and phones replace a place that an app may not see by zeros.
        package init?(statedLatitude latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard latitude != 0 || longitude != 0 else { return nil }
            self.init(latitude: latitude, longitude: longitude, altitude: altitude)
        }
    }

    /// Creates metadata without values.
    public init() {}
}
