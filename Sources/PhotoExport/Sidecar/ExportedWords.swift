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

    init() {}

    /// The owner's values, otherwise those in the photo's files.
    init(_ asset: Asset, in albums: [AlbumPath], withPlace: Bool) {
        self.albums = albums
        title = asset.metadata.title
        caption = asset.metadata.caption
        keywords = asset.metadata.keywords
        rating = asset.metadata.rating
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        captureTime = asset.captureTime
        location = withPlace ? asset.location : nil
        if captureTime != nil, captureTime != asset.metadata.captureTime { changes.append(.time) }
        if withPlace, location != asset.metadata.location { changes.append(.place) }
    }
}
