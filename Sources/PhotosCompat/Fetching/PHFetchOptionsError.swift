/// Why a fetch was not made: its options ask for something that is not supported.
///
/// PhotoKit raises an exception where this library says so in ``PHFetchResult/error``.
public struct PHFetchOptionsError: Error, CustomStringConvertible, Sendable {
    /// What is not supported, and what is instead.
    public let description: String

    init(_ description: String) { self.description = description }
}
