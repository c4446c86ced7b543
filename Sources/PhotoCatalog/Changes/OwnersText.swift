internal import PhotoModel

// What the owner writes, as the catalogue keeps it.
extension AssetProperty {
    /// The property as it is kept: an empty title or caption is none, and keywords are neither empty nor there twice.
    ///
    /// - Throws: `changeNotSupported` for a text with NUL.
    func kept() throws -> AssetProperty {
        switch self {
        case .favorite, .hidden, .captureTime, .location: return self
        case .title(let title): return .title(try title.flatMap(Self.kept))
        case .caption(let caption): return .caption(try caption.flatMap(Self.kept))
        case .keywords(let keywords):
            var seen: Set<String> = []
            return .keywords(try keywords.compactMap(Self.kept).filter { seen.insert($0).inserted })
        }
    }

    private static func kept(_ text: String) throws -> String? {
        try text.checkHasNoNUL()
        return text.isEmpty ? nil : text
    }
}
