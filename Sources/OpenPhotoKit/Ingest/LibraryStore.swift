internal import Foundation
internal import PhotoCatalog

/// The parts of a library that the ingest engine needs.
struct LibraryStore: Sendable {
    /// The folder with the files.
    let folder: LibraryFolder
    /// The catalogue in which assets are recorded.
    ///
    /// A rebuild fills a new one.
    let catalog: PhotoCatalog
    /// The library's own identifier.
    ///
    /// Local identifiers are computed from it and from the bytes of the originals.
    let libraryID: UUID
}
