/// A small description of a picture's content, which is exact enough to verify that two files show the same shot.
///
/// It is computed from the luma of the displayed picture, after the orientation is applied and alpha is composited on
/// white.
public struct ContentSignature: Hashable, Sendable {
    /// The version of the signature's definition that this code computes.
    ///
    /// The definition of a version does not change: the article “Content signature” specifies it.
    public static let currentVersion: Int = 2
    /// The number of cells along each side of the thumbnail.
    public static let thumbnailSide: Int = 64

    /// The version of the definition of these values.
    public let version: Int
    /// The hash that finds candidates.
    public let hash: PerceptualHash
    /// The amount of structure in the picture: 0 (flat) to 100.
    public let quality: Int
    /// The small picture, if the signature has one.
    public let picture: Picture
    /// The size of the displayed picture.
    public let size: PixelSize

    /// The forms of the small picture.
    public enum Picture: Hashable, Sendable {
        /// No picture. Only the hash can be compared.
        case none
        /// 64×64 luma levels (0 to 255), row by row from the top left.
        case thumbnail([UInt8])
        /// The picture in a few hundred bytes, not exact, for cloud identifiers.
        case code([UInt8])
    }

    /// Creates a signature.
    public init(
        version: Int = ContentSignature.currentVersion, hash: PerceptualHash, quality: Int, picture: Picture,
        size: PixelSize
    ) {
        self.version = version
        self.hash = hash
        self.quality = quality
        self.picture = picture
        self.size = size
    }

    /// Creates a signature with an exact thumbnail, or without a picture if there are no levels.
    public init(
        version: Int = ContentSignature.currentVersion, hash: PerceptualHash, quality: Int, thumbnail: [UInt8],
        size: PixelSize
    ) {
        self.init(
            version: version, hash: hash, quality: quality, picture: thumbnail.isEmpty ? .none : .thumbnail(thumbnail),
            size: size)
    }

    /// The exact luma levels; empty if the signature does not have them.
    public var thumbnail: [UInt8] { if case .thumbnail(let levels) = picture { levels } else { [] } }

    /// The same signature with another picture.
    public func with(_ picture: Picture) -> ContentSignature {
        ContentSignature(version: version, hash: hash, quality: quality, picture: picture, size: size)
    }
}
