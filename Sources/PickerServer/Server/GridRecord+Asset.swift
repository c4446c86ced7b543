internal import Foundation
internal import PhotoModel
internal import PickerPage
internal import Thumbnails

extension GridRecord {
    /// - Parameter asset: `nil` if the photo was purged meanwhile.
    init(_ number: UInt32, _ asset: Asset?, isPreselected: Bool) {
        let (width, height) = (asset?.size?.width ?? 0, asset?.size?.height ?? 0)
        let divisor = max(1, (max(width, height) + Int(UInt16.max) - 1) / Int(UInt16.max))
        self.init(
            number: number, minutes: asset?.captureTime.flatMap(Self.minutes),
            flags: Self.flags(of: asset).union(isPreselected ? [.preselected] : []),
            duration: UInt16(clamping: Int(min(asset?.metadata.duration ?? 0, 1e6).rounded())),
            width: UInt16(clamping: width / divisor), height: UInt16(clamping: height / divisor))
    }

    private static func minutes(of time: CaptureTime) -> Int32? {
        let clock = CaptureTime(
            year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute, second: 0,
            offsetMinutes: 0)
        return clock.map { Int32(clamping: Int($0.date(in: .gmt).timeIntervalSince1970 / 60)) }
    }

    private static func flags(of asset: Asset?) -> Set<Flag> {
        guard let asset else { return [.undecodable] }
        let subtypes = asset.metadata.subtypes
        let format = asset.displayed?.format
        let holds: [(Bool, Flag)] = [
            (asset.mediaType == .video, .video), (subtypes.contains(.photoLive), .live),
            (asset.isFavorite, .favorite), (subtypes.contains(.photoScreenshot), .screenshot),
            (subtypes.contains(.photoPanorama), .panorama), (asset.metadata.burstIdentifier != nil, .burst),
            (format?.isDisplayable != true || asset.condition == .damaged, .undecodable),
            (asset.location != nil, .place), (asset.deletedDate != nil, .trashed), (asset.isHidden, .hidden),
            (format == .gif, .animated), (format == .raw, .raw), (asset.displayed?.location == .elsewhere, .elsewhere),
        ]
        return Set(holds.filter(\.0).map(\.1))
    }
}
