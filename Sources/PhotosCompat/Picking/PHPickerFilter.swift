internal import OpenPhotoKit
internal import PhotoModel

/// Which photos and videos a picker shows.
public struct PHPickerFilter: Hashable, Sendable {
    let filter: AssetFilter

    private init(_ filter: AssetFilter) { self.filter = filter }

    private init(_ subtypes: MediaSubtypes) { self.init(.subtypes(anyOf: subtypes)) }

    /// Photos, also live photos.
    public static var images: PHPickerFilter { PHPickerFilter(.mediaType(.image)) }
    /// Videos.
    public static var videos: PHPickerFilter { PHPickerFilter(.mediaType(.video)) }
    /// Live photos.
    public static var livePhotos: PHPickerFilter { PHPickerFilter(.photoLive) }
    /// Panoramas.
    public static var panoramas: PHPickerFilter { PHPickerFilter(.photoPanorama) }
    /// Screenshots.
    public static var screenshots: PHPickerFilter { PHPickerFilter(.photoScreenshot) }
    /// Photos with a depth map.
    public static var depthEffectPhotos: PHPickerFilter { PHPickerFilter(.photoDepthEffect) }
    /// Frames of bursts.
    public static var bursts: PHPickerFilter { PHPickerFilter(.isInBurst) }
    /// Videos with a high frame rate.
    public static var slomoVideos: PHPickerFilter { PHPickerFilter(.videoHighFrameRate) }
    /// Time-lapse videos.
    public static var timelapseVideos: PHPickerFilter { PHPickerFilter(.videoTimelapse) }
    /// Cinematic videos.
    public static var cinematicVideos: PHPickerFilter { PHPickerFilter(.videoCinematic) }
    /// Screen recordings: none, because the library does not recognise them.
    public static var screenRecordings: PHPickerFilter { .none }
    /// Spatial photos and videos: none, because the library does not recognise them.
    public static var spatialMedia: PHPickerFilter { .none }

    private static var none: PHPickerFilter { PHPickerFilter(.or([])) }

    /// Assets with this playback style; none for styles that the library does not recognise.
    public static func playbackStyle(_ playbackStyle: PHAsset.PlaybackStyle) -> PHPickerFilter {
        switch playbackStyle {
        case .unsupported: PHPickerFilter(.mediaType(.unknown))
        case .image: .all(of: [.images, .not(PHPickerFilter([.photoLive, .photoAnimation]))])
        case .imageAnimated: .all(of: [PHPickerFilter(.photoAnimation), .not(.livePhotos)])
        case .livePhoto: .livePhotos
        case .video: .videos
        case .videoLooping: .none
        }
    }

    /// Assets that match at least one of the filters.
    public static func any(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(.or(subfilters.map(\.filter)))
    }

    /// Assets that match all of the filters.
    public static func all(of subfilters: [PHPickerFilter]) -> PHPickerFilter {
        PHPickerFilter(.and(subfilters.map(\.filter)))
    }

    /// Assets that do not match the filter.
    public static func not(_ filter: PHPickerFilter) -> PHPickerFilter { PHPickerFilter(.not(filter.filter)) }
}
