internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Remembers that a person said that an identifier means, or does not mean, an asset.
    ///
    /// Kept by content: it holds for every file of the same content, and when the asset is imported again.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset.
    public func decide(_ identifier: CloudIdentifier, isSame: Bool, as localIdentifier: String) throws {
        guard let content = identifier.evidence?.content else {
            throw PhotoLibraryError(.invalidIdentifier, "Only photos are decided about, not albums or folders.")
        }
        guard let original = try catalog.assets([localIdentifier])[localIdentifier]?.original else {
            throw PhotoLibraryError(
                .identifierNotFound, "No photo of this library has this identifier.", identifier: localIdentifier)
        }
        try decide([Decision(content, original.content, isSame: isSame)])
    }

    /// Remembers decisions, such as those of another library; a later one about the same contents replaces an earlier one.
    public func decide(_ decisions: [Decision]) throws { try catalog.decide(decisions) }

    /// What persons decided, oldest first.
    public func decisions() throws -> [Decision] { try catalog.decisions() }

    /// Forgets what was decided about two contents.
    ///
    /// - Returns: Whether anything had been.
    public func forgetDecision(about one: [UInt8], and other: [UInt8]) throws -> Bool {
        try catalog.forgetDecision(about: [one, other])
    }
}
