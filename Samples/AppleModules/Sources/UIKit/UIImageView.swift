public import Foundation
public import PhotosCompat

/// A view of a picture in an app's user interface.
@MainActor open class UIImageView: UIView {
    /// The picture.
    open var image: UIImage?

    /// A place without a picture.
    override nonisolated public init() { super.init() }

    /// A place without a picture.
    override public init(frame: CGRect) { super.init(frame: frame) }

    /// A view with a picture.
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }
}
