public import PhotoModel

/// All results of reading the picture in one file.
public struct ImageReading: Sendable, Hashable, Codable {
    /// The format of the file.
    public var format: ImageFormat
    /// The condition of the picture: complete, damaged, over a limit, or unsupported.
    public var condition: PictureCondition = .ok
    /// The size of the stored picture; `nil` if the file does not state it.
    public var storedSize: PixelSize?
    /// The metadata in the file.
    public var metadata: ImageMetadata = ImageMetadata()
    /// The colour profile of the picture.
    public var colorProfile: ColorProfile = .none
    /// The number of whole pictures in a multi-picture JPEG, including previews and maps; 1 for other files.
    public var pictureCount: Int = 1
    /// The position in the file of the video of a motion photo; `nil` if the file has no such video.
    public var embeddedVideo: Range<Int>?
    /// The digest of the image data without metadata (see ``ImageDataDigest``).
    ///
    /// It is `nil` unless the picture is complete and was decoded without a warning about damage, and for TIFF, GIF and
    /// BMP files.
    public var imageDataDigest: Digest?
    /// The warnings of the decoders, in their own texts.
    public var warnings: [ImageWarning] = []
    /// The geometry of the decoded rows; `nil` if no row was decoded.
    public var geometry: LumaGeometry?
    /// The number of rows that the consumer got.
    public var decodedRows: Int = 0

    /// Whether the consumer got every row.
    public var hasAllRows: Bool { geometry.map { $0.decodedSize.height == decodedRows } ?? false }

    /// Whether the file states that it contains several frames that are displayed one after another.
    public var isAnimated: Bool { metadata.subtypes.contains(.photoAnimation) }

    /// The size of the displayed picture, after the orientation is applied.
    public var displayedSize: PixelSize? { storedSize?.displayed(metadata.orientation) }

    /// Creates a reading that has only the format.
    package init(format: ImageFormat) { self.format = format }

    /// Records why the picture is not complete.
    ///
    /// A condition without any picture takes precedence over damage.
    package mutating func fail(_ condition: PictureCondition, _ warning: ImageWarning) {
        if self.condition == .ok || condition != .damaged { self.condition = condition }
        warnings.append(warning)
    }
}

/// A warning about an image.
public struct ImageWarning: Sendable, Hashable, Codable {
    /// The kind of warning: `truncated`, `corruptData`, `benign`, `unsupported`, `decoderLimit`, `maxPixels`,
    /// `maxAxis`, `maxScans`, `maxScannedPixels`, `maxTiles`, `maxInflation`, `decoderMemory`, `endMissing`,
    /// `profileUnsupported`, `metadataDamaged`, `decoderCrashed`, `decoderTimedOut`.
    public var code: String
    /// The text of the warning.
    ///
    /// If a library made the warning, this is the library's text.
    public var message: String
    /// The number of such warnings.
    ///
    /// The text is that of the first one.
    public var count: Int

    /// Creates a warning.
    public init(code: String, message: String, count: Int = 1) {
        self.code = code
        self.message = message
        self.count = count
    }

    /// The warning that a value of a file exceeds a limit.
    static func limit(_ name: String, _ limit: Int, found: Int) -> ImageWarning {
        let (most, found) = (limit.inGroups, found.inGroups)
        let message =
            switch name {
            case "maxAxis": "The picture is \(found) pixels wide or high; at most \(most) are decoded."
            case "maxPixels": "The picture has \(found) pixels; at most \(most) are decoded."
            case "maxScans": "The file has \(found) scans; at most \(most) are decoded."
            case "maxScannedPixels": "All scans of the file have \(found) pixels; at most \(most) are decoded."
            case "maxInflation": "The data inflate to \(found) times the file's size; at most \(most) times is decoded."
            case "maxTiles": "The picture has \(found) tiles; at most \(most) are decoded."
            case "decoderMemory": "Decoding needs \(found) bytes of memory; at most \(most) are allowed."
            case "maxEXIFBytes": "The EXIF metadata have \(found) bytes; at most \(most) are read."
            default: "The value is \(found); at most \(most) is allowed."
            }
        return ImageWarning(code: name, message: message)
    }
}

extension Int {
    /// The digits in groups of three: "65,500".
    fileprivate var inGroups: String {
        let digits = Array("\(magnitude)")
        let grouped = digits.indices.map { index in
            (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
        }
        return (self < 0 ? "-" : "") + grouped.joined()
    }
}
