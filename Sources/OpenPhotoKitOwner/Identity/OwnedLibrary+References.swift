internal import AssetLoading
internal import PhotoCatalog
internal import PhotoMatching
public import PhotoModel

extension OwnedLibrary {
    /// Stores cloud identifiers whose photos are not in the library yet.
    ///
    /// Each import resolves them again at its end.
    public func remember(_ identifiers: [CloudIdentifier]) throws(PhotoLibraryError) {
        try catalog.perform([.remember(identifiers.map(\.stringValue))])
    }

    /// The stored identifiers, oldest first: those that are pending, or those that were found.
    public func rememberedReferences(resolved: Bool) throws(PhotoLibraryError) -> [RememberedReference] {
        try catalog.rememberedReferences(resolved: resolved)
    }

    /// Deletes stored identifiers, by their text.
    ///
    /// - Returns: The number of identifiers that were deleted.
    public func forgetReferences(_ identifiers: [String]) throws(PhotoLibraryError) -> Int {
        try catalog.perform([.forget(identifiers)]).count
    }

    /// Resolves again the identifiers that are pending, and those that were found only by comparing pictures.
    ///
    /// If the task is cancelled, the remaining identifiers stay as they are.
    ///
    /// - Returns: The number of pending identifiers that were found now.
    @discardableResult
    public func resolveRememberedReferences() async throws -> Int {
        let matcher = local.matcher
        let loading = LoadProgress()
        return try await loading.run { try matcher.resolveRememberedReferences(loading) }
    }
}
