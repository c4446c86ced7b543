/// The access rights of the owner or an app to a library.
public enum LibraryAccess: Sendable, Hashable, Codable {
    /// The owner of the library has all rights.
    case owner
    /// The app may see all assets except hidden and deleted assets.
    case full(app: String)
    /// The app may see the assets that the owner selected for it, and the albums that it created.
    case limited(app: String)
    /// The app may add assets, and may see no assets.
    case addOnly(app: String)
    /// The app has no access.
    case none(app: String)

    /// The name of the app; `nil` for the owner.
    public var app: String? {
        switch self {
        case .owner: nil
        case .full(let app), .limited(let app), .addOnly(let app), .none(let app): app
        }
    }
}
