internal import PhotoModel

/// What a sidecar says of a photo.
struct ExportedWords: Sendable {
    var title: String?
    var caption: String?
    var keywords: [String] = []
    var rating: Int?
    var isFavorite = false
    var isHidden = false
    var albums: [AlbumPath] = []
    var captureTime: CaptureTime?
    var location: ImageMetadata.Location?
    var changes: [OwnXMP.Change] = []
    var burst: AssetDescription.BurstFrame?

    init() {}

    /// The owner's values, otherwise those in the photo's files.
    ///
    /// - Parameter pick: Who picked the photo to represent its burst.
    init(
        _ asset: Asset, in albums: [AlbumPath], pickedBy pick: AssetDescription.BurstFrame.Pick, withPlace: Bool
    ) {
        self.albums = albums
        title = asset.metadata.title
        caption = asset.metadata.caption
        keywords = asset.metadata.keywords
        rating = asset.metadata.rating
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        captureTime = asset.captureTime
        location = withPlace ? asset.location : nil
        burst = asset.burstIdentifier.map { AssetDescription.BurstFrame(identifier: $0, pick: pick) }
        // An import ignores a smaller difference, so a sidecar does not state it.
        var owners = AssetDescription()
        (owners.captureTime, owners.statesZone) = (captureTime, true)
        owners.place = location.map { .at($0) } ?? .none
        if owners.captureTime(insteadOf: asset.metadata.captureTime) != nil { changes.append(.time) }
        if withPlace, owners.place(insteadOf: asset.metadata.location) != .unchanged { changes.append(.place) }
    }
}
