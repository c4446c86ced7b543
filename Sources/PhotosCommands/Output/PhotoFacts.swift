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

extension CaptureTime {
    /// Date and time with a space between them.
    var inWords: String { description.replacing("T", with: " ") }
}
