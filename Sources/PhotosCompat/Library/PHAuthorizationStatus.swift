internal import OpenPhotoKit
internal import PhotoModel
internal import SystemSupport

/// The access to the library that an app requests.
public enum PHAccessLevel: Int, Sendable {
    /// Only add assets.
    case addOnly = 1
    /// Read and change all assets.
    case readWrite = 2
}

/// The access to the library that an app has.
///
/// A process that opens the library's folder reads as its owner: the modes of the files decide. For an app that a
/// broker serves, the owner decides.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The owner was not asked.
    case notDetermined = 0
    /// The system forbids access, for example on a read-only volume.
    case restricted = 1
    /// The owner denied access, or this user has no permission to read the files.
    case denied = 2
    /// Full access.
    case authorized = 3
    /// Access to the assets that the owner selected, and to those that the app added.
    case limited = 4
}

extension PHPhotoLibrary {
    /// The access of this process to the shared library.
    ///
    /// An app that a broker serves has the status that the owner gave it, and `restricted` while no broker answers.
    ///
    /// For the owner's process it is `authorized` if the library's folder, catalogue and originals can be read, and for
    /// ``PHAccessLevel/addOnly`` also written, and if there is no library yet; otherwise `denied` or `restricted`. If a
    /// request failed with `accessUserDenied` or `accessRestricted`, its file must be readable too. Each call checks
    /// the files.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        let library = shared()
        return library.isServed ? library.servedStatus(for: accessLevel) : library.ownersStatus(for: accessLevel)
    }

    /// Asks the owner for access, and calls the handler on another thread after the decision.
    ///
    /// For the owner's process it calls the handler at once, on this thread, because the user of that process is the
    /// owner.
    public class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let library = shared()
        guard library.isServed else { return handler(library.ownersStatus(for: accessLevel)) }
        Task { handler(await library.requestServedAuthorization(for: accessLevel)) }
    }

    /// Asks the owner for access, and waits for the decision; returns at once in the owner's process.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        let library = shared()
        guard library.isServed else { return await blocking { library.ownersStatus(for: accessLevel) } }
        return await library.requestServedAuthorization(for: accessLevel)
    }

    /// The access to read and write, as apps without knowledge of limited access expect it: `limited` is `authorized`.
    @available(*, deprecated, renamed: "authorizationStatus(for:)")
    public class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimit
    }

    /// Asks for access to read and write; `limited` is `authorized`.
    @available(*, deprecated, renamed: "requestAuthorization(for:handler:)")
    public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite) { handler($0.withoutLimit) }
    }

    private func ownersStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do { try checkAccess(writing: accessLevel == .addOnly) } catch {
            switch (error as? PhotoLibraryError)?.code {
            case .accessUserDenied: return .denied
            case .accessRestricted: return .restricted
            default: break
            }
        }
        return .authorized
    }

    private func servedStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        (try? photoLibrary).map { PHAuthorizationStatus($0.authorizationStatus(for: AccessLevel(accessLevel))) }
            ?? .restricted
    }

    private func requestServedAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        do {
            let library = try await blocking { try self.photoLibrary }
            return PHAuthorizationStatus(try await library.requestAuthorization(for: AccessLevel(accessLevel)))
        } catch {
            AppNotice.write("Access cannot be requested. \(PhotoLibraryError(converting: error).message)")
            return await blocking { self.servedStatus(for: accessLevel) }
        }
    }
}

extension PHAuthorizationStatus {
    fileprivate var withoutLimit: PHAuthorizationStatus { self == .limited ? .authorized : self }

    fileprivate init(_ status: AuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            case .limited: .limited
            }
    }
}

extension AccessLevel {
    fileprivate init(_ level: PHAccessLevel) { self = level == .addOnly ? .addOnly : .readWrite }
}
