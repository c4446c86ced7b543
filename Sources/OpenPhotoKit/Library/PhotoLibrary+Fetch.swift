internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Calls `body` with each asset that the query means, in its order, on this thread.
    ///
    /// Memory does not grow with them.
    ///
    /// - Throws: What `body` throws, and ``PhotoLibraryError``.
    public func forEachAsset(_ query: AssetQuery = AssetQuery(), _ body: (Asset) throws -> Void) throws {
        try catalog.forEachAsset(query, body)
    }

    /// The assets with these local identifiers.
    ///
    /// Those that do not exist are left out.
    public func assets(withLocalIdentifiers localIdentifiers: [String]) throws -> [String: Asset] {
        try catalog.assets(localIdentifiers)
    }

    /// What the asset's picture looks like; `nil` if nothing of it could be decoded.
    package func signature(of localIdentifier: String) throws -> ContentSignature? {
        try catalog.signedAsset(withLocalIdentifier: localIdentifier)?.signature
    }

    /// How many assets there are.
    public func assetCount() throws -> Int { try catalog.assetCount() }

    /// The identifiers of all assets, in the order in which they were added.
    public func allLocalIdentifiers() throws -> [String] { try catalog.allLocalIdentifiers() }
}
