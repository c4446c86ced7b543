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
    /// Its title; `nil` for none.
    case title(String?)
    /// The words under it; `nil` for none.
    case caption(String?)
    /// Its keywords, each once.
    case keywords([String])
}

/// A value that the owner gives, or leaves to the files.
public enum OwnersValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What the owner says; what the files say is kept beside it.
    case set(Value)
    /// What the files say.
    case original
}
