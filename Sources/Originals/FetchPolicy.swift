/// Whether bytes may come from a remote store.
///
/// Who asks for bytes decides it, and it travels with the request to the process that opens them.
package enum FetchPolicy: Sendable, Hashable, Codable {
    /// Only from this machine: bytes that are elsewhere are not fetched (`networkAccessRequired`).
    case local
    /// Also from remote stores.
    case network
    /// Also from remote stores, after all that a person waits for.
    case background

    /// The policy of PhotoKit's options.
    package init(isNetworkAccessAllowed: Bool) { self = isNetworkAccessAllowed ? .network : .local }
}
