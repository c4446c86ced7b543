/// The kinds of collections in a fetch.
package enum CollectionKind: String, Sendable, Codable {
    case albums, folders
    /// Albums and folders, in one order.
    case all
}
