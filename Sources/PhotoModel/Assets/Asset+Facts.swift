public import Foundation

// Properties that are computed from an asset's stored properties.
extension Asset {
    /// The origin of the asset.
    ///
    /// The raw values are those of `PHAssetSourceType`.
    public struct SourceType: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Creates a set of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The owner's library.
        public static let userLibrary = SourceType(rawValue: 1 << 0)
    }

    /// The way in which an app shows the asset.
    ///
    /// The raw values are those of `PHAsset.PlaybackStyle`.
    public enum PlaybackStyle: Int, Sendable, Codable, CaseIterable {
        /// It cannot be shown.
        case unsupported = 0
        /// A still picture.
        case image = 1
        /// A picture of several frames that are displayed one after another.
        case imageAnimated = 2
        /// A still picture with a few seconds of video.
        case livePhoto = 3
        /// A video.
        case video = 4
    }

    /// The instant of capture.
    ///
    /// If the file states no offset from UTC, the time on the camera's clock counts as a time in this process's time
    /// zone. The instant can then differ in another time zone. ``captureTime`` is the time that the file or the owner
    /// states.
    public var creationDate: Date? { captureTime?.date(in: .current) }

    /// The duration of the video in seconds; 0 for still pictures.
    public var duration: TimeInterval { metadata.duration ?? 0 }

    /// The media subtypes.
    public var mediaSubtypes: MediaSubtypes { metadata.subtypes }

    /// The identifier that the frames of a burst share.
    public var burstIdentifier: String? { metadata.burstIdentifier }

    /// The origin of the asset: always the user's library.
    public var sourceType: SourceType { .userLibrary }

    /// The way in which an app shows the asset.
    public var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .image where metadata.subtypes.contains(.photoLive): .livePhoto
        case .image: metadata.subtypes.contains(.photoAnimation) ? .imageAnimated : .image
        case .video: .video
        case .unknown: .unsupported
        }
    }

    /// Whether the photo has an edit: adjustment data and the edited picture.
    ///
    /// An asset with only one of these files, as other programs can leave it, has no edit.
    public var hasAdjustments: Bool {
        resources.contains { $0.kind == .adjustmentData } && resources.contains { $0.kind == .fullSizePhoto }
    }
}

extension CaptureTime {
    /// The time that a clock in this zone shows at an instant, with its offset; `nil` outside of the years 1 to 9999.
    package init?(_ date: Date, in zone: TimeZone) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let offset = zone.secondsFromGMT(for: date)
        guard let whole = Int(exactly: seconds), case let (wall, isOver) = whole.addingReportingOverflow(offset),
            !isOver,
            let clock = CaptureTime(utcSeconds: wall)
        else { return nil }
        let nanosecond = Int((date.timeIntervalSince1970 - seconds) * 1e9)
        self.init(
            year: clock.year, month: clock.month, day: clock.day, hour: clock.hour, minute: clock.minute,
            second: clock.second, nanosecond: nanosecond == 0 ? nil : nanosecond, offsetMinutes: offset / 60)
    }

    /// The instant, by the stated offset, otherwise by the offset of the zone at that time.
    package func date(in zone: TimeZone) -> Date {
        let wall = Double(wallSeconds) + Double(nanosecond ?? 0) / 1e9
        if let offsetMinutes { return Date(timeIntervalSince1970: wall - Double(offsetMinutes * 60)) }
        // The zone's offset depends on the instant. A second calculation is sufficient, except in the hour that is
        // skipped in spring.
        let guess = Date(
            timeIntervalSince1970: wall - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: wall))))
        return Date(timeIntervalSince1970: wall - Double(zone.secondsFromGMT(for: guess)))
    }
}
