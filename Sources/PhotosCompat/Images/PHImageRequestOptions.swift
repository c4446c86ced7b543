public import Foundation

/// The version of an asset's picture; the raw values are Apple's.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// The edited picture.
    case current = 0
    /// The picture before the edit.
    case unadjusted = 1
    /// The original picture: of a raw file and its JPEG, the raw file.
    case original = 2
}

/// How many pictures a request gives, and how good they are; the raw values are Apple's.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
    /// A picture that is at hand first, if it is not the one that was asked for, and then the one that was asked for.
    ///
    /// A picture of the cache is given first, even if its file is not on this machine and the network is not allowed.
    ///
    /// A synchronous request gives only the latter.
    case opportunistic = 0
    /// The picture that was asked for.
    case highQualityFormat = 1
    /// One picture soon, which may be smaller than the one that was asked for.
    case fastFormat = 2
}

/// The size of the picture that a request gives; the raw values are Apple's.
///
/// A picture is never enlarged.
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
    /// The picture at its own size.
    case none = 0
    /// A picture that is at least as large as the one that was asked for, if that is at hand sooner.
    case fast = 1
    /// A picture that has the target size in one side, and in both if the shapes agree.
    ///
    /// Apple's systems give the target size in both sides.
    case exact = 2
}

/// How a picture is fitted to a size of another shape; the raw values are Apple's.
///
/// No part of the picture is cut off.
public enum PHImageContentMode: Int, Sendable {
    /// The picture is as large as it can be within the size.
    case aspectFit = 0
    /// The picture is as small as it can be to cover the size.
    case aspectFill = 1

    /// ``aspectFit``.
    public static let `default`: PHImageContentMode = .aspectFit
}

/// Called while a file is fetched over the network, on a private serial queue, with the fraction that is done: 0 to 1.
///
/// The fraction never falls. Of a request for a picture, the last fifth is the decoding; of a request for data, all is
/// the fetch. The second argument is the ``PHPhotosError`` if the request has failed. The request is
/// cancelled if the handler sets the third argument. The fourth has ``PHImageResultRequestIDKey``.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Options of a request for a picture.
public final class PHImageRequestOptions: NSObject, NSCopying {
    /// The version of the picture.
    public var version = PHImageRequestOptionsVersion.current
    /// How many pictures the request gives.
    public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// The size of the picture.
    public var resizeMode = PHImageRequestOptionsResizeMode.fast
    /// The part of the picture that is given, in fractions of its width and height from the top left.
    ///
    /// It needs the resize mode ``PHImageRequestOptionsResizeMode/exact``: the target size is then that of the part.
    /// `.zero`, the default, is the whole picture.
    public var normalizedCropRect = CGRect.zero
    /// Whether the picture may be fetched over the network, if it is not on this machine.
    public var isNetworkAccessAllowed = false
    /// Whether the request is synchronous: it calls the handler on the same thread before it returns, and cannot be
    /// cancelled.
    public var isSynchronous = false
    /// Called while a request fetches a file over the network, before its result.
    ///
    /// It is not called for synchronous requests, nor if the file is on this machine or the picture in the cache. In an
    /// app that a broker serves, it is called for every file that is read, because only the broker knows where it is.
    public var progressHandler: PHAssetImageProgressHandler?
    /// Whether an opportunistic request may give a second degraded picture: one as small as a thumbnail, after the
    /// gray one and before the one that was asked for.
    ///
    /// There is none if the thumbnail is the first picture or the one that was asked for, or if the file would have to
    /// be fetched over the network for it.
    public var allowSecondaryDegradedImage = false

    /// Options for the edited picture.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.progressHandler = progressHandler
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        return copy
    }
}

/// The orientation of the stored pixels relative to the displayed picture; the raw values are those of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
    /// Displayed as stored.
    case up = 1
    /// Mirrored horizontally.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored vertically.
    case downMirrored = 4
    /// Mirrored horizontally, then rotated 90° counterclockwise.
    case leftMirrored = 5
    /// Displayed after a rotation by 90° clockwise.
    case right = 6
    /// Mirrored horizontally, then rotated 90° clockwise.
    case rightMirrored = 7
    /// Displayed after a rotation by 90° counterclockwise.
    case left = 8
}
