package import SystemPackage

/// The data of a file that was read completely.
package struct AnalysedFile: Sendable {
    /// The path at which the file was read.
    package let source: FilePath
    /// The state of the source when it was read.
    package let identity: FileIdentity
    package let sha256: Digest
    package let bytes: Int
    package let format: ImageFormat
    package let condition: PictureCondition
    /// The size in pixels as displayed.
    package let size: PixelSize?
    package let metadata: ImageMetadata
    package let colorProfile: ColorProfile
    package let imageDataDigest: Digest?
    package let signature: ContentSignature?

    package init(
        source: FilePath, identity: FileIdentity, sha256: Digest, bytes: Int, format: ImageFormat = .unknown,
        condition: PictureCondition = .unsupported, size: PixelSize? = nil, metadata: ImageMetadata = ImageMetadata(),
        colorProfile: ColorProfile = .none, imageDataDigest: Digest? = nil, signature: ContentSignature? = nil
    ) {
        self.source = source
        self.identity = identity
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.condition = condition
        self.size = size
        self.metadata = metadata
        self.colorProfile = colorProfile
        self.imageDataDigest = imageDataDigest
        self.signature = signature
    }
}
