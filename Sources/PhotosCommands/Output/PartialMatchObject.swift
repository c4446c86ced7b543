internal import OpenPhotoKitOwner

/// The JSON object of a photo of which a file shows the whole or a part.
struct PartialMatchObject: Encodable {
    /// Fractions of the picture's width and height, from the left and from the top.
    struct Rectangle: Encodable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        init(_ rectangle: PictureRectangle) {
            x = rectangle.x.thousandths
            y = rectangle.y.thousandths
            width = rectangle.width.thousandths
            height = rectangle.height.thousandths
        }
    }

    let localIdentifier: String
    let score: Double
    let isEdited: Bool
    let isMirrored: Bool
    let hasBorder: Bool
    let isDecidedOther: Bool
    let part: Rectangle
    let requestedPart: Rectangle
    let explanation: String

    init(_ match: PartialMatch) {
        localIdentifier = match.localIdentifier
        score = match.score.thousandths
        isEdited = match.isEdited
        isMirrored = match.isMirrored
        hasBorder = match.hasBorder
        isDecidedOther = match.isDecidedOther
        part = Rectangle(match.part)
        requestedPart = Rectangle(match.requestedPart)
        explanation = match.explanation
    }
}

extension Double {
    /// The value, rounded to three decimal places.
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}
