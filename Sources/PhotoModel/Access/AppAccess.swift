public import Foundation

/// What an app may do in a library, and what it did: an entry of the privacy record.
public struct AppAccess: Sendable, Hashable {
    /// The name of the app.
    public let app: String
    private let entry: AppEntry
    /// The owner's decision; `nil` if the owner has not decided.
    public var grant: Grant? { entry.grant }
    /// When the owner made the decision or took an earlier one back; `nil` if the owner has not decided.
    public var decidedDate: Date? { entry.decidedDate }
    /// The options of the last decision that let the app see assets.
    public var lastOptions: AccessOptions { entry.lastOptions }
    /// The access that the app requested and that the owner has not decided on.
    public var pendingRequest: Request? { entry.pendingRequest }
    /// When the app made the request; `nil` if none waits.
    public var requestDate: Date? { entry.requestDate }
    /// The number of assets that the owner selected for the app or that the app added, and that it can see with
    /// limited access.
    public let selectedAssetCount: Int
    /// The number of assets in the library that the app added.
    public let addedAssetCount: Int
    /// The number of albums that the app made.
    public let albumCount: Int
    /// The number of assets that were handed to the app once, without access.
    public let pickedAssetCount: Int
    /// When the app last connected; `nil` if it never did.
    public var lastUsed: Date? { entry.lastUsed }
    /// What the app's name rested on when it last connected; `nil` if it never did.
    public var identity: Identity? { entry.identity }
    /// Whether the app could not reach the library's files around the broker when it last connected.
    public var containment: Containment? { entry.containment }

    /// The owner's decision about an app.
    public enum Grant: Sendable, Hashable, Codable {
        /// The app may see and add nothing.
        case denied
        /// The app may add assets.
        case addOnly
        /// The app may see the selected assets and add assets.
        case limited(AccessOptions = [])
        /// The app may see all assets except hidden ones, and add assets.
        case full(AccessOptions = [])

        /// The options of the access; none for an app that may see nothing.
        public var options: AccessOptions {
            switch self {
            case .denied, .addOnly: []
            case .limited(let options), .full(let options): options
            }
        }
    }

    /// A request that waits for the owner.
    public enum Request: String, Sendable, Hashable, Codable {
        /// The app asks to add assets.
        case addOnly
        /// The app asks to see assets.
        case readWrite
        /// The app asks for other selected assets.
        case selection
        /// The app asks to change an asset that it did not add.
        case change
    }

    /// What an app's name rests on.
    public enum Identity: String, Sendable, Hashable, Codable {
        /// The app runs in a sandbox that has the socket of this name and no other.
        case socket
        /// The app runs as another user of the system.
        case user
        /// Any program of the owner can use the name.
        case claimed
    }

    /// Whether an app can reach the library's files around the broker.
    public enum Containment: String, Sendable, Hashable, Codable {
        /// It cannot.
        case contained
        /// It can, so nothing but its word keeps it from other photos.
        case uncontained
        /// That cannot be seen, so the app counts as ``uncontained``.
        case unknown
    }

    package init(
        app: String, _ entry: AppEntry, selectedAssetCount: Int, addedAssetCount: Int, albumCount: Int,
        pickedAssetCount: Int
    ) {
        self.app = app
        self.entry = entry
        self.selectedAssetCount = selectedAssetCount
        self.addedAssetCount = addedAssetCount
        self.albumCount = albumCount
        self.pickedAssetCount = pickedAssetCount
    }
}

extension LibraryAccess {
    /// The owner's decision that gives this access.
    package var grant: AppAccess.Grant? {
        switch self {
        case .none: .denied
        case .addOnly: .addOnly
        case .limited(_, let options): .limited(options)
        case .owner: .full(.mayChange)
        case .full(_, let options): .full(options)
        }
    }
}

extension AppAccess.Grant? {
    /// The status of an app with this decision.
    ///
    /// An app that may add assets can still ask to see assets.
    package func status(for level: AccessLevel) -> AuthorizationStatus {
        switch (self, level) {
        case (nil, _), (.addOnly, .readWrite): .notDetermined
        case (.denied, _): .denied
        case (.addOnly, .addOnly), (.limited, .addOnly), (.full, _): .authorized
        case (.limited, .readWrite): .limited
        }
    }

    /// The access of an app with this decision.
    package func access(of app: String) -> LibraryAccess {
        switch self {
        case nil, .denied: .none(app: app)
        case .addOnly: .addOnly(app: app)
        case .limited(let options): .limited(app: app, options)
        case .full(let options): .full(app: app, options)
        }
    }
}
