/// Who asks, and what of the library that one may see.
public enum LibraryAccess: Sendable, Hashable, Codable {
    /// The library's owner: everything.
    case owner
    /// An app that the owner lets see all assets but hidden and deleted ones.
    case full(app: String)
    /// An app that sees the assets which the owner chose for it, and the albums that it made.
    case limited(app: String)
    /// An app that may add assets and sees none.
    case addOnly(app: String)
    /// An app that may do nothing.
    case none(app: String)

    /// The app that asks; `nil` for the owner.
    public var app: String? {
        switch self {
        case .owner: nil
        case .full(let app), .limited(let app), .addOnly(let app), .none(let app): app
        }
    }
}
