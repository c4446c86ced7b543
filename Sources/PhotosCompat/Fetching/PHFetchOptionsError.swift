public import Foundation

/// The error of a fetch with unsupported options.
///
/// PhotoKit raises an exception in this case. This library sets ``PHFetchResult/error``.
public struct PHFetchOptionsError: LocalizedError, CustomStringConvertible, Sendable {
    /// The option or the part of the predicate that is not supported, for a developer.
    public let description: String
    /// ``description``, which is also `localizedDescription`.
    public var errorDescription: String? { description }

    init(_ description: String) { self.description = description }
}
