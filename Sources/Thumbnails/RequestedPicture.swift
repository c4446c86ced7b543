internal import ImageDecoding
internal import Originals
internal import PhotoModel

/// A rendition that is requested of a ``ThumbnailLoader``.
struct RequestedPicture: Hashable {
    let key: ThumbnailCache.Key
    /// Whether the file may be fetched over the network.
    let policy: FetchPolicy
    /// Whether the file may come from a remote store.
    let mayWaitForStore: Bool
    /// Whether a JPEG is requested; otherwise pixels, which are not encoded before they are given.
    let isEncoded: Bool
    /// Whether the preview of a file that is elsewhere has all pixels of the rendition.
    let fitsPreview: Bool

    /// Whether the preview of a file that is elsewhere is given instead of the picture in the file.
    ///
    /// A page, which asks for JPEGs, shows a smaller picture if the file may not be fetched. An app gets an error.
    var isServedByPreview: Bool {
        guard key.rendition.part == nil else { return false }
        return fitsPreview || isEncoded && policy == .local
    }
}
