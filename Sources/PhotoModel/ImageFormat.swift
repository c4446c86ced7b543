/// What kind of file the bytes are, told from the content and never from the name.
public enum ImageFormat: String, Sendable, Codable, CaseIterable {
    case jpeg, png, heic, avif, webp, tiff, gif, bmp, video
    /// A camera's raw file.
    case raw
    /// Bytes of no known kind.
    case unknown

    /// Whether this library turns the bytes into a picture.
    public var isDecodable: Bool { self == .jpeg || self == .png }
}

/// What could be made of a file's picture.
///
/// The bytes are kept in every case.
public enum PictureCondition: String, Sendable, Codable, CaseIterable {
    /// Decoded without a complaint.
    case ok
    /// Truncated or corrupt: decoded as far as possible.
    case damaged
    /// Over a limit (pixels, scans, memory): not decoded.
    case limited
    /// A kind of file or coding that is kept but not decoded.
    case unsupported
}
