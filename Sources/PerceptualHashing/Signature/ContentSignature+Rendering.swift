package import PhotoModel

/// One of the renderings of a signature, ready for a comparison.
package struct RenderedPicture: Sendable {
    package let rendering: ContentSignature.Rendering
    package let picture: ComparedPicture
    /// The hash with which candidates are found.
    package let hash: PerceptualHash
}

extension ContentSignature {
    /// The renderings of the picture, the converted one first; empty if the signature has no picture, or an invalid
    /// one.
    package var renderings: [RenderedPicture] {
        guard let converted = ComparedPicture(picture) else { return [] }
        let first = RenderedPicture(rendering: .converted, picture: converted, hash: hash)
        switch unconverted {
        case .thumbnail(let levels, let hash)?:
            guard let thumbnail = Thumbnail(levels: levels) else { return [first] }
            let other = ComparedPicture(thumbnail)
            return [first, RenderedPicture(rendering: .unconverted, picture: other, hash: hash)]
        case .difference(let bytes)?:
            guard case .code(let code) = picture, let coded = ThumbnailCode(bytes: code) else { return [first] }
            let other = ComparedPicture(coded.adding(difference: bytes))
            return [first, RenderedPicture(rendering: .unconverted, picture: other, hash: other.hash)]
        case nil: return [first]
        }
    }
}

extension ContentSignature {
    /// Whether only one of the pictures has colours that are converted, as a photo and its copy without the profile.
    package func mayBeWithoutProfile(of other: ContentSignature) -> Bool {
        (unconverted == nil) != (other.unconverted == nil)
    }
}

extension Thumbnail {
    /// Whether a cell of the smoothed picture differs by more than a level.
    ///
    /// A program that drops a colour profile changes the whole picture. The limits of the comparison allow 0.9 levels
    /// for the mean, and a copy needs a part of that for itself.
    package func differs(from other: Thumbnail) -> Bool {
        zip(ComparedPicture(self).levels, ComparedPicture(other).levels).contains { abs($0 - $1) > 1 }
    }
}
