public import PhotoModel

extension ContentSignature {
    /// The greatest distance of hashes, in bits, at which two pictures are compared.
    ///
    /// It never decides.
    public static let candidateRadius: Int = 31
    /// Pictures of a lower quality are too flat to be found by content alone.
    public static let flatQuality: Int = 50

    /// The signature in the form that identifiers contain, with the code of its thumbnail.
    ///
    /// A signature without an exact thumbnail is returned unchanged.
    public var coded: ContentSignature {
        Thumbnail(levels: thumbnail).map { with(.code(ThumbnailCode.encode($0))) } ?? self
    }
}
