package import ImageDecoding
package import LibraryInterface

extension Rendition {
    /// The rendition that the cache of thumbnails keeps.
    package init(_ kept: KeptRendition) {
        self =
            switch kept {
            case .thumbnail: .thumbnail
            case .preview: .preview
            }
    }

    /// The name of this rendition if the cache of thumbnails keeps it.
    package var kept: KeptRendition? {
        switch self {
        case .thumbnail: .thumbnail
        case .preview: .preview
        default: nil
        }
    }
}
