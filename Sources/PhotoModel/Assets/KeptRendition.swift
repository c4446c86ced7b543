/// A rendition that the cache of thumbnails keeps; no other rendition is kept.
///
/// The cases are in order of size.
package enum KeptRendition: String, Sendable, Codable, CaseIterable {
    /// A short side of 256 pixels.
    case thumbnail
    /// A long side of 1,600 pixels.
    case preview

    /// This rendition and the smaller ones, the largest first.
    package var withSmaller: [KeptRendition] {
        Self.allCases.prefix(through: Self.allCases.firstIndex(of: self) ?? 0).reversed()
    }
}
