public import SystemPackage

/// One file of an asset.
public struct AssetResource: Hashable, Sendable {
    /// The role of a file in its asset.
    ///
    /// The raw values from 4 are those of `PHAssetResourceType`, except that it has no ``sidecar``.
    public enum Kind: Int, Sendable, Codable, CaseIterable {
        /// The imported photo or video.
        case original = 0
        /// A file with the same image data in other bytes, because its metadata differ or bytes are appended.
        case alternate = 1
        /// The same shot in another format, such as the camera's raw file of a JPEG.
        case alternatePhoto = 4
        /// The edited photo that another program rendered.
        case fullSizePhoto = 5
        /// The adjustment data of the edit.
        case adjustmentData = 7
        /// The video of a Live Photo.
        case pairedVideo = 9
        /// The edited video of a Live Photo.
        case fullSizePairedVideo = 10
        /// Data in a separate file: metadata that another program wrote (XMP or JSON), or a camera's sound, subtitles
        /// or description of a clip.
        case sidecar = 100

        /// Whether the file is neither the original nor an alternate.
        public var isAttached: Bool { self != .original && self != .alternate }
    }

    /// Where a file's bytes are.
    public enum Location: Hashable, Sendable {
        /// In the library's folder. The path is relative to that folder.
        case library(FilePath)
        /// In a file outside the library's folder, which the owner manages. The path is absolute.
        case reference(FilePath)
        /// Not on this machine, but in remote stores, which find the bytes by their digest.
        case elsewhere
        /// In the library, which gives an app the bytes but no path. The asset of this local identifier has the file.
        case withheld(asset: String)

        /// Whether the file is outside the library's folder.
        package var isReference: Bool { if case .reference = self { true } else { false } }
    }

    /// The role of the file in the asset.
    public let kind: Kind
    /// Where the file's bytes are.
    public let location: Location
    /// The name of the file at import, not necessarily UTF-8; `nil` if it is unknown.
    public let originalFilename: FilePath.Component?
    /// The file's size in bytes.
    public let bytes: Int
    /// The SHA-256 of the file.
    public let sha256: Digest
    /// The digest of the displayed image data, without metadata; `nil` if the picture is damaged or not decodable.
    public let imageDataDigest: Digest?
    /// The format of the file.
    public let format: ImageFormat
    /// The orientation that this file states.
    public let orientation: Orientation
    /// The colour profile in this file.
    public let colorProfile: ColorProfile
    /// The size of the displayed picture in pixels.
    ///
    /// It is `nil` if the file does not state it, or if an older version of the library added the file without its
    /// size.
    public let size: PixelSize?

    /// Creates a resource.
    public init(
        kind: Kind, location: Location, originalFilename: FilePath.Component?, bytes: Int, sha256: Digest,
        imageDataDigest: Digest?, format: ImageFormat, orientation: Orientation,
        colorProfile: ColorProfile, size: PixelSize? = nil
    ) {
        self.kind = kind
        self.location = location
        self.originalFilename = originalFilename
        self.bytes = bytes
        self.sha256 = sha256
        self.imageDataDigest = imageDataDigest
        self.format = format
        self.orientation = orientation
        self.colorProfile = colorProfile
        self.size = size
    }
}

extension AssetResource {
    /// Whether the file is outside the library's folder.
    public var isReference: Bool { location.isReference }

    /// The file name in ``location``; `nil` for a file that is elsewhere or withheld.
    package var storedName: FilePath.Component? {
        switch location {
        case .library(let path), .reference(let path): path.lastComponent
        case .elsewhere, .withheld: nil
        }
    }

    /// What identifies the bytes of the file.
    package var resourceBytes: ResourceBytes { ResourceBytes(location: location, size: Int64(bytes), sha256: sha256) }
}
