public import PhotoModel

extension ContentSignature {
    /// The greatest distance of hashes, in bits, at which two pictures are compared.
    ///
    /// The distance only selects candidates. ``verify(against:limits:)`` decides whether they are the same picture.
    public static let candidateRadius: Int = 31
    /// The least quality of pictures that are found by content alone; other pictures are too flat.
    public static let flatQuality: Int = 50

    /// The signature in the form that identifiers contain, with the code of its thumbnail.
    ///
    /// A signature without an exact thumbnail is returned unchanged.
    public var coded: ContentSignature {
        Thumbnail(levels: thumbnail).map { with(.code(ThumbnailCode.encode($0))) } ?? self
    }
}
