package import Foundation

/// The entry of an app in the privacy record without what the app did and sees, which takes longer to count.
package struct AppDecision: Sendable, Hashable {
    /// See ``AppAccess/grant``.
    package let grant: AppAccess.Grant?
    /// See ``AppAccess/decidedDate``.
    package let date: Date?
    /// See ``AppAccess/pendingRequest``.
    package let pendingRequest: AppAccess.Request?
    /// See ``AppAccess/identity``.
    package let identity: AppAccess.Identity?

    package init(
        grant: AppAccess.Grant?, date: Date?, pendingRequest: AppAccess.Request?, identity: AppAccess.Identity?
    ) {
        self.grant = grant
        self.date = date
        self.pendingRequest = pendingRequest
        self.identity = identity
    }
}
