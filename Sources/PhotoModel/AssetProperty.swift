/// Something that the owner may say of an asset.
public enum AssetProperty: Sendable, Hashable {
    /// Whether it is a favourite.
    case favorite(Bool)
    /// Whether it is hidden.
    case hidden(Bool)
    /// When it was taken, instead of what its files say.
    case captureTime(OwnersValue<CaptureTime>)
    /// Where it was taken, instead of what its files say; `nil` for nowhere that is told.
    case location(OwnersValue<ImageMetadata.Location?>)
    /// Its title; `nil` or an empty text for none. NUL is refused in it, as in the other texts.
    case title(String?)
    /// The words under it; `nil` or an empty text for none.
    case caption(String?)
    /// Its keywords: each is kept once, and empty ones are left out.
    case keywords([String])
}

/// A value that the owner gives, or leaves to the files.
public enum OwnersValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What the owner says; what the files say is kept beside it.
    case set(Value)
    /// What the files say.
    case original
}
