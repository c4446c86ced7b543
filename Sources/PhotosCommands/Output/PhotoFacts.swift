internal import OpenPhotoKit
internal import PhotoModel

// What is known of a photo, for a person to read.

extension ImageMetadata {
    /// "Canon EOS R5": most makers' models begin with the maker.
    var camera: String? {
        guard let make, let model else { return model ?? make }
        return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
    }
}

extension PixelSize {
    var inWords: String { "\(width) × \(height) pixels" }
}

extension ImageMetadata.Location {
    /// Degrees north and east.
    var inWords: String { "\(latitude.inDegrees), \(longitude.inDegrees)" }
}

extension Double {
    /// To the sixth decimal of a degree, which is a tenth of a metre: what follows is noise of the computation.
    var inDegrees: Double { (self * 1e6).rounded() / 1e6 }
}

extension CaptureTime {
    /// Date and time with a space between them.
    var inWords: String { description.replacing("T", with: " ") }
}
