internal import PhotoModel

extension AssetProperty {
    /// The property as the catalogue stores it: an empty title or caption is `nil`, and each keyword occurs once.
    ///
    /// - Throws: `changeNotSupported` for a text that contains NUL, or a rating out of range.
    func normalized() throws -> AssetProperty {
        switch self {
        case .favorite, .hidden, .captureTime, .location: return self
        case .rating(let rating):
            guard ImageMetadata.ratings.contains(rating) else {
                throw PhotoLibraryError(
                    .changeNotSupported, "A rating is 1 to 5, 0 for none or −1 for a rejected photo, not \(rating).")
            }
            return self
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
