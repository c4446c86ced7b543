public import Foundation

/// A view of a picture in an app's user interface.
///
/// UIKit's is a view on the screen. Here the app's own toolkit shows the picture, so this class only holds it.
@MainActor open class UIImageView: NSObject {
    /// The picture.
    open var image: UIImage?

    /// A place with a picture.
    public init(image: UIImage? = nil) { self.image = image }
}
