internal import ContentDigests
internal import PhotoModel

extension ImageReading {
    /// Decides about the conversion of the coded values and records it; `nil` if the values are not converted.
    ///
    /// - Parameters:
    ///   - colors: The colours that the file states; `nil` means sRGB.
    ///   - channels: The number of channels: 1 gray, 3 RGB, 4 inks.
    mutating func conversion(of colors: SourceColors?, channels: Int) -> ColorConversion? {
        guard let colors, case .embedded(let digest, _) = colorProfile else { return nil }
        switch ColorRendering(of: colors, channels: channels) {
        case .equivalent: colorProfile = .embedded(digest, .equivalent)
        case .converted(let conversion):
            colorProfile = .embedded(digest, .converted)
            return conversion
        case .unsupported(let reason):
            colorProfile = .embedded(digest, .unsupported)
            let message = "The colour profile is kept, but not applied: \(reason)."
            warnings.append(ImageWarning(code: "profileUnsupported", message: message))
        }
        return nil
    }
}

extension ImageReading {
    /// Records the bytes of a file that state its colours, and decides about the conversion of the coded values.
    mutating func conversion(
        of colors: SourceColors?, statedBy bytes: [UInt8]?, channels: Int
    ) throws(DecodeStop) -> ColorConversion? {
        guard let colors, let bytes else { return nil }
        colorProfile = try withCallerErrors { () throws(PhotoLibraryError) in try .embedded(bytes) }
        return conversion(of: colors, channels: channels)
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
