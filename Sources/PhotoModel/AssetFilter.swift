public import Foundation

/// A condition on assets, which the catalogue answers.
///
/// Conditions are combined with ``and(_:)``, ``or(_:)`` and ``not(_:)``. An asset that lacks what a condition is about
/// does not fit it, and so fits its negation.
public indirect enum AssetFilter: Sendable, Hashable {
    /// Every asset.
    case all
    /// Of this kind of media.
    case mediaType(Asset.MediaType)
    /// Of at least one of these finer kinds.
    case subtypes(anyOf: MediaSubtypes)
    /// Marked as a favourite.
    case isFavorite
    /// Hidden by the owner.
    ///
    /// Found only by a query that includes hidden assets.
    case isHidden
    /// Captured from the first wall time on and before the second: `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or longer, compared as
    /// texts; `nil` for no bound.
    case captured(from: String?, before: String?)
    /// Captured from the first wall time on and not after the second, whole capture times compared as texts.
    case capturedWithin(CaptureTime, CaptureTime)
    /// Captured from the first instant on and before the second; `nil` for no bound.
    ///
    /// The instant is ``Asset/creationDate``: a clock without a stated offset is taken for one in this process's time zone.
    case created(from: Date?, before: Date?)
    /// Added from the first date on and before the second; `nil` for no bound.
    case added(from: Date?, before: Date?)
    /// Last changed by the owner from the first date on and before the second; `nil` for no bound.
    case modified(from: Date?, before: Date?)
    /// Films of so many seconds, and live photos, by that of their films.
    case duration(ClosedRange<Double>)
    /// As displayed, of so many pixels from left to right.
    case width(ClosedRange<Int>)
    /// As displayed, of so many pixels from top to bottom.
    case height(ClosedRange<Int>)
    /// With a place.
    case hasLocation
    /// At most so many metres from the place, on a sphere.
    case near(ImageMetadata.Location, metres: Double)
    /// A frame of any burst.
    case isInBurst
    /// A frame of the burst with this identifier.
    case burst(String)
    /// In the album with this local identifier.
    case album(String)
    /// With this text in make, model, lens, title, caption, keywords or a file name, its original's or an alternate's.
    ///
    /// Capital and small letters are alike, also beyond ASCII (é and É, σ, ς and Σ), but an accent is not left out, and
    /// no letter beyond ASCII is taken for one of ASCII. A space and a low line are alike: `grand canyon` finds
    /// `grand_canyon.jpg`.
    case search(String)
    /// One of these.
    case localIdentifiers([String])
    /// Edited, with the edit kept; see ``Asset/hasAdjustments``.
    case hasAdjustments
    /// In one of these conditions.
    case condition(Set<PictureCondition>)
    /// All of these hold; true of none.
    case and([AssetFilter])
    /// At least one of these holds; false of none.
    case or([AssetFilter])
    /// This does not hold.
    case not(AssetFilter)
}
