package import SystemPackage

/// A picture or a video that states a content identifier.
package struct LivePhotoPart: Sendable {
    /// The local identifier of its asset.
    package let asset: String
    package let isVideo: Bool
    /// The duration of a video in seconds, if it is known.
    package let duration: Double?
    /// Whether a picture has a paired video already.
    package var hasVideo: Bool
    /// The paths from which the file was imported.
    package let paths: [FilePath]

    package init(asset: String, isVideo: Bool, duration: Double?, hasVideo: Bool, paths: [FilePath]) {
        self.asset = asset
        self.isVideo = isVideo
        self.duration = duration
        self.hasVideo = hasVideo
        self.paths = paths
    }
}

/// A video and the picture with the same content identifier, which form one Live Photo.
package struct LivePhotoPair: Sendable, Hashable {
    /// The local identifier of the video's asset.
    package let video: String
    /// The local identifier of the picture's asset.
    package let picture: String

    package init(video: String, picture: String) {
        self.video = video
        self.picture = picture
    }
}

/// The rule that pairs the pictures and the videos of one content identifier.
///
/// Usually there is one of each. Copies of the picture in other bytes, or of the video in another size, state the same
/// identifier.
package enum LivePhotoPairing {
    /// The maximum duration in seconds of a Live Photo's video, which is usually about three seconds long.
    package static let longestVideo = 5.0

    /// Whether the text identifies a Live Photo.
    ///
    /// Some programs fill the field with zeros.
    package static func isIdentifier(_ text: String) -> Bool {
        text.contains { ($0.isLetter || $0.isNumber) && $0 != "0" }
    }

    /// The picture to which a video belongs, among pictures in the order in which they were added.
    ///
    /// A picture without a video comes first, then one with the video's name in its folder, then one in its folder,
    /// then the one that was added first. A picture that has a video gets a further one only if that is not longer than
    /// the video of a Live Photo.
    package static func picture(for video: LivePhotoPart, among pictures: [LivePhotoPart]) -> LivePhotoPart? {
        let isShort = video.duration.map { $0 <= longestVideo } ?? true
        return pictures.filter { !$0.hasVideo || isShort }.enumerated().min { one, other in
            rank(one.element, video, one.offset) < rank(other.element, video, other.offset)
        }?.element
    }

    private static func rank(_ picture: LivePhotoPart, _ video: LivePhotoPart, _ position: Int) -> (Int, Int, Int) {
        (picture.hasVideo ? 1 : 0, distance(picture, video), position)
    }

    /// 0 if two files have the same folder and name without extension, 1 if they have the same folder, else 2.
    private static func distance(_ one: LivePhotoPart, _ other: LivePhotoPart) -> Int {
        var least = 2
        for path in one.paths {
            for otherPath in other.paths where path.removingLastComponent() == otherPath.removingLastComponent() {
                least = min(least, path.stem == otherPath.stem ? 0 : 1)
            }
        }
        return least
    }

    /// The pairs among pictures and videos that are separate assets, in the order of the videos.
    package static func pairs(_ parts: [LivePhotoPart]) -> [LivePhotoPair] {
        var pictures = parts.filter { !$0.isVideo }
        return parts.filter(\.isVideo).compactMap { video in
            guard let picture = picture(for: video, among: pictures) else { return nil }
            for index in pictures.indices where pictures[index].asset == picture.asset {
                pictures[index].hasVideo = true
            }
            return LivePhotoPair(video: video.asset, picture: picture.asset)
        }
    }
}
