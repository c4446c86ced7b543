internal import ContentDigests
internal import PhotoModel

extension ImageReading {
    /// Decides what is done with the coded values, notes it, and gives the conversion if there is one.
    ///
    /// - Parameters:
    ///   - colors: What they mean; `nil` if nothing says so: then they are sRGB's.
    ///   - channels: 1 gray, 3 RGB, 4 inks.
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

extension ColorProfile {
    /// A profile, by the SHA-256 of its bytes (for PNG: inflated, so that the same profile is equal in both formats),
    /// of which nothing is made yet.
    static func embedded(_ profile: [UInt8]) throws(PhotoLibraryError) -> ColorProfile {
        let hasher = try ContentHasher(.sha256)
        profile.withUnsafeBytes { hasher.update($0) }
        return hasher.finish().map { .embedded($0, .unsupported) } ?? .none
    }
}
