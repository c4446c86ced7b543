/// Who reads or changes a library, and how much of it is open to them.
public enum LibraryAccess: Sendable, Hashable, Codable {
    /// The owner: everything.
    case owner
    /// An app that may see and change all assets.
    case full(app: String)
    /// An app that may see and change the assets that the owner chose for it.
    case limited(app: String)
    /// An app that may add assets and see none.
    case addOnly(app: String)
    /// An app that the owner refused.
    case none(app: String)
}
