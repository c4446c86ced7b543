package import Foundation
package import Originals
package import PhotoCatalog

/// What ingest, matching and maintenance need of a library.
package struct LibraryContext: Sendable {
    /// The library's folder.
    package let folder: LibraryFolder
    /// Where the assets are recorded; a rebuild fills a new one.
    package let catalog: PhotoCatalog
    /// The library's own identifier: local identifiers are made of it and of the originals' bytes.
    package let libraryID: UUID

    /// Where the bytes of the assets' files are, for the owner.
    package let originals: LibraryOriginals

    package init(
        folder: LibraryFolder, catalog: PhotoCatalog, libraryID: UUID, originals: LibraryOriginals
    ) {
        self.folder = folder
        self.catalog = catalog
        self.libraryID = libraryID
        self.originals = originals
    }
}
