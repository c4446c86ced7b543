package import PhotoModel

/// What an app may do, and whether it waits for its owner.
package struct AppState: Sendable, Codable, Equatable {
    package let access: LibraryAccess
    /// The status for ``AccessLevel/readWrite``.
    package let readWrite: AuthorizationStatus
    /// The status for ``AccessLevel/addOnly``.
    package let addOnly: AuthorizationStatus
    /// The request of the app that waits for the owner; `nil` if none waits.
    package let waiting: AppAccess.Request?

    package init(
        access: LibraryAccess, readWrite: AuthorizationStatus, addOnly: AuthorizationStatus,
        waiting: AppAccess.Request?
    ) {
        self.access = access
        self.readWrite = readWrite
        self.addOnly = addOnly
        self.waiting = waiting
    }

    /// The state of an app with this entry in the record; `nil` for an app that is not in the record.
    package init(_ entry: AppEntry?, of app: String) {
        self.init(entry?.grant, of: app, waiting: entry?.pendingRequest)
    }

    /// The state of an app to which the owner gave this.
    package init(_ grant: AppAccess.Grant?, of app: String, waiting: AppAccess.Request? = nil) {
        self.init(
            access: grant.access(of: app), readWrite: grant.status(for: .readWrite),
            addOnly: grant.status(for: .addOnly), waiting: waiting)
    }

    /// The state of an app that the broker refuses, whatever the owner decided.
    package static let restricted = AppState(
        access: .none(app: ""), readWrite: .restricted, addOnly: .restricted, waiting: nil)

    /// The state of the owner.
    package static let owner = AppState(access: .owner, readWrite: .authorized, addOnly: .authorized, waiting: nil)

    package func status(for level: AccessLevel) -> AuthorizationStatus { level == .readWrite ? readWrite : addOnly }
}
