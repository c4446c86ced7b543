public import Foundation

/// `error as NSError` becomes a ``PHPhotosError`` again by `as?`.
///
/// Foundation on Linux does so only for errors that conform to this protocol, such as its `CocoaError`.
extension PHPhotosError: _ObjectiveCBridgeable {
    /// The error as an `NSError`.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Makes the error of an `NSError`.
    ///
    /// - Parameters:
    ///   - source: The `NSError`.
    ///   - result: Gets the error; `nil` for another domain, or for a code that these errors do not have.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) {
        // `code` ends the process for a code that these errors do not have.
        result = Code(rawValue: source.code).flatMap { _ in PHPhotosError(_bridgedNSError: source) }
    }

    /// Makes the error of an `NSError`.
    ///
    /// - Parameters:
    ///   - source: The `NSError`.
    ///   - result: Gets the error; `nil` for another domain, or for a code that these errors do not have.
    /// - Returns: Whether there is an error.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout PHPhotosError?) -> Bool {
        _forceBridgeFromObjectiveC(source, result: &result)
        return result != nil
    }

    /// The error of an `NSError`; ``Code/internalError`` of any other.
    ///
    /// - Parameter source: The `NSError`.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> PHPhotosError {
        var result: PHPhotosError?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        return result ?? PHPhotosError(.internalError)
    }
}
