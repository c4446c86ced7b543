public import PhotoModel

extension ContentSignature {
    /// The greatest distance of hashes, in bits, at which two pictures are compared.
    ///
    /// The distance only selects candidates. ``verify(against:limits:)`` decides whether they are the same picture.
    public static let candidateRadius: Int = 31
    /// The least quality of pictures that are found by content alone; other pictures are too flat.
    public static let flatQuality: Int = 50

    /// The signature in the form that identifiers contain, with the code of its thumbnails.
    ///
    /// A signature without an exact thumbnail is returned unchanged.
    public var coded: ContentSignature {
        guard let thumbnail = Thumbnail(levels: thumbnail) else { return self }
        guard case .thumbnail(let levels, _)? = unconverted, let other = Thumbnail(levels: levels) else {
            return with(.code(ThumbnailCode.encode(thumbnail)))
        }
        let (code, difference) = ThumbnailCode.encode(thumbnail, unconverted: other)
        // The difference may vanish in the step of the code.
        return with(.code(code), unconverted: difference.isEmpty ? nil : .difference(difference))
    }
}
