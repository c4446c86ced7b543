internal import Foundation
internal import ImageDecoding
public import PerceptualHashing
public import PhotoModel
public import SystemPackage

/// Everything that identifies one file's picture, without a library.
public struct PhotoAnalysis: Sendable {
    /// The file.
    public let path: FilePath
    /// Its size in bytes.
    public let bytes: Int
    /// SHA-256 of its bytes.
    public let sha256: Digest
    /// The kind of file, by its content.
    public let format: ImageFormat
    /// What could be made of the picture.
    public let condition: PictureCondition
    /// The displayed size in pixels; `nil` if the file does not tell.
    public let size: PixelSize?
    /// What the file says about its picture.
    public let metadata: ImageMetadata
    /// The colour profile it carries.
    public let colorProfile: ColorProfile
    /// Whether the file states that it holds several frames that are shown one after the other.
    public let isAnimated: Bool
    /// How many whole pictures a multi-picture JPEG holds; 1 if it is none.
    public let pictureCount: Int
    /// Where in the file a film lies that was taken with the photo, in bytes.
    public let embeddedVideo: Range<Int>?
    /// Identifies what is displayed, without metadata.
    public let imageDataDigest: Digest?
    /// What the picture looks like; `nil` if nothing could be decoded.
    public let signature: ContentSignature?
    /// The hash that Meta's PDQ defines; `nil` unless it was asked for.
    public let pdq: PDQHash?
    /// What the decoding libraries complained about, in their own words.
    public let warnings: [ImportItem.Warning]

    init(
        path: FilePath, bytes: Int, sha256: Digest, reading: ImageReading, signature: ContentSignature?,
        pdq: PDQHash? = nil
    ) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
        format = reading.format
        condition = reading.condition
        size = reading.displayedSize
        metadata = reading.metadata
        colorProfile = reading.colorProfile
        isAnimated = reading.isAnimated
        pictureCount = reading.pictureCount
        embeddedVideo = reading.embeddedVideo
        imageDataDigest = reading.imageDataDigest
        self.signature = signature
        self.pdq = pdq
        warnings = reading.warnings.map { ImportItem.Warning(code: $0.code, message: $0.message) }
    }
}
