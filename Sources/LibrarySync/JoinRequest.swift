public import SystemPackage

/// What a library takes over from the other devices of its registry.
public enum Taking: String, Sendable, Codable, CaseIterable {
    /// What persons set: favourites, titles, albums, deletions.
    case properties
    /// Also the photos that it lacks, from the stores that it shares with the other devices.
    case everything
}

/// A new registry, for the devices of one person.
public struct NewRegistry: Sendable {
    /// The new or empty folder, which a program like Syncthing copies to the other devices.
    public var folder: FilePath
    /// The name of this device among the others, such as "Laptop".
    public var deviceName: String
    /// Whether the files are encrypted, so that the folder shows nothing of the photos.
    public var isEncrypted = true
    /// What the library takes over from the other devices; `nil` for ``Taking/properties``, or for what it took before
    /// the registry was lost.
    public var taking: Taking?

    /// Creates a request for an encrypted registry.
    public init(in folder: FilePath, deviceName: String) {
        (self.folder, self.deviceName) = (folder, deviceName)
    }
}

/// How a library joins a registry.
public struct JoinRequest: Sendable {
    /// The folder of the registry.
    public var folder: FilePath
    /// The name of this device among the others, such as "Desktop".
    public var deviceName: String
    /// The registry's key, `AGE-SECRET-KEY-1…`; `nil` if the registry is not encrypted.
    public var key: String?
    /// Whether only the effects are counted and nothing is changed.
    public var isRehearsal = false
    /// Whether more than a twentieth of the visible photos may be hidden or deleted.
    public var allowsHidingManyPhotos = false
    /// What the library takes over from the other devices; `nil` for ``Taking/properties``, or for what it took before
    /// if it joined this registry already.
    public var taking: Taking?

    /// Creates a request.
    public init(_ folder: FilePath, deviceName: String, key: String? = nil) {
        (self.folder, self.deviceName, self.key) = (folder, deviceName, key)
    }
}
