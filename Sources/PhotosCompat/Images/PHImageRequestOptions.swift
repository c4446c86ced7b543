public import Foundation

/// Which picture of an asset is asked for; the raw values are Apple's.
public enum PHImageRequestOptionsVersion: Int, Sendable {
    /// As it was edited.
    case current = 0
    /// As it was before it was edited.
    case unadjusted = 1
    /// As it came: of a raw file and its JPEG, the raw file.
    case original = 2
}

/// Called with the part of a picture that has come over the network, 0 to 1; the request is cancelled if it sets the
/// third argument.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// How a picture is asked for.
public final class PHImageRequestOptions: NSObject, NSCopying {
    /// Which picture.
    public var version = PHImageRequestOptionsVersion.current
    /// Whether the picture may come over the network, if it is not on this machine.
    public var isNetworkAccessAllowed = false
    /// Whether the request returns when the handler has: it is called on the same thread then, and cannot be cancelled.
    public var isSynchronous = false
    /// Called on an arbitrary queue while a picture that is not on this machine comes over the network.
    ///
    /// Not called for synchronous requests.
    public var progressHandler: PHAssetImageProgressHandler?

    /// Options of a request for the picture as it was edited.
    public override init() {}

    /// Options of the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.progressHandler = progressHandler
        return copy
    }
}

/// How stored pixels turn into the displayed picture; the raw values are those of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
    /// As they are stored.
    case up = 1
    /// Mirrored, left for right.
    case upMirrored = 2
    /// Turned by 180°.
    case down = 3
    /// Mirrored, top for bottom.
    case downMirrored = 4
    /// Mirrored, then turned by 90° to the left.
    case leftMirrored = 5
    /// To be turned by 90° to the right.
    case right = 6
    /// Mirrored, then turned by 90° to the right.
    case rightMirrored = 7
    /// To be turned by 90° to the left.
    case left = 8
}
