/// The comparison of the colours of two pictures.
///
/// Signatures, cells and details are of luma, in which a photo and its black-and-white version agree.
package struct ColorComparison: Sendable {
    /// The greatest difference of the mean colour of a cell, in levels of B − Y or R − Y.
    package let greatest: Double

    /// The maximum difference of a copy.
    ///
    /// Coding with a quality of 30 or more, and scaling to 320 pixels, change a cell by at most 13 levels, a quality of
    /// 10 by at most 18. A black-and-white version changes some cell of most photographs by more than 30.
    private static let limit = 20.0

    /// Compares two pictures that are turned the same way.
    package init(_ first: DetailedPicture, _ second: DetailedPicture) {
        greatest = zip(first.colors, second.colors).reduce(0) { greatest, pair in
            let difference = pair.0 - pair.1
            return max(greatest, Double(abs(difference.x)), Double(abs(difference.y)))
        }
    }

    /// Whether an area has another colour.
    package var showsOtherColors: Bool { greatest > Self.limit }
}
