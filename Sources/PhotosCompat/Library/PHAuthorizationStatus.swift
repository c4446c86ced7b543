internal import OpenPhotoKit

/// The access to the library that an app requests.
public enum PHAccessLevel: Int, Sendable {
    /// Only add assets.
    case addOnly = 1
    /// Read and change all assets.
    case readWrite = 2
}

/// The access to the library that an app has.
///
/// A process that can open the library's folder reads as its owner: the modes of the files decide.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The owner was not asked.
    case notDetermined = 0
    /// The system forbids access, for example on a read-only volume.
    case restricted = 1
    /// The owner denied access: this user has no permission to read the files.
    case denied = 2
    /// Full access.
    case authorized = 3
    /// Access to the assets that the owner selected.
    case limited = 4
}

extension PHPhotoLibrary {
    /// The access of this process to the shared library: `authorized`, `denied` or `restricted`.
    ///
    /// It is `authorized` if the library's folder, catalogue and originals can be read, and for
    /// ``PHAccessLevel/addOnly`` also written, and if there is no library yet. If a request failed with
    /// `accessUserDenied` or `accessRestricted`, its file must be readable too. Each call checks the files.
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

    /// Calls the handler at once, on this thread: the user of this process is the owner, so there is no dialog.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        handler(authorizationStatus(for: accessLevel))
    }

    /// Returns at once: the user of this process is the owner, so there is no dialog.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        authorizationStatus(for: accessLevel)
    }
}
