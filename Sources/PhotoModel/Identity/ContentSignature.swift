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
    @inlinable public static var thumbnailSide: Int { 64 }

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
    /// The small picture without the conversion of its colours; `nil` if colours are not converted, or if no cell of
    /// the smoothed picture changes by more than a level.
    ///
    /// Many programs drop a colour profile and keep the values. Such a copy shows this picture.
    public let unconverted: Unconverted?

    /// The forms of the small picture.
    public enum Picture: Hashable, Sendable {
        /// No picture. Only the hash can be compared.
        case none
        /// 64×64 luma levels (0 to 255), row by row from the top left.
        case thumbnail([UInt8])
        /// The picture in a few hundred bytes, not exact, for cloud identifiers.
        case code([UInt8])
    }

    /// The two ways in which programs show a picture with a colour profile.
    public enum Rendering: String, Sendable, Hashable, Codable, CaseIterable {
        /// The colours are converted to sRGB by the profile. It is the only rendering of a picture without a profile.
        case converted
        /// The coded values count as sRGB, as if there were no profile.
        case unconverted
    }

    /// The forms of the small picture of ``Rendering/unconverted``.
    public enum Unconverted: Hashable, Sendable {
        /// 64×64 luma levels as those of ``Picture/thumbnail(_:)``, and their hash.
        case thumbnail([UInt8], hash: PerceptualHash)
        /// The code of the difference from a picture that is a ``Picture/code(_:)``, for cloud identifiers.
        case difference([UInt8])
    }

    /// Creates a signature.
    public init(
        version: Int = ContentSignature.currentVersion, hash: PerceptualHash, quality: Int, picture: Picture,
        size: PixelSize, unconverted: Unconverted? = nil
    ) {
        self.version = version
        self.hash = hash
        self.quality = quality
        self.picture = picture
        self.size = size
        self.unconverted = unconverted
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

    /// The same signature with other pictures.
    public func with(_ picture: Picture, unconverted: Unconverted? = nil) -> ContentSignature {
        ContentSignature(
            version: version, hash: hash, quality: quality, picture: picture, size: size, unconverted: unconverted)
    }
}
