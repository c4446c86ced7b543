internal import OpenPhotoKit

/// Types of asset collections.
public enum PHAssetCollectionType: Int, Sendable {
    /// A collection made by the owner.
    case album = 1
    /// A smart album, whose assets match a condition.
    case smartAlbum = 2
    /// A moment: the assets captured on one day at one place.
    case moment = 3
}

/// Subtypes of asset collections: those supported here, with Apple's raw values.
public enum PHAssetCollectionSubtype: Int, Sendable, CaseIterable {
    /// A collection made by the owner.
    case albumRegular = 2
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// Videos, without those of live photos.
    case smartAlbumVideos = 202
    /// Favourite assets.
    case smartAlbumFavorites = 203
    /// Time-lapse videos.
    case smartAlbumTimelapses = 204
    /// Hidden assets.
    case smartAlbumAllHidden = 205
    /// All assets, the last added first; the command and the picker's page name it "Recents".
    case smartAlbumRecentlyAdded = 206
    /// Bursts, each by the frame that represents it.
    case smartAlbumBursts = 207
    /// Videos with a high frame rate.
    case smartAlbumSlomoVideos = 208
    /// All assets, with Apple's title "Recents"; the command and the picker's page name it "Library".
    case smartAlbumUserLibrary = 209
    /// Photos and videos of the camera on the side of a phone's display.
    case smartAlbumSelfPortraits = 210
    /// Screenshots.
    case smartAlbumScreenshots = 211
    /// Photos with a depth map.
    case smartAlbumDepthEffect = 212
    /// Live photos.
    case smartAlbumLivePhotos = 213
    /// Animated pictures.
    case smartAlbumAnimated = 214
    /// Raw photos, and photos with a raw file.
    case smartAlbumRAW = 217
    /// Cinematic videos, whose focus can be changed.
    case smartAlbumCinematic = 218
    /// All subtypes.
    case any = 9_223_372_036_854_775_807

    /// `nil` for a smart album that PhotoKit does not have.
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
        case .selfies: self = .smartAlbumSelfPortraits
        case .sloMo: self = .smartAlbumSlomoVideos
        case .timeLapses: self = .smartAlbumTimelapses
        case .depthEffect: self = .smartAlbumDepthEffect
        case .animated: self = .smartAlbumAnimated
        case .raw: self = .smartAlbumRAW
        case .recentlyDeleted, .unableToRead: return nil
        }
    }
}

/// Types of collection lists.
public enum PHCollectionListType: Int, Sendable {
    /// A collection made by the owner.
    case folder = 2
}

/// Subtypes of collection lists.
public enum PHCollectionListSubtype: Int, Sendable {
    /// A collection made by the owner.
    case regularFolder = 100
    /// All subtypes.
    case any = 9_223_372_036_854_775_807
}
