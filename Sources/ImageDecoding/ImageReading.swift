public import PhotoModel

/// Everything that is known about the picture in one file.
public struct ImageReading: Sendable, Hashable, Codable {
    /// What kind of file the bytes are.
    public var format: ImageFormat
    /// What could be made of the picture.
    public var condition: PictureCondition = .ok
    /// The picture's size as stored; `nil` if the file does not say.
    public var storedSize: PixelSize?
    /// What the file says about the picture.
    public var metadata: ImageMetadata = ImageMetadata()
    /// The profile of the picture's colours.
    public var colorProfile: ColorProfile = .none
    /// Whether the file states that it holds several frames that are shown one after the other.
    public var isAnimated: Bool = false
    /// How many whole pictures a multi-picture JPEG holds, previews and maps included; 1 if it is none.
    public var pictureCount: Int = 1
    /// Where in the file a film lies that was taken with the photo.
    public var embeddedVideo: Range<Int>?
    /// The digest of the image data without metadata (see ``ImageDataDigest``); `nil` unless the picture is whole and
    /// decoded without complaint.
    public var imageDataDigest: Digest?
    /// What the decoders complained of, in their own words.
    public var warnings: [ImageWarning] = []
    /// How the decoded rows lie over the picture; `nil` if there are none.
    public var geometry: LumaGeometry?
    /// How many rows the consumer got.
    public var decodedRows: Int = 0

    /// Whether the consumer got every row.
    public var hasAllRows: Bool { geometry.map { $0.decodedSize.height == decodedRows } ?? false }

    /// The picture's size as displayed, orientation applied.
    public var displayedSize: PixelSize? { storedSize?.displayed(metadata.orientation) }

    /// A reading that knows no more than the kind of file.
    package init(format: ImageFormat) { self.format = format }

    /// Records why there is no whole picture.
    ///
    /// That there is none at all outranks damage.
    package mutating func fail(_ condition: PictureCondition, _ warning: ImageWarning) {
        if self.condition == .ok || condition != .damaged { self.condition = condition }
        warnings.append(warning)
    }
}

/// A complaint about an image.
public struct ImageWarning: Sendable, Hashable, Codable {
    /// What kind of complaint, in camel case: `truncated`, `corruptData`, `benign`, `unsupported`, `decoderLimit`,
    /// `maxPixels`, `maxAxis`, `maxScans`, `maxScannedPixels`, `maxInflation`, `decoderMemory`, `endMissing`, `profileUnsupported`,
    /// `metadataDamaged`, `decoderCrashed`, `decoderTimedOut`.
    public var code: String
    /// The complaint itself, for a person: where a library made it, its own words.
    public var message: String
    /// How many complaints there were; the message is the first one's.
    public var count: Int

    /// A complaint of these parts.
    public init(code: String, message: String, count: Int = 1) {
        self.code = code
        self.message = message
        self.count = count
    }

    /// A complaint that a value of a file exceeds a limit.
    static func limit(_ name: String, _ limit: Int, found: Int) -> ImageWarning {
        ImageWarning(code: name, message: "\(name) is \(limit); this image has or needs \(found).")
    }
}
