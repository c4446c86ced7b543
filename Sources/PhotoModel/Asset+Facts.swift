public import Foundation

// What follows from an asset's parts.
extension Asset {
    /// Where the asset's original is kept for the owner.
    ///
    /// The raw values are those of `PHAssetSourceType`.
    public struct SourceType: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// A set of these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The owner's library.
        public static let userLibrary = SourceType(rawValue: 1 << 0)
    }

    /// How the asset is to be shown.
    ///
    /// The raw values are those of `PHAsset.PlaybackStyle`.
    public enum PlaybackStyle: Int, Sendable, Codable, CaseIterable {
        /// It cannot be shown.
        case unsupported = 0
        /// As a still picture.
        case image = 1
        /// As a still picture with a few seconds of film.
        case livePhoto = 3
        /// As a film.
        case video = 4
    }

    /// The instant of capture.
    ///
    /// Where the file states no offset from UTC, the camera's wall clock is taken for one in this process's time zone: the
    /// instant may then be another elsewhere, and ``captureTime`` is what the file or the owner says.
    public var creationDate: Date? { captureTime?.date(in: .current) }

    /// Seconds of film; 0 for stills.
    public var duration: TimeInterval { metadata.duration ?? 0 }

    /// The finer kinds of media.
    public var mediaSubtypes: MediaSubtypes { metadata.subtypes }

    /// The identifier that the frames of a burst share.
    public var burstIdentifier: String? { metadata.burstIdentifier }

    /// Where the original is kept for the owner: always the owner's library.
    public var sourceType: SourceType { .userLibrary }

    /// How the asset is to be shown.
    public var playbackStyle: PlaybackStyle {
        switch mediaType {
        case .image: metadata.subtypes.contains(.photoLive) ? .livePhoto : .image
        case .video: .video
        case .unknown: .unsupported
        }
    }

    /// Whether the photo was edited and the edit is kept with it: how it was edited, and the result.
    ///
    /// One of these alone, as other programs may leave it, is no edit.
    public var hasAdjustments: Bool {
        resources.contains { $0.kind == .adjustmentData } && resources.contains { $0.kind == .fullSizePhoto }
    }
}

extension CaptureTime {
    /// What a clock in this zone shows at an instant, with its offset; `nil` outside of the years 1 to 9999.
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

    /// The instant, by the stated offset, else by that of the zone then.
    package func date(in zone: TimeZone) -> Date {
        let wall = Double(wallSeconds) + Double(nanosecond ?? 0) / 1e9
        if let offsetMinutes { return Date(timeIntervalSince1970: wall - Double(offsetMinutes * 60)) }
        // The zone's offset at the instant that itself depends on it: a second look is enough but for the skipped hour.
        let guess = Date(
            timeIntervalSince1970: wall - Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: wall))))
        return Date(timeIntervalSince1970: wall - Double(zone.secondsFromGMT(for: guess)))
    }
}
