package import PhotoCatalog
package import PhotoInspection
internal import SystemPackage

extension CameraHousekeeping {
    /// Recognises also the small copies of videos that were imported from the card and are no longer on it.
    package init(_ catalog: PhotoCatalog) {
        // If the catalogue cannot be read, a small copy of a video is treated as a photo.
        self.init { folder, stem in ((try? catalog.assetsRead(from: folder, stem: stem)) ?? []).map(\.name) }
    }
}
