public import Foundation

/// Options of a request for a Live Photo.
public final class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The version of the Live Photo.
    public var version = PHImageRequestOptionsVersion.current
    /// How many times the handler is called.
    public var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    /// Whether its files may be fetched over the network, if they are not on this machine.
    public var isNetworkAccessAllowed = false
    /// Called while the still picture is fetched over the network, as ``PHImageRequestOptions/progressHandler``.
    public var progressHandler: PHAssetImageProgressHandler?

    /// Options for the edited Live Photo.
    public override init() {}

    /// Options with the same values.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}
