internal import OpenPhotoKit

/// Kinds of collections of assets.
public enum PHAssetCollectionType: Int, Sendable {
    /// What the owner put together.
    case album = 1
    /// What fits a condition.
    case smartAlbum = 2
    /// What was captured on one day at one place.
    case moment = 3
}

/// Finer kinds of collections of assets: those that there are here, with Apple's raw values.
public enum PHAssetCollectionSubtype: Int, Sendable, CaseIterable {
    /// What the owner put together.
    case albumRegular = 2
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// Films, without those of live photos.
    case smartAlbumVideos = 202
    /// What the owner marked as a favourite.
    case smartAlbumFavorites = 203
    /// What the owner hid.
    case smartAlbumAllHidden = 205
    /// Everything, the last added first.
    case smartAlbumRecentlyAdded = 206
    /// Bursts, each by the frame that represents it.
    case smartAlbumBursts = 207
    /// Everything.
    case smartAlbumUserLibrary = 209
    /// Pictures of screens.
    case smartAlbumScreenshots = 211
    /// Live photos.
    case smartAlbumLivePhotos = 213
    /// Films whose focus can be changed.
    case smartAlbumCinematic = 218
    /// All kinds.
    case any = 9_223_372_036_854_775_807

    /// `nil` for what PhotoKit has no kind for.
    init?(_ album: SmartAlbum) {
        switch album {
        case .userLibrary: self = .smartAlbumUserLibrary
        case .recents: self = .smartAlbumRecentlyAdded
        case .favorites: self = .smartAlbumFavorites
        case .hidden: self = .smartAlbumAllHidden
        case .screenshots: self = .smartAlbumScreenshots
        case .panoramas: self = .smartAlbumPanoramas
        case .bursts: self = .smartAlbumBursts
        case .livePhotos: self = .smartAlbumLivePhotos
        case .videos: self = .smartAlbumVideos
        case .cinematic: self = .smartAlbumCinematic
        case .recentlyDeleted, .unableToRead: return nil
        }
    }
}

/// Kinds of lists of collections.
public enum PHCollectionListType: Int, Sendable {
    /// What the owner put together.
    case folder = 2
}

/// Finer kinds of lists of collections.
public enum PHCollectionListSubtype: Int, Sendable {
    /// What the owner put together.
    case regularFolder = 100
    /// All kinds.
    case any = 9_223_372_036_854_775_807
}
