/// One comparison of two pictures as displayed: how their thumbnails differ, and whether a copy may differ so much.
///
/// Thumbnails are smoothed before (``ComparedPicture``); the cells at the edge are left out. The differences are those that
/// remain when the part that the fitted movement explains is removed. Blocks are aligned: 32×32 of 2×2, 16×16 of 4×4
/// cells. All measures are zero or greater, and the same when the two pictures are exchanged. Where signatures cannot be
/// compared (another version, no picture) they are infinite.
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
    /// The root of the mean square of what a change of brightness and contrast explains, in levels.
    ///
    /// Edits of light may leave the mean as it is.
    public let tone: Double
    /// The greatest fitted displacement anywhere in the frame, across or down, as a part of the frame.
    public let displacement: Double
    /// The same in pixels of the smaller picture.
    public let displacementPixels: Double
    /// The greatest absolute mean, in a 2×2 block, of what neither moving nor tone explains, in levels.
    public let residual2x2: Double
    /// The greatest ratio, in a 4×4 block, of the mean magnitude of what neither moving nor tone explains to the mean
    /// slope plus ``noiseFloor``: roughly by how many cells something has moved on its own.
    public let gradientNormalised4x4: Double
    /// How much both have in common that moving would show: the smaller eigenvalue of the structure tensor of their mean,
    /// without what a change of tone explains, in squared levels for each squared cell.
    ///
    /// Near 0 for a plain area, a gradient, or stripes.
    public let structure: Double
    /// Whether the pictures have the same shape, within one pixel of the smaller.
    public let aspectAgrees: Bool
    /// The greater of the two aspect ratios, width to height, divided by the lesser: 1 for pictures of the same shape.
    public let aspectRatio: Double
    /// What the measures are compared with.
    ///
    /// Wider than those that were asked for if a picture was quantised, narrower for pictures of equal size.
    public let limits: VerificationLimits

    /// Added to the local slope, in levels for each cell, so that coding noise in smooth areas is no difference.
    ///
    /// JPEG at quality 30 leaves up to about 2 levels in a 4×4 block of a smooth area.
    public static let noiseFloor: Double = 2

    /// Whether the two may be the same shot: nothing exceeds its limit times `slack`, and the shapes agree.
    ///
    /// Displacement gets a quarter of the slack: at twice the limits it may be 1.25 times its own.
    public func passes(slack: Double = 1) -> Bool {
        aspectAgrees && Measure.allCases.allSatisfy { ratio(of: $0) <= slack }
    }

    /// Whether the two are too alike for another to be chosen with certainty: they pass at twice the limits.
    public var isCompatible: Bool { passes(slack: 2) }

    /// Whether the two are so different that a person sees at once that they are not the same shot: one aspect ratio is
    /// more than ``plainAspectRatio`` times the other, or the brightness of the whole picture differs by more than
    /// ``plainMean`` levels.
    ///
    /// False where nothing is known of one of the pictures.
    public var isPlainlyDifferent: Bool {
        rms.isFinite && (aspectRatio > Self.plainAspectRatio || mean > Self.plainMean)
    }

    /// A re-encoded or scaled copy keeps its shape within a pixel; between the shapes of cameras, 4:3 and 3:2, are 12 %.
    public static let plainAspectRatio: Double = 1.1
    /// A middle gray of 118 levels that is lit one stop more has 160, two stops more 215: no light edit of a whole picture.
    public static let plainMean: Double = 80

    /// Whether passing says that the two are the same shot: there is enough to be seen that another frame would show.
    public var isConclusive: Bool { structure >= limits.structure }

    /// How alike the two are, for ranking: 1 identical, at least 1/2 when they pass, at least 1/3 when compatible.
    ///
    /// `1 / (1 + r)` with `r` the greatest ratio of a measure to its limit; at most 0.49 when it is not conclusive, 0 when
    /// the shapes do not agree.
    public var score: Double {
        guard aspectAgrees else { return 0 }
        let score = 1 / (1 + Measure.allCases.reduce(0) { max($0, ratio(of: $1)) })
        return isConclusive ? score : min(score, 0.49)
    }
}
