public import Foundation

/// A bar that shows how much is done.
@MainActor open class UIProgressView: UIView {
    private var ownProgress: Float = 0

    /// The progress that the bar follows; `nil` if the app sets ``progress`` itself.
    open var observedProgress: Progress?

    /// How much is done, 0 to 1.
    open var progress: Float {
        get { min(max(observedProgress.map { Float($0.fractionCompleted) } ?? ownProgress, 0), 1) }
        set { ownProgress = newValue }
    }
}
