public import PhotoModel

extension ContentSignature {
    /// The signature of the same picture turned by quarter turns, for a query whose orientation tag was lost.
    ///
    /// Exactly the signature that the turned pixels would give. Any number of turns is allowed, negative ones turn
    /// counterclockwise. A signature whose thumbnail has not 4096 levels is returned as it is.
    public func rotated(quarterTurnsClockwise turns: Int) -> ContentSignature {
        let orientations: [Orientation] = [.up, .right, .down, .left]
        let orientation = orientations[((turns % 4) + 4) % 4]
        guard let thumbnail = Thumbnail(levels: thumbnail) else { return self }
        let turned = thumbnail.oriented(orientation)
        return ContentSignature(
            version: version, hash: turned.hash, quality: turned.quality, picture: .thumbnail(turned.levels),
            size: size.displayed(orientation))
    }
}
