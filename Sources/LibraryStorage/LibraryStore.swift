package import Foundation
package import PhotoCatalog

/// What ingest, matching and maintenance need of a library.
package struct LibraryStore: Sendable {
    /// Where the files are.
    package let folder: LibraryFolder
    /// Where the assets are recorded; a rebuild fills a new one.
    package let catalog: PhotoCatalog
    /// The library's own identifier: local identifiers are made of it and of the originals' bytes.
    package let libraryID: UUID

    package init(folder: LibraryFolder, catalog: PhotoCatalog, libraryID: UUID) {
        self.folder = folder
        self.catalog = catalog
        self.libraryID = libraryID
    }
}
