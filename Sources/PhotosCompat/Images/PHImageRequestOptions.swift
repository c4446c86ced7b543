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

/// Called with the fraction of a picture that was fetched over the network, 0 to 1.
///
/// The request is cancelled if it sets the third argument.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Options of a request for a picture.
public final class PHImageRequestOptions: NSObject, NSCopying {
    /// The version of the picture.
    public var version = PHImageRequestOptionsVersion.current
    /// Whether the picture may be fetched over the network, if it is not on this machine.
    public var isNetworkAccessAllowed = false
    /// Whether the request is synchronous: it calls the handler on the same thread before it returns, and cannot be
    /// cancelled.
    public var isSynchronous = false
    /// Called on an arbitrary queue while a picture is fetched over the network.
    ///
    /// Not called for synchronous requests.
    public var progressHandler: PHAssetImageProgressHandler?

    /// Options for the edited picture.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.progressHandler = progressHandler
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
