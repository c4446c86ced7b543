internal import ContentDigests
internal import PhotoModel

extension DecodeJob {
    /// Decides about the conversion of the coded values and records it in the reading; `nil` if the rows are not
    /// converted.
    ///
    /// - Parameters:
    ///   - colors: The colours that the file states; `nil` means sRGB.
    ///   - channels: The number of channels: 1 gray, 3 RGB, 4 inks.
    func conversion(
        of colors: SourceColors?, channels: Int, _ reading: inout ImageReading
    ) -> ColorConversion? {
        guard let colors, case .embedded(let digest, _) = reading.colorProfile else { return nil }
        switch ColorRendering(of: colors, channels: channels) {
        case .equivalent: reading.colorProfile = .embedded(digest, .equivalent)
        case .converted(let conversion):
            reading.colorProfile = .embedded(digest, .converted)
            return output.convertsColors ? conversion : nil
        case .unsupported(let reason):
            reading.colorProfile = .embedded(digest, .unsupported)
            let message = "The colour profile is kept, but not applied: \(reason)."
            reading.warnings.append(ImageWarning(code: "profileUnsupported", message: message))
        }
        return nil
    }

    /// Records the bytes of a file that state its colours, and decides about the conversion of the coded values.
    func conversion(
        of colors: SourceColors?, statedBy bytes: [UInt8]?, channels: Int, _ reading: inout ImageReading
    ) throws(DecodeStop) -> ColorConversion? {
        guard let colors, let bytes else { return nil }
        reading.colorProfile = try withCallerErrors { () throws(PhotoLibraryError) in try .embedded(bytes) }
        return conversion(of: colors, channels: channels, &reading)
    }
}

extension ColorProfile {
    /// The SHA-256 of a profile's bytes, for a profile that was not evaluated yet.
    ///
    /// PNG profiles are inflated first, so that a profile has the same digest in both formats.
    static func embedded(_ profile: [UInt8]) throws(PhotoLibraryError) -> ColorProfile {
        let hasher = try ContentHasher(.sha256)
        profile.withUnsafeBytes { hasher.update($0) }
        return .embedded(try hasher.finish(), .unsupported)
    }
}
