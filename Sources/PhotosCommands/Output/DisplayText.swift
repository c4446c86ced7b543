internal import OpenPhotoKitOwner
internal import PhotoModel

// Values of photos as text for people.

extension ImageMetadata {
    /// Maker and model, such as "Canon EOS R5".
    ///
    /// Most models contain the maker already.
    var camera: String? {
        guard let make, let model else { return model ?? make }
        return model.lowercased().hasPrefix(make.lowercased()) ? model : "\(make) \(model)"
    }
}

extension PixelSize {
    var displayText: String { "\(width) × \(height) pixels" }
}

extension ImageMetadata.Location {
    /// Degrees north and east.
    var displayText: String { "\(latitude.inDegrees), \(longitude.inDegrees)" }
}

extension Double {
    /// Rounded to six decimals of a degree, a tenth of a metre.
    ///
    /// Further digits are rounding errors.
    var inDegrees: Double { (self * 1e6).rounded() / 1e6 }
}

extension CaptureTime {
    /// Date and time with a space between them.
    var displayText: String { description.replacing("T", with: " ") }

    /// Date and time to the second, marked if they are UTC.
    ///
    /// The headers of videos and some exports state UTC, and not the time of the camera's clock.
    var clockText: String {
        description.prefix(19).replacing("T", with: " ") + (offsetMinutes == 0 ? " UTC" : "")
    }
}
