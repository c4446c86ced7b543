public import DecoderProcess
public import PhotoIngest
public import PhotoModel

/// Which originals of a store are imported, and how.
public struct StoreImportRequest: Sendable {
    /// The name of the store in the library.
    public var store: String
    /// Whether originals of other libraries that use the store are imported too.
    ///
    /// Without it, the originals that their catalogues name stay in the store only.
    public var includesOtherLibraries = false
    /// Whether the originals are only listed.
    public var isRehearsal = false
    /// How many pictures are decoded at a time; 0 for one per core.
    public var jobs = 0
    /// Where pictures are decoded.
    public var decoding: DecodingMode = .automatic

    /// Imports the originals of a store that no catalogue names.
    public init(store: String) { self.store = store }
}

/// The result of importing an original of a store.
public struct ImportedOriginal: Sendable {
    /// The digest of its bytes; `nil` if it was not read, and the store is encrypted.
    public let sha256: Digest?
    /// The name that it has in the library: its name at its first import, or its digest.
    public let name: String
    /// The size in the store in bytes.
    public let bytes: Int64
    /// What was done; `planned` in a rehearsal.
    public let status: ImportItem.Status
    /// The local identifier of the photo; `nil` if the library has no photo with it.
    public let localIdentifier: String?
    /// Why it failed or was skipped; `nil` if it did not.
    public let error: PhotoLibraryError?
}

/// The numbers of an import of a store's originals.
public struct StoreImportSummary: Sendable, Hashable {
    /// The originals by what was done with them.
    public internal(set) var counts: [ImportItem.Status: Int] = [:]
    /// The other libraries that use the store.
    ///
    /// One that was interrupted while it copied originals may not name them yet.
    public internal(set) var otherLibraries = 0
    /// The originals that the catalogues of other libraries name, and that were left out.
    public internal(set) var ofOtherLibraries = 0

    /// Nothing was imported.
    public init() {}

    /// The originals that could not be fetched or imported.
    public var failed: Int { counts[.failed, default: 0] }
}
