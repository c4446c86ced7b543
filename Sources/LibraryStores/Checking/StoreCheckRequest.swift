public import PhotoModel

/// Which copies in stores are read back.
public struct StoreCheckRequest: Sendable {
    /// The names of the stores; `nil` for all stores of the library.
    public var stores: [String]?
    /// One of so many parts of each store's copies is read, those whose last check is oldest; 1 for all copies.
    public var parts = 1
    /// The limit of the transfer in bytes a second; `nil` for none.
    public var bytesPerSecond: Int?

    /// Reads every copy in every store, as fast as possible.
    public init() {}
}

/// A copy in a store that was read back.
public struct CheckedCopy: Sendable {
    /// The name of the store.
    public let store: String
    /// The local identifier of a photo with the original.
    public let localIdentifier: String
    /// The name of the original at import; the local identifier if it is unknown.
    public let name: String
    /// The size of the original in bytes.
    public let bytes: Int64
    /// Whether the copy is lost or has other bytes.
    public let isSuspect: Bool
    /// What is wrong with the copy, or why it could not be read; `nil` if every byte is right.
    public let error: PhotoLibraryError?
}

/// The numbers of a check of stores.
public struct StoreCheckSummary: Sendable, Hashable {
    /// The copies of which every byte is right.
    public internal(set) var sound = 0
    /// The copies that are lost or have other bytes.
    public internal(set) var suspect = 0
    /// The copies that could not be read, so that nothing is known about their bytes.
    public internal(set) var unread = 0
    /// The stores that could not be reached, or that failed; each by its name with the error.
    public internal(set) var unavailableStores: [String: PhotoLibraryError] = [:]

    /// Nothing was read.
    public init() {}
}
