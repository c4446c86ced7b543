/// An album that is a query.
///
/// Its members are the assets that match at present.
public enum SmartAlbum: String, Sendable, Codable, CaseIterable {
    /// All photos and videos, by capture.
    case userLibrary
    /// All photos and videos, the last added first.
    case recents
    /// Favourites.
    case favorites
    /// Hidden assets.
    case hidden
    /// Screenshots.
    case screenshots
    /// Panoramas.
    case panoramas
    /// Bursts, each with its representing frame.
    case bursts
    /// Live Photos.
    case livePhotos
    /// Videos, without those of Live Photos.
    case videos
    /// Videos whose focus can be changed.
    case cinematic
    /// Photos and videos of the camera on the side of a phone's display.
    case selfies
    /// Videos with a high frame rate.
    case sloMo
    /// Time-lapse videos.
    case timeLapses
    /// Photos with a depth map.
    case depthEffect
    /// Animated pictures.
    case animated
    /// Raw photos, and photos with a raw file.
    case raw
    /// Recently deleted assets, the last deleted first.
    case recentlyDeleted
    /// Assets whose picture is damaged, over a limit or of an unknown format.
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
        case .selfies: "Selfies"
        case .sloMo: "Slo-mo"
        case .timeLapses: "Time-lapse"
        case .depthEffect: "Portrait"
        case .animated: "Animated"
        case .raw: "RAW"
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
        case .selfies: return AssetQuery(.subtypes(anyOf: .selfie))
        case .sloMo: return AssetQuery(.subtypes(anyOf: .videoHighFrameRate))
        case .timeLapses: return AssetQuery(.subtypes(anyOf: .videoTimelapse))
        case .depthEffect: return AssetQuery(.subtypes(anyOf: .photoDepthEffect))
        case .animated: return AssetQuery(.subtypes(anyOf: .photoAnimation))
        case .raw: return AssetQuery(.hasFormat(.raw))
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
