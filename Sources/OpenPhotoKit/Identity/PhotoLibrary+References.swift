internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Keeps identifiers whose photos are not here yet.
    ///
    /// Each import asks for them again at its end.
    public func remember(_ identifiers: [CloudIdentifier]) throws {
        try catalog.perform([.remember(identifiers.map(\.stringValue))])
    }

    /// The identifiers that are kept, oldest first: those that are pending, or those that were found.
    public func rememberedReferences(resolved: Bool) throws -> [RememberedReference] {
        try catalog.rememberedReferences(resolved: resolved)
    }

    /// Forgets kept identifiers, by their text.
    ///
    /// - Returns: How many of them were kept.
    public func forgetReferences(_ identifiers: [String]) throws -> Int {
        try catalog.perform([.forget(identifiers)]).count
    }

    /// Resolves again the identifiers that are pending, and those that were found only by what a picture shows.
    ///
    /// - Returns: How many of the pending identifiers were found now. Blocks.
    @discardableResult
    public func resolveRememberedReferences() throws -> Int {
        let waiting = Set(try catalog.rememberedReferences(resolved: false).map(\.identifier))
        // A text of an older version waits for the program that can read it.
        let asked = try catalog.referencesToAsk().compactMap { try? CloudIdentifier(stringValue: $0) }
        let answers = zip(asked, resolve(asked)).map { identifier, answer in
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
