public import PhotoModel

extension ContentSignature {
    /// The signature of the same picture after quarter turns, for a query without an orientation tag.
    ///
    /// The result equals the signature of the turned pixels. Any number of turns is allowed; negative numbers turn
    /// counterclockwise. A signature whose thumbnail does not have 4096 levels is returned unchanged.
    public func rotated(quarterTurnsClockwise turns: Int) -> ContentSignature {
        let orientations: [Orientation] = [.up, .right, .down, .left]
        let orientation = orientations[((turns % 4) + 4) % 4]
        guard let thumbnail = Thumbnail(levels: thumbnail) else { return self }
        let turned = thumbnail.oriented(orientation)
        var other: Thumbnail?
        if case .thumbnail(let levels, _)? = unconverted { other = Thumbnail(levels: levels)?.oriented(orientation) }
        return ContentSignature(
            version: version, hash: turned.hash, quality: turned.quality, picture: .thumbnail(turned.levels),
            size: size.displayed(orientation), unconverted: other.map { .thumbnail($0.levels, hash: $0.hash) })
    }
}
