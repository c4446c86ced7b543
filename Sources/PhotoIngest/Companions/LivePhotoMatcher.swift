internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Finds the picture of a Live Photo's video by the content identifier that both files state.
///
/// The names and the folders of the files do not matter. The catalogue does not have the files of the present batch
/// yet, nor any file of a dry run, so these are remembered.
struct LivePhotoMatcher: Sendable {
    /// The pictures and the separate videos, by content identifier, in the order in which they were read.
    private var parts: [String: [LivePhotoPart]] = [:]
    /// The assets that got a paired video.
    private var withVideo: Set<String> = []

    /// The asset of the picture that belongs to a video; `nil` if no such picture was read yet.
    ///
    /// The catalogue joins a video whose picture is read later.
    func picture(for file: AnalysedFile, in catalog: PhotoCatalog) throws -> String? {
        guard file.format == .video, let identifier = file.metadata.contentIdentifier else { return nil }
        let known = try catalog.livePhotoParts(withContentIdentifier: identifier) + parts[identifier, default: []]
        let pictures = known.filter { !$0.isVideo }.map(updated)
        return LivePhotoPairing.picture(for: LivePhotoPart(file, asset: ""), among: pictures)?.asset
    }

    private func updated(_ picture: LivePhotoPart) -> LivePhotoPart {
        var picture = picture
        picture.hasVideo = picture.hasVideo || withVideo.contains(picture.asset)
        return picture
    }

    /// The content identifier of a picture that the catalogue does not have yet.
    func contentIdentifier(of asset: String) -> String? {
        parts.first { $0.value.contains { $0.asset == asset } }?.key
    }

    /// Remembers a classified file.
    ///
    /// - Returns: The number of remembered videos that the catalogue will join to this picture.
    @discardableResult
    mutating func note(_ insertion: ResourceInsertion) -> Int {
        if case .attached(let asset, .pairedVideo) = insertion.disposition { withVideo.insert(asset) }
        guard insertion.disposition == .new, let identifier = insertion.file.metadata.contentIdentifier,
            LivePhotoPairing.isIdentifier(identifier)
        else { return 0 }
        var known = parts[identifier, default: []] + [LivePhotoPart(insertion.file, asset: insertion.localIdentifier)]
        defer { parts[identifier] = known }
        guard insertion.file.format != .video else { return 0 }
        let pairs = LivePhotoPairing.pairs(known.map(updated))
        known.removeAll { part in pairs.contains { $0.video == part.asset } }
        withVideo.formUnion(pairs.map(\.picture))
        return pairs.count
    }

    /// Forgets the files, which the catalogue has now.
    mutating func forget() { self = LivePhotoMatcher() }
}

extension LivePhotoPart {
    fileprivate init(_ file: AnalysedFile, asset: String) {
        self.init(
            asset: asset, isVideo: file.format == .video, duration: file.metadata.duration, hasVideo: false,
            paths: [file.source])
    }
}
