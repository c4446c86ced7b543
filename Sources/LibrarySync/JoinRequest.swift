public import SystemPackage

/// A new registry, for the devices of one person.
public struct NewRegistry: Sendable {
    /// The new or empty folder, which a program like Syncthing copies to the other devices.
    public var folder: FilePath
    /// The name of this device among the others, such as "Laptop".
    public var deviceName: String
    /// Whether the files are encrypted, so that the folder shows nothing of the photos.
    public var isEncrypted = true

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

    /// Creates a request.
    public init(_ folder: FilePath, deviceName: String, key: String? = nil) {
        (self.folder, self.deviceName, self.key) = (folder, deviceName, key)
    }
}
