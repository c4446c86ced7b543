public import Foundation

/// A store of a library, as its owner sees it.
public struct StoreDescription: Sendable, Hashable {
    /// The identifier that the store states.
    public let id: UUID
    /// The name that the owner gave it.
    public let name: String
    /// Where it is; `nil` if the file with its address is missing.
    public let address: StoreAddress?
    /// The place where it stands: copies at one site may be lost together.
    public let site: String
    /// Whether it is a folder on the disk of the library, so that both may be lost together.
    public let isOnDiskOfLibrary: Bool
    /// Whether its files are encrypted.
    public let isEncrypted: Bool
    /// Whether a person gave the exported key of an encrypted store back: see `OwnedLibrary.confirmKey(_:of:)`.
    public let isKeyConfirmed: Bool
    /// When it was added to the library.
    public let addedDate: Date
    /// When it last answered; `nil` if it never did.
    public let lastSuccess: Date?
    /// What failed last, and when; `nil` if nothing did since the last success.
    public let lastFailure: String?
    /// When it last failed; `nil` if it did not since the last success.
    public let lastFailureDate: Date?
    /// When a copy of the catalogue was last written to it; `nil` if it has none.
    public let catalogCopyDate: Date?
    /// The number of originals whose copies in it were read back whole, by this library or the one that it restores.
    public let copies: Int
    /// The number of copies that were lost or have other bytes, as far as is known.
    public let suspectCopies: Int
    /// The number of these copies that can be written again, because their originals are here or in another store.
    public let replaceableCopies: Int
}

/// How a library reaches a new store.
public struct StoreCredentials: Sendable {
    /// The user of WebDAV, or the access key of S3; `nil` if none is needed.
    public var user: String?
    /// The password of WebDAV, or the secret key of S3.
    public var secret: String?
    /// A file of certificates that sign the server's certificate; `nil` for those of the system.
    public var certificates: String?

    /// Credentials; none by default.
    public init(user: String? = nil, secret: String? = nil, certificates: String? = nil) {
        (self.user, self.secret, self.certificates) = (user, secret, certificates)
    }
}

/// What is to be added as a store.
public struct NewStore: Sendable {
    /// The name for the owner: 1 to 64 letters, digits, `-`, `_` and `.`, not beginning with `-`.
    public var name: String
    /// Where the store is.
    public var address: StoreAddress
    /// How the service knows the owner.
    public var credentials = StoreCredentials()
    /// Whether a new store encrypts its files; `nil` for the default of the address.
    ///
    /// An existing store says so itself.
    public var isEncrypted: Bool?
    /// The key of an existing encrypted store: the line `AGE-SECRET-KEY-1…` of an exported key.
    public var key: String?
    /// The place where it stands; `nil` for the host of a service, or the disk of a folder.
    ///
    /// A remote of rclone, which may be anywhere, needs one when it is added.
    public var site: String?

    /// A store at an address.
    public init(name: String, address: StoreAddress) { (self.name, self.address) = (name, address) }
}
