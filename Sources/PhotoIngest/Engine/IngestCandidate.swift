internal import AssetLoading
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// A file that was read and may become part of the library.
///
/// Every source makes candidates. The classifier decides what they are to the library, the placer chooses their paths,
/// and the committer makes them resources of assets.
struct IngestCandidate: Sendable {
    /// The result of reading the file.
    enum Content: Sendable {
        /// A photo, a video or a file of an unknown kind.
        case decoded(warnings: [PhotoAnalysis.Warning])
        /// The metadata of a photo that another program wrote.
        case sidecar(Sidecar)
        /// The file was not decoded, because the library had exactly these bytes when it was read.
        case notDecoded
    }

    /// The data that the catalogue will record.
    var insertion: ResourceInsertion
    let content: Content
    /// The copy of the bytes that will be moved into the library's folder; `nil` if the file stays at its path.
    let copy: LoadedFile?
    /// What another photo library states about the file.
    private(set) var stated: StatedFile?
    /// The number of videos that were read before this picture and become its paired videos.
    var joinedVideos = 0

    var file: AnalysedFile { insertion.file }

    /// The content of the file, if it is a sidecar.
    var sidecar: Sidecar? { if case .sidecar(let sidecar) = content { sidecar } else { nil } }

    /// Takes over what another photo library states about the file.
    mutating func take(_ stated: StatedFile) {
        // Google's export states by its name only that a video belongs to a photo.
        if stated.library == .googlePhotos, stated.kind == .pairedVideo,
            let duration = file.metadata.duration, duration > LivePhotoPairing.longestVideo
        {
            return
        }
        self.stated = stated
        insertion.originalFilename = stated.name.lastComponent
        insertion.description = stated.description
    }

    /// Whether another photo library states by the file's name only to which photo it belongs.
    ///
    /// Google numbers the picture and the video of a Live Photo separately, so that another video may have the name.
    var isStatedByName: Bool { stated?.library == .googlePhotos && stated?.kind == .pairedVideo }

    /// Whether the file can only be a part of another photo.
    var isOnlyPart: Bool { stated.map { $0.kind != .original && !isStatedByName } ?? (sidecar != nil) }

    /// Whether the file was decoded.
    ///
    /// Only a decoded file can become a resource.
    var isDecoded: Bool { if case .notDecoded = content { false } else { true } }
}

extension IngestCandidate {
    /// A candidate for a file that was read, with the local identifier that a new asset of its bytes would have.
    ///
    /// - Parameter copy: The loaded bytes, if they will be stored; otherwise `nil`, because the bytes of waiting files
    ///   would use too much memory.
    init(_ file: AnalysedFile, _ content: Content, copy: LoadedFile? = nil, in library: LibraryContext) throws {
        insertion = ResourceInsertion(
            file, localIdentifier: try LocalIdentifier.make(for: file.sha256, in: library.libraryID), path: file.source,
            isReference: false)
        self.content = content
        self.copy = copy
    }

    init(_ analysis: PhotoAnalysis, copy: LoadedFile?, in library: LibraryContext) throws {
        try self.init(analysis.file, .decoded(warnings: analysis.warnings), copy: copy, in: library)
    }

    /// A candidate for a sidecar.
    init(_ sidecar: Sidecar, _ loaded: LoadedFile, copy: LoadedFile?, in library: LibraryContext) throws {
        // The first version is the photo's own.
        let isOfVersion = sidecar.isOfVersion(named: SourceName(loaded.source.nameBytes))
        let metadata = isOfVersion ? ImageMetadata() : sidecar.metadata
        try self.init(AnalysedFile(loaded, metadata: metadata), .sidecar(sidecar), copy: copy, in: library)
        insertion.isFavorite = sidecar.isFavorite
        insertion.isHidden = sidecar.isHidden
        insertion.description = sidecar.description
        insertion.albums = sidecar.albums.map { DestinationAlbum(folder: nil, title: $0.title, in: $0.folders) }
    }
}

extension AnalysedFile {
    /// A candidate for a file whose bytes were not decoded.
    init(_ loaded: LoadedFile, metadata: ImageMetadata = ImageMetadata()) {
        self.init(
            source: loaded.source, identity: loaded.sourceIdentity, sha256: loaded.sha256, bytes: loaded.size,
            metadata: metadata)
    }
}
