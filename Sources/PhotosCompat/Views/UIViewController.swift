public import Foundation

/// A part of an app's user interface, which can present others.
///
/// The app's own toolkit draws its ``view``, and calls the methods that say when it appears for the controller that an
/// app shows first; presentation calls them for the others. Presenting a ``PHPickerViewController`` opens its page in
/// the owner's browser.
@MainActor open class UIViewController: UIResponder {
    /// The controller that this one presents; `nil` if it presents none.
    open private(set) var presentedViewController: UIViewController?
    /// The controller that presents this one; `nil` if it is not presented.
    open private(set) weak var presentingViewController: UIViewController?
    /// The text that the toolkit shows for the controller.
    open var title: String?
    /// Whether the toolkit lets the app alone end the presentation, and not the person by a gesture.
    open var isModalInPresentation: Bool = false
    /// The view; `nil` before it is loaded.
    open private(set) var viewIfLoaded: UIView?

    /// The view, which is loaded when it is first read.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return viewIfLoaded
        }
        set {
            viewIfLoaded?.controller = nil
            viewIfLoaded = newValue
            newValue?.controller = self
        }
    }

    /// Whether the view is loaded.
    open var isViewLoaded: Bool { viewIfLoaded != nil }

    /// A controller that presents nothing.
    override nonisolated public init() {}

    /// A controller that presents nothing.
    ///
    /// The arguments are those of code for Apple's systems, which passes `nil`. There are no files of views.
    public init(nibName: String?, bundle: Bundle?) {}

    /// The view that this controller's view is in, otherwise the controller that presents this one.
    override open var next: UIResponder? { viewIfLoaded?.superview ?? presentingViewController }

    // MARK: The view

    /// Makes the view, by default an empty one; a subclass sets ``view``.
    open func loadView() { view = UIView() }

    /// Called once, when the view is loaded.
    open func viewDidLoad() {}

    /// Calls ``loadView()`` and ``viewDidLoad()`` unless the view is loaded.
    ///
    /// Presentation does so. An app does so for the controller that it shows first, which nothing presents.
    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        loadView()
        // A subclass may have set none.
        if !isViewLoaded { view = UIView() }
        viewDidLoad()
    }

    /// Called before the view is shown.
    ///
    /// - Parameter animated: Whether this is animated.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called after the view was shown.
    ///
    /// - Parameter animated: Whether this was animated.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called before the view is taken away.
    ///
    /// - Parameter animated: Whether this is animated.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called after the view was taken away.
    ///
    /// - Parameter animated: Whether this was animated.
    open func viewDidDisappear(_ animated: Bool) {}

    // MARK: Presentation

    /// Presents a controller.
    ///
    /// Does nothing if this controller presents one already, or if the other one is presented. This controller stays
    /// visible behind the other one, so only the other one is told that it appears.
    ///
    /// - Parameters:
    ///   - viewControllerToPresent: The controller that is presented.
    ///   - flag: What the other controller is told: whether this is animated.
    ///   - completion: Called later on the main actor.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil, viewControllerToPresent.presentingViewController == nil else { return }
        viewControllerToPresent.loadViewIfNeeded()
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.viewWillAppear(flag)
        viewControllerToPresent.wasPresented()
        viewControllerToPresent.viewDidAppear(flag)
        Self.callLater(completion)
    }

    /// Ends the presentation of the controller that this one presents, or of this one if it presents none.
    ///
    /// - Parameters:
    ///   - flag: What the other controller is told: whether this is animated.
    ///   - completion: Called later on the main actor.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            // The controllers that it presents end with it.
            if presented.presentedViewController != nil { presented.dismiss(animated: flag) }
            presented.viewWillDisappear(flag)
            presentedViewController = nil
            presented.presentingViewController = nil
            presented.wasDismissed()
            presented.viewDidDisappear(flag)
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
