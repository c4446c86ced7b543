package import PhotoModel

extension Thumbnail {
    /// The thumbnail as displayed, when this one is in stored orientation.
    ///
    /// Source: CIPA DC-008 (Exif 2.32), tag 0x0112: which side of the displayed picture row 0 and column 0 are.
    package func oriented(_ orientation: Orientation) -> Thumbnail {
        let last = Self.side - 1
        switch orientation {
        case .up: return self
        case .upMirrored: return Thumbnail { self[$0, last - $1] }
        case .down: return Thumbnail { self[last - $0, last - $1] }
        case .downMirrored: return Thumbnail { self[last - $0, $1] }
        case .leftMirrored: return Thumbnail { self[$1, $0] }
        case .right: return Thumbnail { self[last - $1, $0] }
        case .rightMirrored: return Thumbnail { self[last - $1, last - $0] }
        case .left: return Thumbnail { self[$1, last - $0] }
        }
    }
}
