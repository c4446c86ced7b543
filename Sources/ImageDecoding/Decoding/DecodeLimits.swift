/// The limits beyond which an image is refused.
///
/// The picture is then `limited`. The bytes of the file are stored nevertheless.
public struct DecodeLimits: Sendable, Hashable, Codable {
    /// The greatest number of stored pixels: width times height.
    ///
    /// 200 million are sufficient for medium format cameras and for the panoramas of phones.
    public var maxPixels: Int = 200_000_000
    /// The greatest stored width or height in pixels.
    ///
    /// This is libjpeg's own limit.
    public var maxAxis: Int = 65_500
    /// The greatest number of scans of a JPEG.
    ///
    /// Real files have at most about 20. The decoder reads the whole image once for each scan.
    public var maxScans: Int = 256
    /// The greatest product of scans and pixels of a JPEG with more than 20 scans.
    ///
    /// A scan of a few bytes can cover a whole large picture.
    public var maxScannedPixels: Int = 2_000_000_000
    /// The greatest ratio of inflated size to file size, for a PNG, TIFF, GIF or BMP of more than
    /// ``maxFreelyInflatedBytes``.
    ///
    /// Photographs inflate to 2 to 10 times their file size.
    public var maxInflation: Int = 300
    /// The size in bytes of inflated samples up to which the file size does not matter.
    public var maxFreelyInflatedBytes: Int = 512 << 20
    /// The greatest number of bytes that are searched for metadata.
    ///
    /// It applies to the beginning of a JPEG, to one inflated metadata chunk of a PNG, and to the bytes of other files
    /// that lead to size, metadata and pictures.
    public var maxMetadataBytes: Int = 16 << 20
    /// The greatest number of bytes of a JPEG that are metadata, fill bytes and garbage, and that are searched for a
    /// video behind a picture.
    ///
    /// The end of a picture is searched up to this limit plus 16 bytes for each pixel, so that a sparse file of a
    /// hundred gigabytes is not searched.
    public var maxPassedBytes: Int = 256 << 20
    /// The greatest number of boxes, chunks, blocks and directory entries that are read in a file.
    public var maxContainerElements: Int = 100_000
    /// The greatest nesting of boxes and chunks, and the greatest number of directories of a TIFF file that are read.
    public var maxContainerDepth: Int = 32
    /// The greatest size of the EXIF block of a PNG in bytes.
    ///
    /// The format limits a JPEG's block to 64 KiB.
    public var maxEXIFBytes: Int = 1 << 20

    /// The default limits.
    public static let standard: DecodeLimits = DecodeLimits()

    /// Creates the default limits.
    public init() {}
}
