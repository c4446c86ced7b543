/// The colour profile of a file.
public enum ColorProfile: Hashable, Sendable, Codable {
    /// No profile: the picture counts as sRGB.
    case none
    /// A profile, by the SHA-256 of its bytes, and its use.
    ///
    /// A PNG without an ICC profile can have other colour chunks that differ from sRGB. Then the digest is that of
    /// `cICP` and its payload. Without `cICP` it is that of `gAMA` and its payload and, if present, `cHRM` and its
    /// payload.
    case embedded(Digest, ColorTreatment)
}

/// The conversion of a picture's coded values before its luma is computed.
public enum ColorTreatment: UInt8, Hashable, Sendable, Codable {
    /// No conversion, because this kind of profile is not supported. The luma is then weaker evidence.
    case unsupported = 0
    /// No conversion, because the profile equals sRGB within two levels.
    case equivalent = 1
    /// Converted to sRGB.
    case converted = 2
}
