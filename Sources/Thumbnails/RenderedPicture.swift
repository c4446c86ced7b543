package import Foundation
package import ImageDecoding

/// A rendition of a photo.
package enum RenderedPicture: Sendable {
    /// A JPEG, from the cache or because one was requested.
    case jpeg(Data)
    /// The pixels of a rendition that was just made.
    case pixels(PixelBuffer)
}
