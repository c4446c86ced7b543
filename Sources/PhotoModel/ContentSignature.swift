/// What a picture looks like, small enough to store and exact enough to verify that two files show the same shot.
///
/// Made of the picture as displayed: orientation applied, alpha on white, luma.
public struct ContentSignature: Hashable, Sendable {
    /// The version of the signature's definition that this code computes.
    ///
    /// 0 until the definition is frozen.
    public static let currentVersion: Int = 0
    /// Cells along each side of the thumbnail.
    public static let thumbnailSide: Int = 64

    /// The version of the definition these values follow.
    public let version: Int
    /// The hash that finds candidates.
    public let hash: PerceptualHash
    /// How much structure the picture has: 0 (flat) to 100.
    public let quality: Int
    /// 64×64 luma levels (0 to 255), row by row from the top left.
    public let thumbnail: [UInt8]
    /// The size of the displayed picture that the signature was made of.
    public let size: PixelSize

    /// A signature of these parts.
    public init(
        version: Int = ContentSignature.currentVersion, hash: PerceptualHash, quality: Int, thumbnail: [UInt8],
        size: PixelSize
    ) {
        self.version = version
        self.hash = hash
        self.quality = quality
        self.thumbnail = thumbnail
        self.size = size
    }
}
