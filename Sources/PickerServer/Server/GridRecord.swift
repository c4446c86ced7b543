internal import Foundation
internal import PhotoModel
internal import Thumbnails

/// What a cell of the grid shows of a photo, in 16 bytes.
///
/// The numbers are little-endian:
///
///     number 4 · minutes from 1970 on the camera's clock 4 · flags 2 · seconds of video 2 · width 2 · height 2
struct GridRecord {
    struct Flags: OptionSet {
        let rawValue: UInt16

        static let video = Flags(rawValue: 1 << 0)
        static let live = Flags(rawValue: 1 << 1)
        static let favorite = Flags(rawValue: 1 << 2)
        static let screenshot = Flags(rawValue: 1 << 3)
        static let panorama = Flags(rawValue: 1 << 4)
        static let burst = Flags(rawValue: 1 << 5)
        static let undecodable = Flags(rawValue: 1 << 6)
        static let place = Flags(rawValue: 1 << 7)
        static let trashed = Flags(rawValue: 1 << 8)
        static let animated = Flags(rawValue: 1 << 9)
        static let raw = Flags(rawValue: 1 << 10)
        static let preselected = Flags(rawValue: 1 << 11)
        static let hidden = Flags(rawValue: 1 << 12)
    }

    private let number: UInt32
    private let minutes: Int32
    private let flags: Flags
    private let duration: UInt16
    /// The size of the picture, both sides divided by the same number so that they fit.
    private let size: (width: UInt16, height: UInt16)

    private static let noTime = Int32.min

    /// - Parameter asset: `nil` if the photo was purged meanwhile.
    init(_ number: UInt32, _ asset: Asset?, isPreselected: Bool) {
        self.number = number
        minutes = asset?.captureTime.flatMap(Self.minutes) ?? Self.noTime
        flags = Self.flags(of: asset).union(isPreselected ? .preselected : [])
        duration = UInt16(clamping: Int(min(asset?.metadata.duration ?? 0, 1e6).rounded()))
        let (width, height) = (asset?.size?.width ?? 0, asset?.size?.height ?? 0)
        let divisor = max(1, (max(width, height) + Int(UInt16.max) - 1) / Int(UInt16.max))
        size = (UInt16(clamping: width / divisor), UInt16(clamping: height / divisor))
    }

    private static func minutes(of time: CaptureTime) -> Int32? {
        let clock = CaptureTime(
            year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute, second: 0,
            offsetMinutes: 0)
        return clock.map { Int32(clamping: Int($0.date(in: .gmt).timeIntervalSince1970 / 60)) }
    }

    private static func flags(of asset: Asset?) -> Flags {
        guard let asset else { return .undecodable }
        let subtypes = asset.metadata.subtypes
        let format = asset.displayed?.format
        let holds: [(Bool, Flags)] = [
            (asset.mediaType == .video, .video), (subtypes.contains(.photoLive), .live),
            (asset.isFavorite, .favorite), (subtypes.contains(.photoScreenshot), .screenshot),
            (subtypes.contains(.photoPanorama), .panorama), (asset.metadata.burstIdentifier != nil, .burst),
            (format?.isDisplayable != true || asset.condition == .damaged, .undecodable),
            (asset.location != nil, .place), (asset.deletedDate != nil, .trashed), (asset.isHidden, .hidden),
            (format == .gif, .animated), (format == .raw, .raw),
        ]
        return holds.reduce(into: []) { flags, part in if part.0 { flags.insert(part.1) } }
    }

    func append(to writer: inout ByteWriter) {
        writer.append(number)
        writer.append(UInt32(bitPattern: minutes))
        for value in [flags.rawValue, duration, size.width, size.height] { writer.append(value) }
    }
}
