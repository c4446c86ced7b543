/// The access rights of the owner or an app to a library.
public enum LibraryAccess: Sendable, Hashable, Codable {
    /// The owner of the library has all rights.
    case owner
    /// The app may see all assets except hidden and deleted assets.
    case full(app: String, AccessOptions = [])
    /// The app may see the assets that the owner selected for it or that it added, and the albums that it created.
    case limited(app: String, AccessOptions = [])
    /// The app may add assets, and may see no assets.
    case addOnly(app: String)
    /// The app has no access.
    case none(app: String)

    /// The name of the app; `nil` for the owner.
    public var app: String? {
        switch self {
        case .owner: nil
        case .full(let app, _), .limited(let app, _), .addOnly(let app), .none(let app): app
        }
    }

    /// The options of an app that may see assets.
    package var options: AccessOptions {
        switch self {
        case .full(_, let options), .limited(_, let options): options
        case .owner, .addOnly, .none: []
        }
    }

    /// Whether assets may be seen.
    package var mayRead: Bool {
        switch self {
        case .owner, .full, .limited: true
        case .addOnly, .none: false
        }
    }

    /// Whether assets and their files are given without their places.
    package var hidesPlaces: Bool { options.contains(.withoutPlaces) }
}

/// Options of the access that the owner gives an app.
public struct AccessOptions: OptionSet, Sendable, Hashable, Codable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The app gets assets and their files without the places where they were taken.
    public static let withoutPlaces = AccessOptions(rawValue: 1)
    /// The app may change and delete all assets that it sees, and not only those that it added.
    public static let mayChange = AccessOptions(rawValue: 2)
}
