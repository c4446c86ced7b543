package import Foundation

/// The entry of an app in the privacy record, without the numbers of its photos, which take long to count.
package struct AppEntry: Sendable, Hashable {
    /// See ``AppAccess/grant``.
    package let grant: AppAccess.Grant?
    /// See ``AppAccess/decidedDate``.
    package let decidedDate: Date?
    /// See ``AppAccess/lastOptions``.
    package let lastOptions: AccessOptions
    /// See ``AppAccess/pendingRequest``.
    package let pendingRequest: AppAccess.Request?
    /// See ``AppAccess/requestDate``.
    package let requestDate: Date?
    /// See ``AppAccess/lastUsed``.
    package let lastUsed: Date?
    /// See ``AppAccess/identity``.
    package let identity: AppAccess.Identity?
    /// See ``AppAccess/containment``.
    package let containment: AppAccess.Containment?
    /// Enciphers the app's change tokens; a decision that changes what the app may do makes a new key.
    package let tokenKey: Data

    package init(
        grant: AppAccess.Grant?, decidedDate: Date?, lastOptions: AccessOptions, pendingRequest: AppAccess.Request?,
        requestDate: Date?, lastUsed: Date?, identity: AppAccess.Identity?, containment: AppAccess.Containment?,
        tokenKey: Data
    ) {
        self.grant = grant
        self.decidedDate = decidedDate
        self.lastOptions = lastOptions
        self.pendingRequest = pendingRequest
        self.requestDate = requestDate
        self.lastUsed = lastUsed
        self.identity = identity
        self.containment = containment
        self.tokenKey = tokenKey
    }
}
