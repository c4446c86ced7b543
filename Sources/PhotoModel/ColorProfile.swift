/// The colour profile a file carries, kept beside the picture's own evidence.
public enum ColorProfile: Hashable, Sendable, Codable {
    /// None: the picture is taken as sRGB.
    case none
    /// A profile, by the SHA-256 of its bytes. The picture's coded values are used as they are.
    case embedded(Digest)
}
