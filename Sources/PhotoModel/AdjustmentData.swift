public import Foundation

/// How a photo was edited, in the words of the program that did it: what PhotoKit calls adjustment data.
///
/// The library keeps it and never reads the program's own data.
public struct AdjustmentData: Hashable, Sendable {
    /// Names the format of ``data``, in reverse domain notation: `org.example.editor`.
    public let formatIdentifier: String
    /// The version of the format.
    public let formatVersion: String
    /// What the program needs to go on with the edit.
    public let data: Data

    /// Bytes that ``data`` may have: what describes an edit is small beside the picture.
    public static let maximumBytes: Int = 16 << 20

    /// Adjustment data of these parts.
    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}
