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
        var asset: String
        /// `nil` if the photo was not decoded, because the catalogue already has it.
        let facts: FileFacts?
        let nameBytes: [UInt8]
        /// Whether the file is the video of a Live Photo, of which only sidecars may have the name.
        var isPairedVideo: Bool
    }

    /// A file of an asset, to which another file may belong.
    private typealias Candidate = (asset: String, facts: FileFacts, isPairedVideo: Bool)

    private let catalog: PhotoCatalog
    private var recent: [Photo] = []
    private var livePhotos = LivePhotoMatcher()
    /// The last original that another photo library stated, whose other files follow it.
    private var lastStated: (original: FilePath, asset: String)?

    init(_ catalog: PhotoCatalog) { self.catalog = catalog }

    /// The photo that a file belongs to, and the kind of resource that the file is.
    ///
    /// `nil` if there is no such photo or more than one.
    func attachment(of candidate: IngestCandidate) throws -> Attachment? {
        let file = FileFacts(candidate)
        // Apple's Photos states which files belong to a photo; a video that it lists by itself follows the common rule.
        let isStatedPart = candidate.stated.map { $0.library == .applePhotos && $0.kind != .original } ?? false
        if !isStatedPart,
            let picture = try livePhotos.picture(for: candidate.file, in: catalog)
        {
            return Attachment(to: picture, as: CompanionRules.kind(ofLiveVideo: file))
        }
        if let stated = candidate.stated, !candidate.mayBelongToStated {
            guard let attachment = try attachment(stated) else { return nil }
            return try candidate.isStatedByName && isOfAnotherLivePhoto(file, than: attachment) ? nil : attachment
        }
        guard file.mayBelong else { return nil }
        let folder = candidate.file.source.removingLastComponent()
        var photos = try photos(named: file.name, in: folder)
        if let sidecar = file.sidecar, sidecar.isOfVersion(named: file.name), let names = sidecar.names {
            photos += try self.photos(named: SourceName(names), in: folder)
        }
        if let named = file.sidecar?.photoExtension, file.name.subject == nil {
            let stated = photos.filter { $0.facts.hasExtension(named) }
            if !stated.isEmpty { photos = stated }
        }
        let found = Set(
            photos.filter { file.sidecar != nil || !$0.isPairedVideo }.compactMap { asset, photo, _ in
                CompanionRules.kind(of: file, beside: photo, isOnlyPhoto: isOnly(photo, among: photos)).map {
                    Attachment(to: asset, as: $0)
                }
            })
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

    /// Whether a video states another content identifier than the photo beside which a service stores it.
    private func isOfAnotherLivePhoto(_ file: FileFacts, than attachment: Attachment) throws -> Bool {
        guard let identifier = file.metadata.contentIdentifier, attachment.kind == .pairedVideo else { return false }
        let asset = attachment.localIdentifier
        let photos = try livePhotos.contentIdentifier(of: asset) ?? catalog.contentIdentifier(of: asset)
        return photos.map { $0 != identifier } ?? false
    }

    /// Whether the photo is the only candidate for the common stem.
    ///
    /// A video is a candidate only if there is no photo.
    private func isOnly(_ photo: FileFacts, among candidates: [Candidate]) -> Bool {
        let photos = Set(candidates.filter(\.facts.isPhoto).map(\.asset))
        return photo.isPhoto ? photos.count == 1 : photos.isEmpty && Set(candidates.map(\.asset)).count == 1
    }

    /// Remembers a classified file if other files may belong to it.
    ///
    /// - Returns: The number of videos of this import that become files of this picture, although they were read before
    ///   it and counted as assets.
    @discardableResult
    mutating func note(_ candidate: IngestCandidate) -> Int {
        let insertion = candidate.insertion
        if case .deleted = insertion.disposition { return 0 }
        let joined = candidate.isDecoded ? livePhotos.note(insertion) : 0
        noteRecent(candidate)
        return joined
    }

    /// Forgets what the catalogue knows after a commit.
    ///
    /// - Parameter pairs: The videos that became files of pictures; their assets no longer exist.
    mutating func noteCommit(joining pairs: [LivePhotoPair]) {
        livePhotos.forget()
        for pair in pairs {
            for index in recent.indices where recent[index].asset == pair.video {
                recent[index].asset = pair.picture
                recent[index].isPairedVideo = true
            }
            if let stated = lastStated, stated.asset == pair.video { lastStated = (stated.original, pair.picture) }
        }
    }

    private mutating func noteRecent(_ candidate: IngestCandidate) {
        let insertion = candidate.insertion
        if let stated = candidate.stated {
            guard stated.kind == .original else { return }
            lastStated = (stated.original, insertion.asset)
        }
        let facts = candidate.isDecoded ? FileFacts(candidate) : nil
        let isPairedVideo = insertion.attachment?.kind == .pairedVideo
        guard facts?.mayHaveSidecars != false, insertion.attachment == nil || isPairedVideo else { return }
        if recent.count >= Self.memory { recent.removeFirst(Self.memory / 2) }
        let path = candidate.file.source
        recent.append(
            Photo(
                folder: path.removingLastComponent(), asset: insertion.asset, facts: facts, nameBytes: path.nameBytes,
                isPairedVideo: isPairedVideo))
    }

    /// The photos of the folder that have the name's stem, and the videos of Live Photos that have it.
    private func photos(named wanted: SourceName, in folder: FilePath) throws -> [Candidate] {
        var photos: [Candidate] = try catalog.assetsRead(from: folder, stem: wanted.photoStem).map { read in
            (read.asset.localIdentifier, FileFacts(read), read.kind == .pairedVideo)
        }
        for photo in recent.reversed() where photo.folder == folder {
            let name = SourceName(photo.nameBytes)
            guard name.stem == wanted.stem, name.number == wanted.number else { continue }
            if let facts = photo.facts {
                photos.append((photo.asset, facts, photo.isPairedVideo))
            } else if let asset = try catalog.assets([photo.asset])[photo.asset] {
                photos.append((photo.asset, FileFacts(asset, nameBytes: photo.nameBytes), false))
            }
        }
        return photos.filter(\.facts.mayHaveSidecars)
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

    fileprivate init(_ read: ReadAsset) {
        let name = FilePath(root: nil, [read.name]).bytes
        if read.kind == .pairedVideo {
            self.init(nameBytes: name, format: .video, metadata: read.asset.metadata)
        } else {
            self.init(read.asset, nameBytes: name)
        }
    }

    fileprivate init(_ asset: Asset, nameBytes: [UInt8]) {
        self.init(nameBytes: nameBytes, format: asset.original?.format ?? .unknown, metadata: asset.metadata)
    }
}
