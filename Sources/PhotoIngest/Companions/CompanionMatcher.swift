internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Finds the photo that a file belongs to, among those that were read from its folder.
///
/// The walk brings the files of a shot one after the other, so the last few are enough; those of earlier imports are in
/// the catalogue.
struct CompanionMatcher: Sendable {
    /// How many files back a photo is remembered that the catalogue may not have yet.
    static let memory = 64

    private struct Photo {
        let folder: FilePath
        let asset: String
        /// `nil` if the photo was not decoded: the catalogue knows it.
        let facts: FileFacts?
        let nameBytes: [UInt8]
    }

    private let catalog: PhotoCatalog
    private var recent: [Photo] = []

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// The photo that a file belongs to and what it is to it; `nil` if there is none, or more than one.
    func attachment(of candidate: IngestCandidate) throws -> Attachment? {
        let file = FileFacts(candidate)
        guard file.mayBelong else { return nil }
        let folder = candidate.file.source.removingLastComponent()
        var photos = try photos(beside: file, in: folder)
        if file.format == .video, let identifier = file.metadata.contentIdentifier {
            for asset in try catalog.assets(withContentIdentifier: identifier) {
                photos[asset.localIdentifier] = FileFacts(asset)
            }
        }
        let found = photos.compactMap { asset, photo in
            CompanionRules.kind(of: file, beside: photo, isOnlyPhoto: isOnly(photo, among: photos)).map {
                Attachment(to: asset, as: $0)
            }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Whether nothing else could be meant by their common stem: a video is only meant where no photo is.
    private func isOnly(_ photo: FileFacts, among candidates: [String: FileFacts]) -> Bool {
        let photoCount = candidates.values.count(where: \.isPhoto)
        return photo.isPhoto ? photoCount == 1 : photoCount == 0 && candidates.count == 1
    }

    /// Remembers a file that was classified, if others may belong to it.
    mutating func note(_ candidate: IngestCandidate) {
        let insertion = candidate.insertion
        if case .deleted = insertion.disposition { return }
        let facts = candidate.isDecoded ? FileFacts(candidate) : nil
        guard facts?.mayHaveSidecars != false, insertion.attachment == nil else { return }
        note(candidate.file.source, insertion.asset, facts)
    }

    private mutating func note(_ path: FilePath, _ asset: String, _ facts: FileFacts?) {
        if recent.count >= Self.memory { recent.removeFirst(Self.memory / 2) }
        recent.append(
            Photo(folder: path.removingLastComponent(), asset: asset, facts: facts, nameBytes: path.nameBytes))
    }

    /// The photos of the folder that have the file's stem, by their assets.
    private func photos(beside file: FileFacts, in folder: FilePath) throws -> [String: FileFacts] {
        var photos: [String: FileFacts] = [:]
        for (name, asset) in try catalog.assetsRead(from: folder, stem: file.name.photoStem) {
            let facts = FileFacts(asset, nameBytes: FilePath(root: nil, [name]).bytes)
            if facts.mayHaveSidecars { photos[asset.localIdentifier] = facts }
        }
        for photo in recent where photo.folder == folder {
            let name = SourceName(photo.nameBytes)
            guard name.stem == file.name.stem, name.number == file.name.number else { continue }
            if let facts = photo.facts {
                photos[photo.asset] = facts
            } else if let asset = try catalog.assets([photo.asset])[photo.asset] {
                let facts = FileFacts(asset, nameBytes: photo.nameBytes)
                if facts.mayHaveSidecars { photos[photo.asset] = facts }
            }
        }
        return photos
    }
}

extension FileFacts {
    fileprivate init(_ candidate: IngestCandidate) {
        let file = candidate.file
        self.init(
            nameBytes: file.source.nameBytes, format: file.format, metadata: file.metadata,
            sidecar: candidate.sidecar)
    }

    fileprivate init(_ asset: Asset, nameBytes: [UInt8]? = nil) {
        let original = asset.original
        let name = original?.originalFilename.map { FilePath(root: nil, [$0]).bytes }
        self.init(
            nameBytes: nameBytes ?? name ?? [], format: original?.format ?? .unknown, metadata: asset.metadata)
    }
}
