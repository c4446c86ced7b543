/// The format of a file, detected from its content and never from its name.
public enum ImageFormat: String, Sendable, Codable, CaseIterable {
    case jpeg, png, heic, avif, webp, jxl, tiff, gif, bmp
    /// A video in any container.
    case video
    /// A camera's raw file.
    case raw
    /// The content is not of a known format.
    case unknown

    /// Whether this library decodes pictures of this format.
    ///
    /// HEIC, AVIF, WebP and JPEG XL depend on the package traits `HEVC`, `AV1`, `WebP` and `JPEGXL`, which are on by
    /// default.
    public var isDecodable: Bool { declaration.isDecodable }

    /// Whether this library displays files of this format.
    ///
    /// Besides the decodable formats these are raw files, of which the largest JPEG in the file is displayed, and
    /// videos, of which the first key frame is displayed. A raw file without such a JPEG, and a video of a codec that
    /// is not decoded, have no picture.
    public var isDisplayable: Bool { isDecodable || self == .raw || self == .video }

    /// Whether all current browsers show files of this format.
    package var isShownByBrowsers: Bool { declaration.isShownByBrowsers }

    /// The extensions by which files of this format are recognised in folders, in lower case and without dots.
    package var filenameExtensions: [String] { declaration.filenameExtensions }
}

/// The condition of a file's picture.
///
/// The file is stored in every case.
public enum PictureCondition: String, Sendable, Codable, CaseIterable {
    /// Decoded without a warning about damage.
    case ok
    /// Truncated or corrupt: decoded as far as possible.
    case damaged
    /// Over a limit (pixels, scans, memory), and not decoded.
    case limited
    /// A format or coding that is stored and not decoded.
    case unsupported
}
