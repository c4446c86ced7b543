package import Foundation
package import ImageDecoding
internal import Originals
internal import PhotoModel

/// A rendition of a photo.
package enum RenderedPicture: Sendable {
    /// A JPEG, from the cache or because one was requested.
    case jpeg(Data)
    /// The pixels of a rendition that was just made.
    case pixels(PixelBuffer)
}

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
