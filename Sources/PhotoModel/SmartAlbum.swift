/// An album that is a query: its members are whatever fits it now.
public enum SmartAlbum: String, Sendable, Codable, CaseIterable {
    /// All photos and films, by capture.
    case userLibrary
    /// All photos and films, the last added first.
    case recents
    /// What the owner marked as a favourite.
    case favorites
    /// What the owner hid.
    case hidden
    /// Pictures of screens.
    case screenshots
    /// Panoramas.
    case panoramas
    /// Bursts, each by the frame that represents it.
    case bursts
    /// Live photos.
    case livePhotos
    /// Films, without those of live photos.
    case videos
    /// Films whose focus can be changed.
    case cinematic
    /// What was deleted and can still be brought back, the last deleted first.
    case recentlyDeleted
    /// What is damaged, beyond a limit or of no known kind: kept, but not to be looked at.
    case unableToRead

    /// The name in English.
    public var title: String {
        switch self {
        case .userLibrary: "Library"
        case .recents: "Recents"
        case .favorites: "Favorites"
        case .hidden: "Hidden"
        case .screenshots: "Screenshots"
        case .panoramas: "Panoramas"
        case .bursts: "Bursts"
        case .livePhotos: "Live Photos"
        case .videos: "Videos"
        case .cinematic: "Cinematic"
        case .recentlyDeleted: "Recently Deleted"
        case .unableToRead: "Unable to Read"
        }
    }

    /// The assets of the album.
    public var query: AssetQuery {
        switch self {
        case .userLibrary: return AssetQuery()
        case .recents: return AssetQuery(sort: [AssetSort(.addedDate, ascending: false)])
        case .favorites: return AssetQuery(.isFavorite)
        case .hidden:
            var query = AssetQuery(.isHidden)
            query.includesHidden = true
            return query
        case .screenshots: return AssetQuery(.subtypes(anyOf: .photoScreenshot))
        case .panoramas: return AssetQuery(.subtypes(anyOf: .photoPanorama))
        case .bursts: return AssetQuery(.isInBurst)
        case .livePhotos: return AssetQuery(.subtypes(anyOf: .photoLive))
        case .videos: return AssetQuery(.mediaType(.video))
        case .cinematic: return AssetQuery(.subtypes(anyOf: .videoCinematic))
        case .recentlyDeleted:
            var query = AssetQuery(sort: [AssetSort(.deletedDate, ascending: false)])
            query.scope = .recentlyDeleted
            query.includesHidden = true
            return query
        case .unableToRead:
            return AssetQuery(
                .and([
                    .condition([.damaged, .limited, .unsupported]),
                    .or([.condition([.damaged, .limited]), .mediaType(.unknown)]),
                ]))
        }
    }
}
