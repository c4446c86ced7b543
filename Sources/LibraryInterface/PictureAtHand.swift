package import Foundation
package import PhotoModel

/// A picture of a file that a library has without decoding the file.
package enum PictureAtHand: Sendable {
    /// A JPEG of this rendition, from the owner's cache of thumbnails.
    case rendition(KeptRendition, Data)
    /// The JPEG that stands for a file that is elsewhere; its longer side has at most ``PreviewPicture/side`` pixels.
    case previewPicture(Data)
    /// The 64 × 64 levels of the displayed picture in gray, squeezed to a square, row by row from the top left.
    case gray(Data)

    /// The number of levels on a side of a gray picture.
    package static let graySide = 64
}
