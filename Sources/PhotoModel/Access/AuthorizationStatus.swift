/// The access that an app requests.
///
/// The raw values are those of `PHAccessLevel`.
public enum AccessLevel: Int, Sendable, Codable, CaseIterable {
    /// To add assets.
    case addOnly = 1
    /// To see, add and change assets.
    case readWrite = 2
}

/// The access that an app has.
///
/// The raw values are those of `PHAuthorizationStatus`.
public enum AuthorizationStatus: Int, Sendable, Codable, CaseIterable {
    /// The owner has not decided.
    case notDetermined = 0
    /// The owner cannot allow access: the system or the broker's settings forbid it.
    case restricted = 1
    /// The owner denied access.
    case denied = 2
    /// The app has the access that it requested.
    case authorized = 3
    /// The app sees the assets that the owner selected for it. Only ``AccessLevel/readWrite`` has this status.
    case limited = 4
}
