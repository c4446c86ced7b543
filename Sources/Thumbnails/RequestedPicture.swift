internal import ImageDecoding
internal import Originals

/// A rendition that is requested of a ``ThumbnailLoader``.
struct RequestedPicture: Hashable {
    let key: ThumbnailCache.Key
    /// Whether the file may be fetched over the network.
    let policy: FetchPolicy
    /// Whether a JPEG is requested; otherwise pixels, which are not encoded before they are given.
    let isEncoded: Bool
}

extension Rendition {
    /// Whether the cache keeps this rendition for requests of pixels: it has one rendition for each number of pixels.
    var isKept: Bool { self == .thumbnail || self == .preview }
}
