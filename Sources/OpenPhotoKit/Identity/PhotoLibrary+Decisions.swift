internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Keeps what a person decided: whether an identifier means an asset.
    ///
    /// Kept by content and so for every library that has the same files; a later word replaces an earlier one. Blocks.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset, `ioFailure`.
    public func decide(_ identifier: CloudIdentifier, isSame: Bool, as localIdentifier: String) throws {
        guard let original = try catalog.assets([localIdentifier])[localIdentifier]?.original else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
        }
        try catalog.decide([Decision(identifier.evidence.content, original.content, isSame: isSame)])
    }
}
