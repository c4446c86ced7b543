internal import Foundation
internal import ImageDecoding
internal import LibraryStores
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import Thumbnails

/// Renders the previews that stand for originals in stores.
final class PreviewRenderer: Sendable {
    private let catalog: PhotoCatalog
    private let originals: LibraryOriginals
    private let loader = Mutex<ThumbnailLoader?>(nil)

    private static let rendition = Rendition(side: .long, pixels: PreviewPicture.side, quality: 80)

    init(_ catalog: PhotoCatalog, _ originals: LibraryOriginals) {
        (self.catalog, self.originals) = (catalog, originals)
    }

    /// The preview of a photo's displayed picture; `nil` if it cannot be decoded, or its file is elsewhere and has
    /// none.
    ///
    /// Blocks.
    ///
    /// - Throws: The errors of reading the file.
    func preview(of localIdentifier: String) throws -> Preview? {
        guard let displayed = try catalog.assets([localIdentifier])[localIdentifier]?.displayed
        else { return nil }
        do {
            switch try sharedLoader.pictureNow(of: displayed, as: Self.rendition, .local) {
            case .jpeg(let jpeg): return Preview(sha256: displayed.sha256, jpeg: [UInt8](jpeg))
            case .pixels(let pixels):
                return Preview(sha256: displayed.sha256, jpeg: try pixels.jpeg(as: Self.rendition))
            }
        } catch let error as PhotoLibraryError
            where [.unsupportedFile, .limitExceeded, .networkAccessRequired].contains(error.code)
        {
            return nil
        }
    }

    /// Workers start when the first preview is rendered.
    private var sharedLoader: ThumbnailLoader {
        loader.withLock { loader in
            if let loader { return loader }
            let new = ThumbnailLoader(cache: nil) { [originals] in ResourceHandle($0, in: originals, $1) }
            loader = new
            return new
        }
    }
}
