/// What an image may cost before it is refused.
///
/// The picture is then `limited`; the file's bytes are kept all the same.
public struct DecodeLimits: Sendable, Hashable, Codable {
    /// Stored width times height.
    ///
    /// 200 million covers medium format cameras and the panoramas of phones.
    public var maxPixels: Int = 200_000_000
    /// Stored width or height in pixels: libjpeg's own limit.
    public var maxAxis: Int = 65_500
    /// Scans of a JPEG.
    ///
    /// Real files have at most about 20; each scan costs a pass over the whole image.
    public var maxScans: Int = 256
    /// Scans times pixels of a JPEG with more than 20 scans.
    ///
    /// A scan of a few bytes can pass over all of a large picture.
    public var maxScannedPixels: Int = 2_000_000_000
    /// How many times its file a PNG of more than ``maxFreelyInflatedBytes`` may be when inflated.
    ///
    /// Photographs inflate to 2 to 10 times their file.
    public var maxInflation: Int = 300
    /// Bytes of samples that a PNG may have, however small its file is.
    public var maxFreelyInflatedBytes: Int = 512 << 20
    /// How far into a JPEG metadata are looked for, what one metadata chunk of a PNG may hold inflated, and what is read
    /// of a file that is not decoded, in bytes.
    public var maxMetadataBytes: Int = 16 << 20
    /// How many bytes of a JPEG may be metadata, fill and garbage, and how far behind a picture a film is looked for.
    ///
    /// A picture is looked for up to here and 16 bytes a pixel: a hole of a hundred gigabytes is not searched.
    public var maxPassedBytes: Int = 256 << 20
    /// Boxes, chunks and directory entries that are looked at in a file that is not decoded.
    public var maxContainerElements: Int = 100_000
    /// How deep boxes and chunks may lie within each other, and how many directories of a TIFF file are looked at.
    public var maxContainerDepth: Int = 32
    /// The EXIF block of a PNG in bytes.
    ///
    /// A JPEG's has at most 64 KiB by its format.
    public var maxEXIFBytes: Int = 1 << 20

    /// The limits above.
    public static let standard: DecodeLimits = DecodeLimits()

    /// The standard limits, to be changed one by one.
    public init() {}
}
