/// What a file says about its picture.
///
/// A field is `nil` when the file does not state it or states nonsense.
public struct ImageMetadata: Hashable, Sendable, Codable {
    /// When the picture was taken, by the first of EXIF, XMP, IPTC and the container's own date that says it.
    ///
    /// Where only an instant is known, as in most films, it is in UTC with the offset 0: the camera's wall clock is then
    /// unknown.
    public var captureTime: CaptureTime?
    /// How the stored pixels are to be displayed; `.up` if absent or out of range.
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
    /// Where the picture was taken.
    public var location: Location?
    /// Seconds of film, above 0; of a photo with a film in it, that film's.
    public var duration: Double?
    /// What kind of photo or film it is.
    public var subtypes: MediaSubtypes = []
    /// The identifier that a live photo's picture and film share, as Apple's cameras write it.
    public var contentIdentifier: String?
    /// The identifier that the frames of a burst share.
    public var burstIdentifier: String?
    /// The title its owner gave it.
    public var title: String?
    /// The words its owner put under it.
    public var caption: String?
    /// The owner's keywords, each once, in the file's order.
    public var keywords: [String] = []

    /// A place on Earth, WGS 84.
    public struct Location: Hashable, Sendable {
        /// Degrees north, −90 to 90.
        public var latitude: Double
        /// Degrees east, −180 to 180.
        public var longitude: Double
        /// Metres above sea level.
        public var altitude: Double?

        /// A place; `nil` if not finite or out of range.
        public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
            guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    /// Metadata with nothing stated.
    public init() {}
}
