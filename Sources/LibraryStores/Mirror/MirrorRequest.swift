public import PhotoModel

/// Which originals are copied to which stores.
public struct MirrorRequest: Sendable {
    /// The names of the stores; `nil` for all stores of the library.
    public var stores: [String]?
    /// Originals with so many copies are left out; `nil` to copy every original to every store.
    public var copies: Int?
    /// The limit of the transfer in bytes a second; `nil` for none.
    public var bytesPerSecond: Int?

    /// Copies every original to every store, as fast as possible.
    public init() {}
}

/// The result of copying a file of a photo to a store.
public struct MirroredFile: Sendable {
    /// The local identifier of the photo.
    public let localIdentifier: String
    /// The name of the file at import, or its path.
    public let name: String
    /// The name of the store.
    public let store: String
    /// The size of the file in bytes.
    public let bytes: Int64
    /// Why the store has no copy; `nil` if it has one, whose bytes were read back.
    public let error: PhotoLibraryError?
}

/// The numbers of a mirror.
public struct MirrorSummary: Sendable, Hashable {
    /// The files that were copied to a store, or found there, and read back.
    public internal(set) var copied = 0
    /// The bytes of these files.
    public internal(set) var bytes: Int64 = 0
    /// The files that could not be copied.
    public internal(set) var failed = 0
    /// The copies of purged photos that were removed from stores.
    public internal(set) var removed = 0
    /// The stores that could not be reached, or that failed; each by its name with the error.
    public internal(set) var unavailableStores: [String: PhotoLibraryError] = [:]
    /// The stores that have a copy of the catalogue of this moment.
    public internal(set) var storesWithCatalog: [String] = []

    /// Nothing was copied.
    public init() {}
}
