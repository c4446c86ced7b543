package import ImageDecoding
package import PhotoModel

extension Rendition {
    /// A rendition that the cache of thumbnails keeps.
    package init(_ kept: KeptRendition) {
        self =
            switch kept {
            case .thumbnail: .thumbnail
            case .preview: .preview
            }
    }

    /// The name of this rendition if the cache of thumbnails keeps it.
    ///
    /// The cache has one rendition for each number of pixels.
    package var kept: KeptRendition? { KeptRendition.allCases.first { Rendition($0) == self } }
}
