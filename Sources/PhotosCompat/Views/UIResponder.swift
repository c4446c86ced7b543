public import Foundation

/// An object that gets the touches of a person.
///
/// There is no screen: the app's own toolkit calls these methods. A touch that an object does not use goes to ``next``.
@MainActor open class UIResponder: NSObject {
    /// A responder without a next one.
    override nonisolated public init() {}

    /// The object that gets the touches that this one does not use; `nil` for the last object, as by default.
    open var next: UIResponder? { nil }

    /// Called when fingers touch this object; by default they touch the next one.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }

    /// Called when fingers move; by default the next object gets the touches.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }

    /// Called when fingers are lifted; by default the next object gets the touches.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

    /// Called when the toolkit stops following fingers; by default the next object gets the touches.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}

/// A finger on the screen.
@MainActor open class UITouch: NSObject {
    /// What a finger does; the raw values are Apple's.
    public enum Phase: Int, Sendable {
        /// It has touched the screen.
        case began = 0
        /// It has moved.
        case moved = 1
        /// It has not moved since the last event.
        case stationary = 2
        /// It was lifted.
        case ended = 3
        /// The toolkit no longer follows it.
        case cancelled = 4
    }

    /// What the finger does.
    public let phase: Phase
    /// How often the person has tapped in a short time.
    public let tapCount: Int

    /// A touch; this library's own, for the app's toolkit.
    nonisolated public init(phase: Phase = .ended, tapCount: Int = 1) {
        self.phase = phase
        self.tapCount = tapCount
    }
}

/// The touches that the toolkit reports at one time.
@MainActor open class UIEvent: NSObject {
    /// The touches of all fingers; `nil` if no finger touches.
    public let allTouches: Set<UITouch>?

    /// An event; this library's own, for the app's toolkit.
    nonisolated public init(touches: Set<UITouch>? = nil) { allTouches = touches }
}
