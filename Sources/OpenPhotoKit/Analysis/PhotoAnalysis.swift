internal import AssetLoading
internal import Foundation
internal import ImageDecoding
public import PerceptualHashing
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

/// Everything that identifies one file's picture, without a library.
public struct PhotoAnalysis: Sendable {
    let file: AnalysedFile
    /// The file.
    public var path: FilePath { file.source }
    /// Its size in bytes.
    public var bytes: Int { file.bytes }
    /// SHA-256 of its bytes.
    public var sha256: Digest { file.sha256 }
    /// The kind of file, by its content.
    public var format: ImageFormat { file.format }
    /// What could be made of the picture.
    public var condition: PictureCondition { file.condition }
    /// The displayed size in pixels; `nil` if the file does not tell.
    public var size: PixelSize? { file.size }
    /// What the file says about its picture.
    public var metadata: ImageMetadata { file.metadata }
    /// The colour profile it carries.
    public var colorProfile: ColorProfile { file.colorProfile }
    /// Identifies what is displayed, without metadata.
    public var imageDataDigest: Digest? { file.imageDataDigest }
    /// What the picture looks like; `nil` if nothing could be decoded.
    public var signature: ContentSignature? { file.signature }
    /// Whether the file states that it holds several frames that are shown one after the other.
    public let isAnimated: Bool
    /// How many whole pictures a multi-picture JPEG holds; 1 if it is none.
    public let pictureCount: Int
    /// Where in the file a film lies that was taken with the photo, in bytes.
    public let embeddedVideo: Range<Int>?
    /// The hash that Meta's PDQ defines; `nil` unless it was asked for.
    public let pdq: PDQHash?
    /// What the decoding libraries complained about, in their own words.
    public let warnings: [ImportItem.Warning]

    init(_ loaded: LoadedFile, _ reading: ImageReading, signature: ContentSignature?, pdq: PDQHash?) {
        file = AnalysedFile(
            source: loaded.source, identity: loaded.sourceIdentity, sha256: loaded.sha256, bytes: loaded.size,
            format: reading.format, condition: reading.condition, size: reading.displayedSize,
            metadata: reading.metadata, colorProfile: reading.colorProfile, imageDataDigest: reading.imageDataDigest,
            signature: signature)
        isAnimated = reading.isAnimated
        pictureCount = reading.pictureCount
        embeddedVideo = reading.embeddedVideo
        self.pdq = pdq
        warnings = reading.warnings.map { ImportItem.Warning(code: $0.code, message: $0.message) }
    }
}
