internal import AssetLoading
internal import Foundation
internal import ImageDecoding
public import PerceptualHashing
public import PhotoModel
public import SystemPackage

/// All data that identify one file's picture, without a library.
public struct PhotoAnalysis: Sendable {
    package let file: AnalysedFile
    /// The file.
    public var path: FilePath { file.source }
    /// The file's size in bytes.
    public var bytes: Int { file.bytes }
    /// The SHA-256 of the file's bytes.
    public var sha256: Digest { file.sha256 }
    /// The file format, by the content.
    public var format: ImageFormat { file.format }
    /// The result of decoding the picture.
    public var condition: PictureCondition { file.condition }
    /// The displayed size in pixels; `nil` if the file does not state it.
    public var size: PixelSize? { file.size }
    /// The metadata of the picture.
    public var metadata: ImageMetadata { file.metadata }
    /// The embedded colour profile.
    public var colorProfile: ColorProfile { file.colorProfile }
    /// The digest of the displayed image data, without metadata.
    public var imageDataDigest: Digest? { file.imageDataDigest }
    /// The content signature of the picture; `nil` if nothing could be decoded.
    public var signature: ContentSignature? { file.signature }
    /// Whether the file states that it holds an animation of several frames.
    public let isAnimated: Bool
    /// The number of complete pictures in a multi-picture JPEG; 1 for other files.
    public let pictureCount: Int
    /// The byte range in the file of a video that was taken with the photo.
    public let embeddedVideo: Range<Int>?
    /// The perceptual hash PDQ, defined by Meta; `nil` unless it was requested.
    public let pdq: PDQHash?
    /// The warnings of the decoding libraries, in their own words.
    public let warnings: [Warning]

    /// A remark about a file.
    public struct Warning: Sendable, Hashable {
        /// Camel case, stable.
        public let code: String
        /// One sentence for a person, or the decoding library's own words.
        public let message: String

        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    init(_ loaded: LoadedFile, _ reading: ImageReading, signature: ContentSignature?, pdq: PDQHash?) {
        file = AnalysedFile(
            source: loaded.source, identity: loaded.sourceIdentity, sha256: loaded.sha256, bytes: loaded.size,
            format: reading.format, condition: reading.condition, size: reading.displayedSize,
            metadata: reading.metadata.completed(byNameOf: loaded.source, reading.format),
            colorProfile: reading.colorProfile, imageDataDigest: reading.imageDataDigest,
            signature: signature)
        isAnimated = reading.isAnimated
        pictureCount = reading.pictureCount
        embeddedVideo = reading.embeddedVideo
        self.pdq = pdq
        warnings = reading.warnings.map { Warning(code: $0.code, message: $0.message) }
    }
}

extension ImageMetadata {
    /// The metadata with what the name of a screenshot states.
    ///
    /// A time in the file comes first.
    fileprivate func completed(byNameOf file: FilePath, _ format: ImageFormat) -> ImageMetadata {
        guard format != .video, format != .unknown,
            let screenshot = file.lastComponent.flatMap(ScreenshotName.init)
        else { return self }
        var metadata = self
        metadata.subtypes.insert(.photoScreenshot)
        metadata.captureTime = captureTime ?? screenshot.time
        return metadata
    }
}
