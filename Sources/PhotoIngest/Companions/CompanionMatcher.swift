internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// Finds the photo that a file belongs to, among the photos that were read from the same folder.
///
/// The walk visits the files of one shot one after the other, so it is enough to remember the last photos. Photos of
/// earlier imports are in the catalogue.
struct CompanionMatcher: Sendable {
    /// The number of recent files to remember, because the catalogue may not have them yet.
    static let memory = 64

    private struct Photo {
        let folder: FilePath
        let asset: String
        /// `nil` if the photo was not decoded, because the catalogue already has it.
        let facts: FileFacts?
        let nameBytes: [UInt8]
    }

    private let catalog: PhotoCatalog
    private var recent: [Photo] = []
    /// The last original that another photo library stated, whose other files follow it.
    private var lastStated: (original: FilePath, asset: String)?

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// The photo that a file belongs to, and the kind of resource that the file is.
    ///
    /// `nil` if there is no such photo or more than one.
    func attachment(of candidate: IngestCandidate) throws -> Attachment? {
        if let stated = candidate.stated, !candidate.mayBelongToStated { return try attachment(stated) }
        let file = FileFacts(candidate)
        guard file.mayBelong else { return nil }
        let folder = candidate.file.source.removingLastComponent()
        var photos = try photos(named: file.name, in: folder)
        if let sidecar = file.sidecar, sidecar.isOfVersion(named: file.name), let names = sidecar.names {
            try photos.merge(self.photos(named: SourceName(names), in: folder)) { one, _ in one }
        }
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

    /// The photo that a file belongs to as another photo library states.
    private func attachment(_ stated: StatedFile) throws -> Attachment? {
        guard stated.kind != .original else { return nil }
        let asset =
            if let lastStated, lastStated.original == stated.original { lastStated.asset } else {
                try catalog.files(importedFrom: [stated.original])[stated.original]?.asset
            }
        return asset.map { Attachment(to: $0, as: stated.kind) }
    }

    /// Whether the photo is the only candidate for the common stem.
    ///
    /// A video is a candidate only if there is no photo.
    private func isOnly(_ photo: FileFacts, among candidates: [String: FileFacts]) -> Bool {
        let photoCount = candidates.values.count(where: \.isPhoto)
        return photo.isPhoto ? photoCount == 1 : photoCount == 0 && candidates.count == 1
    }

    /// Remembers a classified file if other files may belong to it.
    mutating func note(_ candidate: IngestCandidate) {
        let insertion = candidate.insertion
        if case .deleted = insertion.disposition { return }
        if let stated = candidate.stated {
            guard stated.kind == .original else { return }
            lastStated = (stated.original, insertion.asset)
        }
        let facts = candidate.isDecoded ? FileFacts(candidate) : nil
        guard facts?.mayHaveSidecars != false, insertion.attachment == nil else { return }
        note(candidate.file.source, insertion.asset, facts)
    }

    private mutating func note(_ path: FilePath, _ asset: String, _ facts: FileFacts?) {
        if recent.count >= Self.memory { recent.removeFirst(Self.memory / 2) }
        recent.append(
            Photo(folder: path.removingLastComponent(), asset: asset, facts: facts, nameBytes: path.nameBytes))
    }

    /// The photos of the folder that have the name's stem, by local identifier.
    private func photos(named wanted: SourceName, in folder: FilePath) throws -> [String: FileFacts] {
        var photos: [String: FileFacts] = [:]
        for (name, asset) in try catalog.assetsRead(from: folder, stem: wanted.photoStem) {
            let facts = FileFacts(asset, nameBytes: FilePath(root: nil, [name]).bytes)
            if facts.mayHaveSidecars { photos[asset.localIdentifier] = facts }
        }
        // A photo is read before its other files. If the catalogue has all of them, they have the same asset, and the name
        // of the photo counts.
        for photo in recent.reversed() where photo.folder == folder {
            let name = SourceName(photo.nameBytes)
            guard name.stem == wanted.stem, name.number == wanted.number else { continue }
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

extension IngestCandidate {
    /// Whether the rules may attach a file that another photo library states as a photo of its own.
    ///
    /// The services list the raw file of a pair and the video of a live photo separately.
    fileprivate var mayBelongToStated: Bool {
        guard let stated, stated.kind == .original, stated.library != .applePhotos else { return false }
        return file.format == .raw || file.format == .video
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
