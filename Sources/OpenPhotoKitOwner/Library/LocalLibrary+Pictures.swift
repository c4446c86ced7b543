internal import Foundation
internal import ImageDecoding
internal import LibraryInterface
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Thumbnails

extension LocalLibrary {
    func pictureAtHand(
        of resource: AssetResource, in asset: String, upTo best: KeptRendition
    ) throws(PhotoLibraryError) -> PictureAtHand? {
        // An app may ask with any description of a resource.
        guard let stored = try catalog.resource(of: asset, kind: resource.kind, sha256: resource.sha256) else {
            return nil
        }
        func previewPicture() -> PictureAtHand? {
            owners.originals.preview(of: stored)
                .flatMap { try? Data(contentsOf: URL(fileURLWithPath: $0.string)) }.map { .previewPicture($0) }
        }
        let cache = try? owners.thumbnailCache()
        for kept in best.withSmaller {
            let key = ThumbnailCache.Key(original: resource.sha256, rendition: Rendition(kept))
            if let jpeg = cache?.jpeg(for: key) { return .rendition(kept, jpeg) }
            // It has more pixels than a thumbnail.
            if kept == .preview, let preview = previewPicture() { return preview }
        }
        if let preview = previewPicture() { return preview }
        let levels = try catalog.signature(ofFile: resource.sha256, of: asset)?.thumbnail ?? []
        return levels.count == PictureAtHand.graySide * PictureAtHand.graySide ? .gray(Data(levels)) : nil
    }
}
