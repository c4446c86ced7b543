/// A part of a picture, as fractions of its displayed width and height: 0 to 1 from the left and from the top.
public struct PictureRectangle: Sendable, Hashable, Codable {
    /// The left side.
    public let x: Double
    /// The upper side.
    public let y: Double
    /// The width, above 0.
    public let width: Double
    /// The height, above 0.
    public let height: Double

    /// The whole picture.
    public static let whole: PictureRectangle = PictureRectangle(x: 0, y: 0, width: 1, height: 1)

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether each side is within 1 % of the picture's side.
    public var isNearlyWhole: Bool { min(width, height) >= 0.99 }
}

/// An asset whose picture, or a part of it, the requested picture shows: cropped, mirrored or with a border.
///
/// It is a hint for a person. It is never evidence that an asset is the requested photo.
public struct PartialMatch: Sendable, Hashable, Codable {
    /// The asset.
    public let localIdentifier: String
    /// Whether the picture is the asset's edited picture, not its original.
    public let isEdited: Bool
    /// The correlation of the fine detail of both pictures in the common part: 0.85 to 1 (identical up to brightness
    /// and contrast).
    public let score: Double
    /// Whether the requested picture shows the asset mirrored left to right.
    public let isMirrored: Bool
    /// The part of the asset's picture that the requested picture shows.
    public let part: PictureRectangle
    /// The part of the requested picture that shows it.
    ///
    /// The rest is a border, bars or something else.
    public let requestedPart: PictureRectangle
    /// Whether the user decided that the requested picture is another photo.
    public package(set) var isDecidedOther: Bool

    package init(
        localIdentifier: String, isEdited: Bool, score: Double, isMirrored: Bool, part: PictureRectangle,
        requestedPart: PictureRectangle, isDecidedOther: Bool = false
    ) {
        self.localIdentifier = localIdentifier
        self.isEdited = isEdited
        self.score = score
        self.isMirrored = isMirrored
        self.part = part
        self.requestedPart = requestedPart
        self.isDecidedOther = isDecidedOther
    }

    /// Whether the requested picture has something around the asset's picture, like a border or bars.
    public var hasBorder: Bool { !requestedPart.isNearlyWhole }

    /// Whether the requested picture shows the whole photo, neither mirrored nor with a border.
    package var isOfWholePictures: Bool { part.isNearlyWhole && !hasBorder && !isMirrored }

    /// How the requested picture shows the asset, as a sentence for the user.
    public var explanation: String {
        if isOfWholePictures { return "The file shows the whole photo, but changed, for example in its light." }
        let manner = [isMirrored ? "mirrored" : nil, hasBorder ? "with a border or bars" : nil].compactMap { $0 }
            .joined(separator: " and ")
        let what =
            part.isNearlyWhole
            ? "the whole photo"
            : "a part of this photo, \(Self.percent(part.width)) of its width and \(Self.percent(part.height)) of its height"
        return "The file shows \(what)\(manner.isEmpty ? "" : ", \(manner)")."
    }

    private static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded())) %" }
}
