public import Foundation
internal import OpenPhotoKit

/// A photo or video, as it was when it was fetched.
///
/// `@unchecked`: all stored properties are constants of Sendable types; see ``PHObject``.
public final class PHAsset: PHObject, @unchecked Sendable {
    let asset: Asset

    init(_ asset: Asset, in library: PHPhotoLibrary) {
        self.asset = asset
        super.init(asset.localIdentifier, in: library)
    }

    /// How an asset is displayed.
    public enum PlaybackStyle: Int, Sendable {
        /// It cannot be displayed.
        case unsupported = 0
        /// As a still picture.
        case image = 1
        /// As an animated picture.
        case imageAnimated = 2
        /// As a still picture with a few seconds of video.
        case livePhoto = 3
        /// As a video.
        case video = 4
        /// As a video that begins again at its end; no asset has this style.
        case videoLooping = 5
    }

    /// The media type.
    public var mediaType: PHAssetMediaType { PHAssetMediaType(asset.mediaType) }
    /// The media subtypes.
    public var mediaSubtypes: PHAssetMediaSubtype { PHAssetMediaSubtype(asset.mediaSubtypes) }
    /// How it is displayed.
    public var playbackStyle: PlaybackStyle { PlaybackStyle(rawValue: asset.playbackStyle.rawValue) ?? .unsupported }
    /// The displayed width in pixels; 0 if the file does not state it.
    public var pixelWidth: Int { asset.size?.width ?? 0 }
    /// The displayed height in pixels; 0 if the file does not state it.
    public var pixelHeight: Int { asset.size?.height ?? 0 }
    /// The capture time; `nil` if neither the file nor the owner gives it.
    ///
    /// A capture time without an offset from UTC is interpreted in this process's time zone.
    public var creationDate: Date? { asset.creationDate }
    /// When the owner last changed it.
    public var modificationDate: Date? { asset.modificationDate }
    /// When the asset was added to the library.
    public var addedDate: Date { asset.addedDate }
    /// Where the asset was captured; `nil` if neither the file nor the owner states it.
    public var location: CLLocation? { asset.location.map(CLLocation.init) }
    /// The duration of a video in seconds; 0 for photos.
    public var duration: TimeInterval { asset.duration }
    /// Whether the owner hid it.
    public var isHidden: Bool { asset.isHidden }
    /// Whether the owner marked it as a favourite.
    public var isFavorite: Bool { asset.isFavorite }
    /// The identifier that the frames of its burst share.
    public var burstIdentifier: String? { asset.burstIdentifier }
    /// Whether it represents its burst.
    public var representsBurst: Bool { asset.representsBurst }
    /// The source of the asset.
    public var sourceType: PHAssetSourceType {
        PHAssetSourceType(rawValue: UInt(bitPattern: asset.sourceType.rawValue))
    }
    /// Whether it has an edit.
    public var hasAdjustments: Bool { asset.hasAdjustments }

    /// The format of the edit's adjustment data; `nil` if it has none, or it cannot be read now.
    ///
    /// Reads a small file.
    public var adjustmentFormatIdentifier: String? {
        guard asset.hasAdjustments else { return nil }
        return (try? library.photoLibrary.adjustmentData(of: localIdentifier))?.formatIdentifier
    }

    /// Whether a change request can do this with the asset.
    public func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        switch editOperation {
        case .delete, .properties: true
        case .content: mediaType == .image
        }
    }

    override func value(forFetchKey key: String) -> FetchValue? {
        switch AssetKey(key) {
        case nil, .localIdentifier: super.value(forFetchKey: key)
        case .creationDate: FetchValue(creationDate)
        case .modificationDate: FetchValue(modificationDate)
        case .addedDate: FetchValue(addedDate)
        case .mediaType: .number(Double(mediaType.rawValue))
        case .mediaSubtypes: .number(Double(mediaSubtypes.rawValue))
        case .duration: .number(duration)
        case .pixelWidth: .number(Double(pixelWidth))
        case .pixelHeight: .number(Double(pixelHeight))
        case .isFavorite: FetchValue(isFavorite)
        case .isHidden: FetchValue(isHidden)
        case .burstIdentifier: burstIdentifier.map(FetchValue.text) ?? .null
        }
    }

    override func sortValue(forFetchKey key: String) -> FetchValue? {
        guard AssetKey(key) == .creationDate else { return value(forFetchKey: key) }
        return FetchValue(asset.captureTime?.date(in: .gmt))
    }
}
