internal import PhotoCatalog
public import PhotoModel

extension OwnedLibrary {
    /// Stores the user's decision that an identifier means, or does not mean, an asset.
    ///
    /// The decision is stored by content: it holds for every file of the same content, and after the asset is imported
    /// again.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset, `invalidIdentifier` if the identifier names no photo.
    public func decide(_ identifier: CloudIdentifier, isSame: Bool, as localIdentifier: String)
        throws(PhotoLibraryError)
    {
        try decide(
            identifier, same: isSame ? [localIdentifier] : [], different: isSame ? [] : [localIdentifier])
    }

    /// Stores the user's decision about which assets an identifier means, and which it does not.
    ///
    /// If this throws, nothing is stored.
    ///
    /// Decisions are stored by content: a content that is both in `same` and in `different` counts as the same.
    ///
    /// - Throws: `identifierNotFound` if there is no such asset, `invalidIdentifier` if the identifier names no photo.
    public func decide(_ identifier: CloudIdentifier, same: [String], different: [String]) throws(PhotoLibraryError) {
        guard let content = identifier.evidence?.content else {
            throw PhotoLibraryError(.invalidIdentifier, "Only photos are decided about, not albums or folders.")
        }
        let assets = try catalog.assets(same + different)
        func decisions(
            about localIdentifiers: [String], isSame: Bool
        ) throws(PhotoLibraryError) -> [Decision] {
            try localIdentifiers.map { localIdentifier throws(PhotoLibraryError) in
                guard let original = assets[localIdentifier]?.original else {
                    throw PhotoLibraryError.noAsset(withLocalIdentifier: localIdentifier)
                }
                return Decision(content, original.content, isSame: isSame)
            }
        }
        try decide(decisions(about: different, isSame: false) + decisions(about: same, isSame: true))
    }

    /// Stores decisions, such as those of another library.
    ///
    /// A later decision about the same contents replaces an earlier one.
    ///
    /// - Returns: The number of decisions that were new.
    @discardableResult
    public func decide(_ decisions: [Decision]) throws(PhotoLibraryError) -> Int {
        try catalog.perform([.decide(decisions)]).count
    }

    /// The assets of this library that have these contents, by content.
    ///
    /// Contents without an asset are omitted.
    public func localIdentifiers(ofContents contents: [[UInt8]]) throws(PhotoLibraryError) -> [[UInt8]: String] {
        var found: [[UInt8]: String] = [:]
        for content in Set(contents) where content.count == 16 {
            let assets =
                try catalog.assets(with: .imageData, prefix: content) + catalog.assets(with: .bytes, prefix: content)
            found[content] = assets.first?.localIdentifier
        }
        return found
    }

    /// The user's decisions, oldest first.
    public func decisions() throws(PhotoLibraryError) -> [Decision] { try catalog.decisions() }

    /// Deletes the decision about two contents.
    ///
    /// - Returns: Whether there was a decision.
    public func forgetDecision(about one: [UInt8], and other: [UInt8]) throws(PhotoLibraryError) -> Bool {
        try catalog.perform([.forgetDecision(one, other)]).count > 0
    }
}
