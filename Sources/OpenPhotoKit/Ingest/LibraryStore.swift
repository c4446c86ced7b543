internal import Foundation
internal import PhotoCatalog

/// What the ingest engine needs of a library.
struct LibraryStore: Sendable {
    /// Where the files are.
    let folder: LibraryFolder
    /// Where the assets are recorded; a rebuild fills a new one.
    let catalog: PhotoCatalog
    /// The library's own identifier: local identifiers are made of it and of the originals' bytes.
    let libraryID: UUID
}
