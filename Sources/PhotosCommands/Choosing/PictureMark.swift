internal import OpenPhotoKitOwner

/// A frame around a part of a picture, as shapes of an SVG that has the picture's aspect ratio.
struct PictureMark {
    private let sides: [String]

    /// - Parameters:
    ///   - width: The width of the picture in the coordinates of the SVG.
    ///   - height: The height of the picture in these coordinates.
    init(_ part: PictureRectangle, width: Double, height: Double) {
        sides = [part.x * width, part.y * height, part.width * width, part.height * height]
            .map { "\(($0 * 100).rounded() / 100)" }
    }

    /// A bright frame on a dark one, so that it is visible on every picture.
    var markup: Markup { "\(rectangle("halo"))\(rectangle("mark"))" }

    private func rectangle(_ name: String) -> Markup {
        """
        <rect class="\(name)" x="\(sides[0])" y="\(sides[1])" width="\(sides[2])" height="\(sides[3])"/>
        """
    }
}
