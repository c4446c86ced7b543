internal import AssetLoading
internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Stores cloud identifiers whose photos are not in the library yet.
    ///
    /// Each import resolves them again at its end.
    public func remember(_ identifiers: [CloudIdentifier]) throws {
        try catalog.perform([.remember(identifiers.map(\.stringValue))])
    }

    /// The stored identifiers, oldest first: those that are pending, or those that were found.
    public func rememberedReferences(resolved: Bool) throws -> [RememberedReference] {
        try catalog.rememberedReferences(resolved: resolved)
    }

    /// Deletes stored identifiers, by their text.
    ///
    /// - Returns: The number of identifiers that were deleted.
    public func forgetReferences(_ identifiers: [String]) throws -> Int {
        try catalog.perform([.forget(identifiers)]).count
    }

    /// Resolves again the identifiers that are pending, and those that were found only by comparing pictures.
    ///
    /// - Returns: The number of pending identifiers that were found now.
    @discardableResult
    public func resolveRememberedReferences() async throws -> Int {
        let library = try local
        return try await LoadProgress().run("references") { try library.resolveRememberedReferences() }
    }
}

extension LocalLibrary {
    func resolveRememberedReferences() throws -> Int {
        let waiting = Set(try catalog.rememberedReferences(resolved: false).map(\.identifier))
        // An identifier text of another version stays pending until a program that can read it resolves it.
        let asked = try catalog.referencesToAsk().compactMap { try? CloudIdentifier(stringValue: $0) }
        let answers = zip(asked, resolve(asked, BatchProgress(nil, count: asked.count))).map { identifier, answer in
            let found = try? answer.get()
            return (
                identifier: identifier.stringValue, localIdentifier: found?.localIdentifier,
                isProven: [.syncState, .bytes, .imageData].contains(found?.evidence)
            )
        }
        try catalog.record(.answers(answers))
        return answers.count { $0.localIdentifier != nil && waiting.contains($0.identifier) }
    }
}
