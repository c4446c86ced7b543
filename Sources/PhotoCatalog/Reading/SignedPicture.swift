package import PhotoModel

/// The picture of an asset that a signature describes.
///
/// The raw values are stored.
package enum SignedPicture: Int, Sendable, CaseIterable {
    /// The original.
    case original = 0
    /// The edited picture that the asset shows.
    case edited = 1
    /// The camera's preview in a raw original. The camera may have rendered it unlike any other program.
    case rawPreview = 2

    /// The picture in a file of an asset; `nil` if the pictures of such files are not compared.
    package init?(_ kind: AssetResource.Kind, _ format: ImageFormat) {
        switch kind {
        case .original: self = format == .raw ? .rawPreview : .original
        case .fullSizePhoto: self = .edited
        default: return nil
        }
    }

    /// Whether the picture is compared if its file is in this condition.
    ///
    /// A damaged picture proves nothing by what it shows, and the catalogue has the conditions of originals only.
    package func isCompared(in condition: PictureCondition) -> Bool { self != .edited || condition != .damaged }
}
