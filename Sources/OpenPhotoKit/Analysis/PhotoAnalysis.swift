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
    /// The result of decoding the picture.
    public let condition: PictureCondition
    /// The displayed size in pixels; `nil` if the file does not state it.
    public let size: PixelSize?
    /// The metadata of the picture.
    public let metadata: ImageMetadata
    /// The embedded colour profile.
    public let colorProfile: ColorProfile
    /// Whether the file states that it holds an animation of several frames.
    public let isAnimated: Bool
    /// The number of complete pictures in a multi-picture JPEG; 1 for other files.
    public let pictureCount: Int
    /// The byte range in the file of a video that was taken with the photo.
    public let embeddedVideo: Range<Int>?
    /// The digest of the displayed image data, without metadata.
    public let imageDataDigest: Digest?
    /// The content signature of the picture; `nil` if nothing could be decoded.
    public let signature: ContentSignature?
    /// The perceptual hash PDQ, defined by Meta; `nil` unless it was requested.
    public let pdq: PDQHash?
    /// The warnings of the decoding libraries, in their own words.
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
