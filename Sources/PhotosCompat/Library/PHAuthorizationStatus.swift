/// What an app wants to do with the library.
public enum PHAccessLevel: Int, Sendable {
    /// Only add to it.
    case addOnly = 1
    /// See and change all of it.
    case readWrite = 2
}

/// What an app may do with the library.
///
/// Whoever can open the library's folder is its owner: the status is always `authorized`.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The owner was not asked.
    case notDetermined = 0
    /// The system's configuration forbids it.
    case restricted = 1
    /// The owner said no.
    case denied = 2
    /// Everything.
    case authorized = 3
    /// The assets that the owner chose.
    case limited = 4
}

extension PHPhotoLibrary {
    /// What this process may do with the library: everything, for the files' permissions decide.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus { .authorized }

    /// Asks the owner, who runs this process: calls the handler at once, on this thread.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        handler(authorizationStatus(for: accessLevel))
    }

    /// Asks the owner, who runs this process.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }
}
