public import Foundation

/// What a library and its registry know of each other.
public struct SyncStatus: Sendable {
    /// The folder of the registry.
    public let folder: String
    /// Whether the files of the registry are encrypted.
    public let isEncrypted: Bool
    /// What the library takes over from the other devices.
    public let taking: Taking
    /// The devices that wrote to the registry, this one first.
    public let devices: [Device]
    /// The number of values of this device that the registry does not have yet.
    public let unwrittenValues: Int
    /// The number of values about photos that are not in this library.
    public let waitingValues: Int
    /// The number of photos that other devices have and this library lacks.
    public let photosElsewhere: Int
    /// The number of photos of other devices that came from stores since this library joined the registry.
    public let importedPhotos: Int
    /// The number of photos that other devices deleted, and that stay until a person agrees.
    public let heldDeletions: Int
    /// The number of titles, captions, dates and places that were set on two devices independently.
    public let conflicts: Int
    /// The files of the registry that cannot be used.
    public let unusableFiles: [SyncSummary.UnusableFile]
    /// Why the registry cannot be used now, as a sentence; `nil` if it can.
    public let failure: String?

    /// A device that wrote to a registry.
    public struct Device: Sendable, Hashable {
        /// 32 hexadecimal digits.
        public let id: String
        /// The name that a person gave it; `nil` if it is not known yet.
        public let name: String?
        /// Whether it is this device.
        public let isThisDevice: Bool
        /// The date of its last value that is known here, by its clock; `nil` if none is.
        public let lastChange: Date?
        /// Whether files of it are missing between others, so that some of its values are not known here.
        public let hasGap: Bool
        /// Whether its clock was more than a day ahead of this device's clock.
        public let isClockAhead: Bool
    }
}
