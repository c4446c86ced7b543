/// What a picture looks like, small enough to store and exact enough to verify that two files show the same shot.
///
/// Made of the picture as displayed: orientation applied, alpha on white, luma.
public struct ContentSignature: Hashable, Sendable {
    /// The version of the signature's definition that this code computes.
    ///
    /// The definition is frozen: the article “Content signature” specifies it.
    public static let currentVersion: Int = 1
    /// Cells along each side of the thumbnail.
    public static let thumbnailSide: Int = 64

    /// The version of the definition these values follow.
    public let version: Int
    /// The hash that finds candidates.
    public let hash: PerceptualHash
    /// How much structure the picture has: 0 (flat) to 100.
    public let quality: Int
    /// The picture itself, as far as it is kept.
    public let picture: Picture
    /// The size of the displayed picture that the signature was made of.
    public let size: PixelSize

    /// What of the picture a signature carries.
    public enum Picture: Hashable, Sendable {
        /// Nothing: then only the hash can be compared.
        case none
        /// 64×64 luma levels (0 to 255), row by row from the top left.
        case thumbnail([UInt8])
        /// The same in a few hundred bytes, not exact: what travels in a cloud identifier.
        case code([UInt8])
    }

    /// A signature of these parts.
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

    /// A signature with an exact thumbnail, or without a picture if there are no levels.
    public init(
        version: Int = ContentSignature.currentVersion, hash: PerceptualHash, quality: Int, thumbnail: [UInt8],
        size: PixelSize
    ) {
        self.init(
            version: version, hash: hash, quality: quality, picture: thumbnail.isEmpty ? .none : .thumbnail(thumbnail),
            size: size)
    }

    /// The exact luma levels; empty if they are not there.
    public var thumbnail: [UInt8] { if case .thumbnail(let levels) = picture { levels } else { [] } }

    /// The same with another picture, or with none.
    public func with(_ picture: Picture) -> ContentSignature {
        ContentSignature(version: version, hash: hash, quality: quality, picture: picture, size: size)
    }
}
