public import Foundation

/// A title, caption, date or place of a photo that was set on two devices independently.
public struct SyncConflict: Sendable, Hashable {
    /// The photo.
    public let localIdentifier: String
    /// The property: `title`, `caption`, `date` or `place`.
    public let property: Property
    /// The value that counts, as text; `nil` for none, or for that of the files.
    public let value: String?
    /// The value that does not count.
    public let otherValue: String?
    /// The name of the device on which the other value was set; `nil` for this device.
    public let otherDevice: String?
    /// When the other value was set, by the clock of its device.
    public let otherDate: Date

    /// A property of a photo.
    public enum Property: String, Sendable, Hashable, CaseIterable {
        case title, caption, date, place
    }
}
