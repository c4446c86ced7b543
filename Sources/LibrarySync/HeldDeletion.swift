public import Foundation

/// A photo that another device deleted, and that stays in this library until a person decides.
public struct HeldDeletion: Sendable, Hashable {
    /// The photo.
    public let localIdentifier: String
    /// The name of the device that deleted it.
    public let device: String
    /// When it was deleted, by the clock of that device.
    public let date: Date
}
