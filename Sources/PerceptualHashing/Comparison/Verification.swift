/// The result of a comparison of two displayed pictures: how their thumbnails differ, and whether copies may differ
/// so much.
///
/// The thumbnails are smoothed first (``ComparedPicture``), and the cells at the edge are not counted. The
/// differences are those that remain after the part that the fitted movement explains is subtracted. Blocks are
/// aligned: 32×32 blocks of 2×2 cells, 16×16 blocks of 4×4 cells. All measures are zero or greater, and they stay the
/// same if the two pictures are exchanged. They are infinite if the signatures cannot be compared (another version,
/// no picture).
public struct Verification: Sendable, Hashable {
    /// The root of the mean squared difference, in levels.
    public let rms: Double
    /// The greatest difference of a cell, in levels.
    public let worstPixel: Double
    /// The greatest absolute mean difference of a 2×2 block, in levels.
    public let worst2x2: Double
    /// The greatest absolute mean difference of a 4×4 block, in levels.
    public let worst4x4: Double
    /// The absolute mean difference of the whole picture, in levels.
    public let mean: Double
    /// The root of the mean square of the part that a change of brightness and contrast explains, in levels.
    ///
    /// It is needed because a change of light can leave the mean unchanged.
    public let tone: Double
    /// The greatest fitted displacement in the frame, across or down, as a fraction of the frame.
    public let displacement: Double
    /// The greatest fitted displacement in pixels of the smaller picture.
    public let displacementPixels: Double
    /// The greatest absolute mean of a 2×2 block of the part that neither movement nor tone explains, in levels.
    public let residual2x2: Double
    /// The greatest ratio, in a 4×4 block, of the mean magnitude of the unexplained part to the mean slope plus
    /// ``noiseFloor``.
    ///
    /// It is roughly the number of cells by which a detail has moved by itself.
    public let gradientNormalised4x4: Double
    /// The root of the mean square of the part that movement explains, in levels.
    public let moved: Double
    /// The estimated movement of the content, as a fraction of the frame: a shift, a zoom or a rotation.
    ///
    /// It is the greatest of the shift of the centre and of the movement of the edge by zoom and by rotation. It is 0
    /// if the pictures do not show a movement.
    public let movement: Double
    /// The standard error of ``movement``, as a fraction of the frame: 1 if the pictures do not show a movement.
    ///
    /// It is large for a plain area, a gradient or stripes, and for pictures that differ much.
    public let movementError: Double
    /// The change of light that explains the difference best, as a fraction of the brightness.
    ///
    /// In a dark picture, an exposure by a tenth of a stop changes the levels by less than one.
    public let relativeLight: Double
    /// The root of the mean square of the part that neither movement nor tone explains, in levels.
    public let noise: Double
    /// Whether the pictures have the same shape, within one pixel of the smaller.
    public let aspectAgrees: Bool
    /// The greater of the two aspect ratios, width to height, divided by the lesser: 1 for pictures of the same shape.
    public let aspectRatio: Double
    /// The limits of the measures.
    ///
    /// They are wider than the requested limits if a picture was quantised, and narrower for pictures of equal size.
    public let limits: VerificationLimits

    /// The value that is added to the local slope, in levels for each cell, so that coding noise in smooth areas does
    /// not count.
    ///
    /// JPEG at quality 30 leaves up to about 2 levels in a 4×4 block of a smooth area.
    public static let noiseFloor: Double = 2

    /// Whether the pictures can be the same shot: no measure exceeds its limit times `slack`, and the shapes agree.
    ///
    /// A displacement gets a quarter of the additional slack: at twice the limits it may be 1.25 times its limit.
    public func passes(slack: Double = 1) -> Bool {
        aspectAgrees && Measure.allCases.allSatisfy { ratio(of: $0) <= slack }
    }

    /// Whether the pictures are too similar to choose another one with certainty: they pass at twice the limits.
    public var isCompatible: Bool { passes(slack: 2) }

    /// Whether the pictures are so different that a person sees at once that they are not the same shot.
    ///
    /// One aspect ratio is more than ``plainAspectRatio`` times the other, or the brightness of the whole picture
    /// differs by more than ``plainMean`` levels.
    ///
    /// It is false if the signatures cannot be compared.
    public var isPlainlyDifferent: Bool {
        rms.isFinite && (aspectRatio > Self.plainAspectRatio || mean > Self.plainMean)
    }

    /// The largest ratio between two aspect ratios that may still be the same photo.
    ///
    /// A re-encoded or scaled copy keeps its shape within a pixel. The camera shapes 4:3 and 3:2 differ by 12 %.
    public static let plainAspectRatio: Double = 1.1
    /// The largest difference of the mean brightness that may still be the same photo, in levels.
    ///
    /// A middle gray of 118 levels becomes 160 with one stop more light, and 215 with two stops. A minor edit of the
    /// brightness does not change the whole picture so much.
    public static let plainMean: Double = 80

    /// Whether pictures that were compared in finer cells differ more than copies do.
    ///
    /// Other frames of a camera on a tripod can pass and differ so. A person decides about them. It proves nothing
    /// about a copy that lost its profile, or that was converted from it
    /// (``ContentSignature/mayBeWithoutProfile(of:)``).
    package var differsMoreThanFineCopies: Bool {
        worst4x4 > limits.worst4x4OfFineCopies || displacement > limits.displacementOfFineCopies
    }

    /// The similarity, for sorting: 1 if identical, at least 1/2 if they pass, at least 1/3 if they are compatible.
    ///
    /// The score is `1 / (1 + r)`, where `r` is the greatest ratio of a measure to its limit. It is at most 0.49 if
    /// the comparison is not conclusive, and 0 if the shapes do not agree.
    public var score: Double { isConclusive ? agreement : min(agreement, Self.greatestDoubtfulScore) }

    /// As ``score``, but without its limit for a comparison that is not conclusive.
    package var agreement: Double {
        aspectAgrees ? 1 / (1 + Measure.allCases.reduce(0) { max($0, ratio(of: $1)) }) : 0
    }

    /// The greatest score of pictures that may be different shots although they pass.
    package static let greatestDoubtfulScore: Double = 0.49
}
