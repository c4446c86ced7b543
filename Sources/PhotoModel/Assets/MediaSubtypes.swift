/// Finer kinds of photos and videos.
///
/// It corresponds to PhotoKit's `PHAssetMediaSubtype`.
///
/// The raw values are those of `PHAssetMediaSubtype`. Those from `1 << 32` on are this library's own, for what PhotoKit
/// only shows as a smart album or as a playback style.
public struct MediaSubtypes: OptionSet, Hashable, Sendable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A panorama.
    public static let photoPanorama = MediaSubtypes(rawValue: 1 << 0)
    /// A photo with a high dynamic range.
    public static let photoHDR = MediaSubtypes(rawValue: 1 << 1)
    /// A screenshot.
    public static let photoScreenshot = MediaSubtypes(rawValue: 1 << 2)
    /// A photo with a few seconds of video, in the same file or in a second file.
    public static let photoLive = MediaSubtypes(rawValue: 1 << 3)
    /// A photo with a depth map.
    public static let photoDepthEffect = MediaSubtypes(rawValue: 1 << 4)
    /// A video with a high frame rate.
    public static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
    /// A time lapse.
    public static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
    /// A video whose focus can be changed.
    public static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)
    /// A picture of several frames that are displayed one after another, such as an animated GIF.
    public static let photoAnimation = MediaSubtypes(rawValue: 1 << 32)
    /// A photo or video of the camera on the side of a phone's display.
    public static let selfie = MediaSubtypes(rawValue: 1 << 33)

    /// The members that `PHAssetMediaSubtype` does not have.
    package static let unknownToPhotoKit: MediaSubtypes = [.photoAnimation, .selfie]

    /// The names of the members, in camel case, as machine-readable output prints them.
    public var names: [String] { Self.all.filter { contains($0.0) }.map(\.1) }

    /// The names of all members.
    public static var allNames: [String] { all.map(\.1) }

    /// Creates the member with this name; `nil` for other names.
    public init?(name: String) {
        guard let member = Self.all.first(where: { $0.1 == name }) else { return nil }
        self = member.0
    }

    private static let all: [(MediaSubtypes, String)] = [
        (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"), (.photoScreenshot, "photoScreenshot"),
        (.photoLive, "photoLive"), (.photoDepthEffect, "photoDepthEffect"),
        (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"),
        (.videoCinematic, "videoCinematic"), (.photoAnimation, "photoAnimation"), (.selfie, "selfie"),
    ]
}
