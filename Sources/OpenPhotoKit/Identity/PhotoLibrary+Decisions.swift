internal import PhotoCatalog
public import PhotoModel

extension PhotoLibrary {
    /// Remembers that a person said that an identifier means, or does not mean, an asset.
    ///
    /// Kept by content: it holds for every file of the same content, and when the asset is imported again.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset, `invalidIdentifier` if the identifier names no photo.
    public func decide(_ identifier: CloudIdentifier, isSame: Bool, as localIdentifier: String) throws {
        try decide(
            identifier, same: isSame ? [localIdentifier] : [], different: isSame ? [] : [localIdentifier])
    }

    /// Remembers that a person said which assets an identifier means, and which it does not: all of it or, when this
    /// throws, nothing.
    ///
    /// Kept by content: where an asset of `same` and one of `different` have the same, it is meant.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset, `invalidIdentifier` if the identifier names no photo.
    public func decide(_ identifier: CloudIdentifier, same: [String], different: [String]) throws {
        guard let content = identifier.evidence?.content else {
            throw PhotoLibraryError(.invalidIdentifier, "Only photos are decided about, not albums or folders.")
        }
        let assets = try catalog.assets(same + different)
        func decisions(about localIdentifiers: [String], isSame: Bool) throws -> [Decision] {
            try localIdentifiers.map { localIdentifier in
                guard let original = assets[localIdentifier]?.original else {
                    throw PhotoLibraryError(
                        .identifierNotFound, "No photo of this library has this identifier.",
                        identifier: localIdentifier)
                }
                return Decision(content, original.content, isSame: isSame)
            }
        }
        try decide(decisions(about: different, isSame: false) + decisions(about: same, isSame: true))
    }

    /// Remembers decisions, such as those of another library; a later one about the same contents replaces an earlier one.
    ///
    /// - Returns: How many were not known already.
    @discardableResult
    public func decide(_ decisions: [Decision]) throws -> Int {
        try catalog.perform([.decide(decisions)]).count
    }

    /// The assets that have contents which decisions are about, by content; those that are not here are left out.
    public func localIdentifiers(ofContents contents: [[UInt8]]) throws -> [[UInt8]: String] {
        var found: [[UInt8]: String] = [:]
        for content in Set(contents) where content.count == 16 {
            let assets =
                try catalog.assets(with: .imageData, prefix: content) + catalog.assets(with: .bytes, prefix: content)
            found[content] = assets.first?.localIdentifier
        }
        return found
    }

    /// What persons decided, oldest first.
    public func decisions() throws -> [Decision] { try catalog.decisions() }

    /// Forgets what was decided about two contents.
    ///
    /// - Returns: Whether anything had been.
    public func forgetDecision(about one: [UInt8], and other: [UInt8]) throws -> Bool {
        try catalog.perform([.forgetDecision(one, other)]).count > 0
    }
}
