public import Foundation

/// A condition on assets.
///
/// The catalogue evaluates it.
///
/// Conditions are combined with ``and(_:)``, ``or(_:)`` and ``not(_:)``. An asset without a value for a condition
/// does not match the condition, so it matches the negation.
public indirect enum AssetFilter: Sendable, Hashable, Codable {
    /// Every asset.
    case all
    /// Assets of this media type.
    case mediaType(Asset.MediaType)
    /// Assets of at least one of these media subtypes.
    case subtypes(anyOf: MediaSubtypes)
    /// Assets whose original, or a file of the same photo in another format, has this format.
    case hasFormat(ImageFormat)
    /// Favourites.
    case isFavorite
    /// Hidden assets.
    ///
    /// Only a query that includes hidden assets finds them.
    case isHidden
    /// Assets captured at or after the first time and before the second, on the camera's clock.
    ///
    /// The times are `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or longer, and are compared as texts. `nil` means no bound.
    case captured(from: String?, before: String?)
    /// Assets captured from the first time to the second, both included. Whole capture times are compared as texts.
    case capturedWithin(CaptureTime, CaptureTime)
    /// Assets captured at or after the first instant and before the second; `nil` means no bound.
    ///
    /// The instant is ``Asset/creationDate``: a time without a stated offset counts as a time in this process's time
    /// zone.
    case created(from: Date?, before: Date?)
    /// Assets added at or after the first date and before the second; `nil` means no bound.
    case added(from: Date?, before: Date?)
    /// Assets that the owner last changed at or after the first date and before the second; `nil` means no bound.
    case modified(from: Date?, before: Date?)
    /// Videos with a duration in this range of seconds, and Live Photos with such a video.
    case duration(ClosedRange<Double>)
    /// Assets whose displayed picture has a width in this range of pixels.
    case width(ClosedRange<Int>)
    /// Assets whose displayed picture has a height in this range of pixels.
    case height(ClosedRange<Int>)
    /// Assets with a place.
    case hasLocation
    /// Assets within this distance in metres from the place, on a sphere.
    case near(ImageMetadata.Location, metres: Double)
    /// Frames of any burst.
    case isInBurst
    /// Frames of the burst with this identifier.
    case burst(String)
    /// Assets of the album with this local identifier.
    case album(String)
    /// Assets with this text in make, model, lens, title, caption, keywords, or a file name of the original or an
    /// alternate.
    ///
    /// The search ignores case, also of non-ASCII letters (é and É, σ, ς and Σ). It does not ignore accents, and a
    /// non-ASCII letter never equals an ASCII letter. A space equals an underscore: `grand canyon` finds
    /// `grand_canyon.jpg`.
    case search(String)
    /// Assets with one of these identifiers.
    case localIdentifiers([String])
    /// Assets with an edit; see ``Asset/hasAdjustments``.
    case hasAdjustments
    /// Assets with a rating in this range; an asset without a rating has the rating 0.
    case rating(ClosedRange<Int>)
    /// Assets in one of these conditions.
    case condition(Set<PictureCondition>)
    /// Assets that match all of these; all assets if the list is empty.
    case and([AssetFilter])
    /// Assets that match at least one of these; no asset if the list is empty.
    case or([AssetFilter])
    /// Assets that do not match this.
    case not(AssetFilter)
}
