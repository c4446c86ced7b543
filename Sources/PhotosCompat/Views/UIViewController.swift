public import Foundation

/// A part of an app's user interface, which can present others.
///
/// UIKit's has views. Here the app's own toolkit or the owner's browser shows what is presented, so this class has no
/// views: presenting a ``PHPickerViewController`` opens its page.
@MainActor open class UIViewController: UIResponder {
    /// The controller that this one presents; `nil` if it presents none.
    open private(set) var presentedViewController: UIViewController?
    /// The controller that presents this one; `nil` if it is not presented.
    open private(set) weak var presentingViewController: UIViewController?
    /// Whether ``viewDidLoad()`` was called.
    open private(set) var isViewLoaded: Bool = false

    /// A controller that presents nothing.
    override nonisolated public init() {}

    /// A controller that presents nothing.
    ///
    /// The arguments are those of code for Apple's systems, which passes `nil`. There are no files of views.
    public init(nibName: String?, bundle: Bundle?) {}

    /// The controller that presents this one.
    override open var next: UIResponder? { presentingViewController }

    /// Called once, before the controller is shown for the first time.
    open func viewDidLoad() {}

    /// Calls ``viewDidLoad()`` unless it was called before.
    ///
    /// Presentation does so. An app does so for the controller that it shows first, which nothing presents.
    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        viewDidLoad()
    }

    /// Presents a controller.
    ///
    /// Does nothing if this controller presents one already, or if the other one is presented.
    ///
    /// - Parameters:
    ///   - flag: Has no effect, because nothing is animated.
    ///   - completion: Called later on the main actor.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil, viewControllerToPresent.presentingViewController == nil else { return }
        viewControllerToPresent.loadViewIfNeeded()
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.wasPresented()
        Self.callLater(completion)
    }

    /// Ends the presentation of the controller that this one presents, or of this one if it presents none.
    ///
    /// - Parameters:
    ///   - flag: Has no effect, because nothing is animated.
    ///   - completion: Called later on the main actor.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            // The controllers that it presents end with it.
            if presented.presentedViewController != nil { presented.dismiss(animated: flag) }
            presentedViewController = nil
            presented.presentingViewController = nil
            presented.wasDismissed()
        } else if let presenting = presentingViewController {
            return presenting.dismiss(animated: flag, completion: completion)
        }
        Self.callLater(completion)
    }

    private static func callLater(_ completion: (() -> Void)?) {
        guard let completion else { return }
        Task { @MainActor in completion() }
    }

    /// Called when a controller has begun to present this one.
    func wasPresented() {}

    /// Called when this one is no longer presented.
    func wasDismissed() {}
}
