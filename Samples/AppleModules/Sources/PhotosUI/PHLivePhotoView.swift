public import UIKit

/// A place for a Live Photo in an app's user interface.
///
/// The app's own toolkit shows its picture and plays its video.
@MainActor open class PHLivePhotoView: UIView {
    /// The Live Photo.
    open var livePhoto: PHLivePhoto?
}
