internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Keeps identifiers whose photos are not here yet.
    ///
    /// Each import asks for them again at its end.
    public func remember(_ identifiers: [CloudIdentifier]) throws {
        try catalog.remember(identifiers.map(\.stringValue))
    }

    /// The identifiers that are kept, oldest first: those that are waited for, or those that were found.
    public func rememberedReferences(resolved: Bool) throws -> [RememberedReference] {
        try catalog.rememberedReferences(resolved: resolved)
    }

    /// Forgets kept identifiers, by their text.
    ///
    /// - Returns: How many of them were kept.
    public func forgetReferences(_ identifiers: [String]) throws -> Int { try catalog.forget(identifiers) }

    /// Asks again for the identifiers that are waited for.
    ///
    /// - Returns: How many were found now. Blocks.
    @discardableResult
    public func resolveRememberedReferences() throws -> Int {
        let resolver = Resolver(self)
        let found = try catalog.rememberedReferences(resolved: false).compactMap {
            reference -> (identifier: String, localIdentifier: String)? in
            // A text of an older version waits for the program that can read it.
            guard let identifier = try? CloudIdentifier(stringValue: reference.identifier),
                let evidence = identifier.evidence,
                let answer = try? resolver.resolve(evidence).localIdentifier
            else { return nil }
            return (reference.identifier, answer)
        }
        try catalog.setResolved(found)
        return found.count
    }
}
