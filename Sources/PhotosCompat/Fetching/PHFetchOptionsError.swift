/// The error of a fetch with unsupported options.
///
/// PhotoKit raises an exception in this case. This library sets ``PHFetchResult/error``.
public struct PHFetchOptionsError: Error, CustomStringConvertible, Sendable {
    /// The option or the part of the predicate that is not supported, for a developer.
    public let description: String

    init(_ description: String) { self.description = description }
}
