internal import ImageDecoding
internal import Originals

/// A rendition that is requested of a ``ThumbnailLoader``.
struct RequestedPicture: Hashable {
    let key: ThumbnailCache.Key
    /// Whether the file may be fetched over the network.
    let policy: FetchPolicy
    /// Whether the file may come from a remote store.
    let mayWaitForStore: Bool
    /// Whether a JPEG is requested; otherwise pixels, which are not encoded before they are given.
    let isEncoded: Bool
}
