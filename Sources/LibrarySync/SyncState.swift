/// What the devices of a registry know of a photo.
public enum SyncState: String, Sendable, Hashable, CaseIterable {
    /// The library joined no registry.
    case neverSynced
    /// The registry lacks something that was set here.
    case uploading
    /// The registry has everything that was set here, and some device has not read it all yet.
    case published
    /// Each device that wrote to the registry in the last 30 days has read everything about the photo itself.
    ///
    /// The albums that have it have values of their own.
    case synced
    /// Files of another device are missing, so that something about the photo may not be known here.
    case halfSynced
    /// Another device deleted the photo, and it stays here until a person decides.
    case deletedElsewhere
    /// Two devices set a title, a caption, a date or a place independently, and a person can take the other value.
    case conflictingEdit
}
