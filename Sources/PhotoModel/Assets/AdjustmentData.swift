public import Foundation

/// A description of an edit, in the format of the program that made the edit.
///
/// It corresponds to PhotoKit's `PHAdjustmentData`.
///
/// The library stores it and never reads the program's own data.
public struct AdjustmentData: Hashable, Sendable, Codable {
    /// The format of ``data``, in reverse domain notation: `org.example.editor`.
    public let formatIdentifier: String
    /// The version of the format.
    public let formatVersion: String
    /// The data that the program needs to continue the edit.
    public let data: Data

    /// The greatest size of ``data`` in bytes.
    public static let maximumBytes: Int = 16 << 20

    /// Creates adjustment data.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
