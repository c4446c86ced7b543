/// A property of an asset that the owner can change.
public enum AssetProperty: Sendable, Hashable, Codable {
    /// Whether the asset is a favourite.
    case favorite(Bool)
    /// Whether the asset is hidden.
    case hidden(Bool)
    /// The capture time, instead of the one in the files.
    case captureTime(OwnersValue<CaptureTime>)
    /// The place of capture, instead of the one in the files; `nil` for no place.
    case location(OwnersValue<ImageMetadata.Location?>)
    /// The title; `nil` or an empty text for no title. Texts with NUL are refused, in all properties.
    case title(String?)
    /// The caption; `nil` or an empty text for no caption.
    case caption(String?)
    /// The keywords. Each is stored once, and empty ones are ignored.
    case keywords([String])
    /// The rating: a value of ``ImageMetadata/ratings``.
    case rating(Int)
}

/// A value of the owner, or the value in the files.
public enum OwnersValue<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
    /// The owner's value. The value in the files is stored too.
    case set(Value)
    /// The value in the files.
    case original
}
