/// The colour profile a file carries, kept beside the picture's own evidence.
public enum ColorProfile: Hashable, Sendable, Codable {
    /// None: the picture is taken as sRGB.
    case none
    /// A profile, by the SHA-256 of its bytes, and what was made of it.
    ///
    /// For a PNG without ICC profile whose other colour chunks are not sRGB's: the SHA-256 of `cICP` and its payload,
    /// else of `gAMA` and its payload and, if there is one, `cHRM` and its payload.
    case embedded(Digest, ColorTreatment)
}

/// What was made of a picture's coded values before its luma was taken.
public enum ColorTreatment: UInt8, Hashable, Sendable, Codable {
    /// Used as they are, because the profile is not of a kind that is converted: weaker evidence of what is shown.
    case unsupported = 0
    /// Used as they are, because the profile is sRGB within two levels.
    case equivalent = 1
    /// Converted to sRGB.
    case converted = 2
}
