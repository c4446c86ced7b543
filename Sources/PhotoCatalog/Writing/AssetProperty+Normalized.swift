internal import PhotoModel

extension AssetProperty {
    /// The property as the catalogue stores it: an empty title or caption is `nil`, and each keyword occurs once.
    ///
    /// - Throws: `changeNotSupported` for a text that contains NUL.
    func normalized() throws -> AssetProperty {
        switch self {
        case .favorite, .hidden, .captureTime, .location: return self
        case .title(let title): return .title(try title.flatMap(Self.normalized))
        case .caption(let caption): return .caption(try caption.flatMap(Self.normalized))
        case .keywords(let keywords):
            var seen: Set<String> = []
            return .keywords(try keywords.compactMap(Self.normalized).filter { seen.insert($0).inserted })
        }
    }

    private static func normalized(_ text: String) throws -> String? {
        try text.checkHasNoNUL()
        return text.isEmpty ? nil : text
    }
}
