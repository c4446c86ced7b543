/// The error of a fetch with unsupported options.
///
/// PhotoKit raises an exception in this case. This library sets ``PHFetchResult/error``.
public struct PHFetchOptionsError: Error, CustomStringConvertible, Sendable {
    /// What is not supported, and the supported alternative.
    public let description: String

    init(_ description: String) { self.description = description }
}
