internal import OpenPhotoKit

/// What an app wants to do with the library.
public enum PHAccessLevel: Int, Sendable {
    /// Only add to it.
    case addOnly = 1
    /// See and change all of it.
    case readWrite = 2
}

/// What an app may do with the library.
///
/// A process that can open the library's folder reads as its owner: the modes of the files decide.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The owner was not asked.
    case notDetermined = 0
    /// The system forbids it, as by a read-only volume.
    case restricted = 1
    /// The owner said no: the files are not open to this user.
    case denied = 2
    /// Everything.
    case authorized = 3
    /// The assets that the owner chose.
    case limited = 4
}

extension PHPhotoLibrary {
    /// What this process may do with the shared library: `authorized`, `denied` or `restricted`.
    ///
    /// It is `authorized` if the library's folder, catalogue and originals may be read, and for ``PHAccessLevel/addOnly``
    /// also written; and where there is no library yet. A file that a request was refused with `accessUserDenied` or
    /// `accessRestricted` counts until it may be read again. Looks at the files each time.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do { try shared().checkAccess(writing: accessLevel == .addOnly) } catch {
            switch (error as? PhotoLibraryError)?.code {
            case .accessUserDenied: return .denied
            case .accessRestricted: return .restricted
            default: break
            }
        }
        return .authorized
    }

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
