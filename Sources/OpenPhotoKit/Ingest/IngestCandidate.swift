internal import AssetLoading
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// A file that was read and may become part of the library.
///
/// Every source makes these; the classifier says what they are to the library, the placer gives them places, the
/// committer makes them resources of assets.
struct IngestCandidate: Sendable {
    /// What reading the file found.
    enum Content: Sendable {
        /// A photo, a video or a file of an unknown kind.
        case decoded(warnings: [ImportItem.Warning])
        /// What another program wrote about a photo.
        case sidecar(Sidecar)
        /// The library had exactly these bytes when they were read: they were not decoded.
        case notDecoded
    }

    /// What the catalogue is to record.
    var insertion: ResourceInsertion
    let content: Content
    /// The copy of the bytes that is to get a place in the library's folder; `nil` if they stay where they are.
    let copy: LoadedFile?

    var file: AnalysedFile { insertion.file }

    /// The metadata of another file's photo, if the file is a sidecar.
    var sidecar: Sidecar? { if case .sidecar(let sidecar) = content { sidecar } else { nil } }

    /// Whether the file can become a resource: what was not decoded is not known well enough.
    var isDecoded: Bool { if case .notDecoded = content { false } else { true } }
}

extension IngestCandidate {
    /// A file that was read; its local identifier is that of a new asset of its bytes.
    ///
    /// - Parameter copy: The loaded bytes, if they are to be stored. If not they are let go: in memory they would add
    ///   up while files wait for their turn.
    init(_ file: AnalysedFile, _ content: Content, copy: LoadedFile? = nil, in store: LibraryStore) throws {
        insertion = ResourceInsertion(
            file, localIdentifier: try LocalIdentifier.make(for: file.sha256, in: store.libraryID), path: file.source,
            isReference: false)
        self.content = content
        self.copy = copy
    }

    init(_ analysis: PhotoAnalysis, copy: LoadedFile?, in store: LibraryStore) throws {
        try self.init(analysis.file, .decoded(warnings: analysis.warnings), copy: copy, in: store)
    }

    /// A file that tells of a photo.
    init(_ sidecar: Sidecar, _ loaded: LoadedFile, copy: LoadedFile?, in store: LibraryStore) throws {
        try self.init(AnalysedFile(loaded, metadata: sidecar.metadata), .sidecar(sidecar), copy: copy, in: store)
        insertion.isFavorite = sidecar.isFavorite
        insertion.albums = sidecar.albums.map { AlbumPlace(folder: nil, title: $0) }
    }
}

extension AnalysedFile {
    /// A file whose bytes were not decoded.
    init(_ loaded: LoadedFile, metadata: ImageMetadata = ImageMetadata()) {
        self.init(
            source: loaded.source, identity: loaded.sourceIdentity, sha256: loaded.sha256, bytes: loaded.size,
            metadata: metadata)
    }
}

/// What came of reading one file, in the order in which the source brought it.
struct BatchEntry: Sendable {
    let path: FilePath
    let result: Result<IngestCandidate, any Error>
}
