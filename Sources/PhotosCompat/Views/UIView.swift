public import Foundation

/// A part of an app's user interface.
///
/// UIKit's has an area of the screen. This one has its subviews and what is shown in it. The app's toolkit draws it.
@MainActor open class UIView: UIResponder {
    /// How a picture is fitted to the view; the raw values are Apple's.
    public enum ContentMode: Int, Sendable {
        /// It fills the view, and its shape changes.
        case scaleToFill = 0
        /// All of it is visible.
        case scaleAspectFit = 1
        /// It fills the view, and its edges may be cut.
        case scaleAspectFill = 2
    }

    /// Where the toolkit draws the view in the one that it is in.
    open var frame: CGRect = .zero
    /// How the toolkit fits the picture.
    open var contentMode: ContentMode = .scaleToFill
    /// Whether the toolkit leaves the view out.
    open var isHidden: Bool = false
    /// The views in this one, those in front last.
    open private(set) var subviews: [UIView] = []
    /// The view that this one is in.
    open private(set) weak var superview: UIView?
    /// The controller whose ``UIViewController/view`` it is.
    weak var controller: UIViewController?

    /// A view without subviews.
    override nonisolated public init() {}

    /// A view without subviews in this place.
    public init(frame: CGRect) { self.frame = frame }

    /// The controller whose view it is, otherwise the view that this one is in.
    override open var next: UIResponder? { controller ?? superview }

    /// Adds a view in front of the other ones, and takes it out of the view that it was in.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    /// Takes this view out of the one that it is in.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }
}
