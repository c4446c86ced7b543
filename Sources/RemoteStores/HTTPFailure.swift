/// Why a request of HTTP failed: the cause of the `PhotoLibraryError` that a client of a service throws.
package struct HTTPFailure: Error, Sendable, Hashable {
    /// The status of the answer; `nil` if no whole answer came.
    package let status: Int?
    /// How long the service asks to wait before the next request (RFC 9110, section 10.2.3); `nil` if it does not ask.
    package let retryAfter: Duration?
    /// Whether the same request may succeed later: the network or the service failed, not the request.
    package let isTransient: Bool
    /// What failed, for logs.
    ///
    /// It contains no credential.
    package let reason: String

    package init(status: Int? = nil, retryAfter: Duration? = nil, isTransient: Bool, reason: String) {
        self.status = status
        self.retryAfter = retryAfter
        self.isTransient = isTransient
        self.reason = reason
    }
}
