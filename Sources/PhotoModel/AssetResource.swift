public import SystemPackage

/// One file of an asset.
public struct AssetResource: Hashable, Sendable {
    /// What the file is to the asset.
    ///
    /// From 4 on the raw values are those of `PHAssetResourceType`, where it has the kind.
    public enum Kind: Int, Sendable, Codable, CaseIterable {
        /// The file as it was imported.
        case original = 0
        /// The same image data in other bytes: other metadata, or something appended.
        case alternate = 1
        /// The same shot in another form: the camera's raw file beside its JPEG.
        case alternatePhoto = 4
        /// The photo as it was edited by another program.
        case fullSizePhoto = 5
        /// How it was edited.
        case adjustmentData = 7
        /// The video of a live photo.
        case pairedVideo = 9
        /// The video of a live photo, as it was edited.
        case fullSizePairedVideo = 10
        /// What another program wrote about the photo: XMP or JSON.
        case sidecar = 100

        /// Whether it is another file than the photo's own: neither the original nor the same picture in other bytes.
        public var isAttached: Bool { self != .original && self != .alternate }
    }

    /// Where a file's bytes are.
    public enum Location: Hashable, Sendable {
        /// In the library's folder. The path is relative to that folder.
        case library(FilePath)
        /// Outside the library's folder, where the owner keeps the file. The path is absolute.
        case reference(FilePath)
        /// Not on this machine: in the store of that name, under the key that this store knows.
        case remote(store: String, key: FilePath)
        /// Not in any place that the library knows.
        case absent
    }

    /// What the file is to the asset.
    public let kind: Kind
    /// Where the file's bytes are.
    public let location: Location
    /// The exact name the file had when it was imported; not necessarily UTF-8.
    public let originalFilename: FilePath.Component?
    /// The file's size in bytes.
    public let bytes: Int
    /// SHA-256 of the file.
    public let sha256: Digest
    /// Identifies what is displayed, without metadata; `nil` if the picture is damaged or not decodable.
    public let imageDataDigest: Digest?
    /// The kind of file.
    public let format: ImageFormat
    /// The orientation this file states.
    public let orientation: Orientation
    /// The colour profile this file carries.
    public let colorProfile: ColorProfile
    /// The displayed picture's size in pixels; `nil` if the file does not tell, or an older version stored it and did not
    /// keep its size.
    public let size: PixelSize?

    /// A resource of these parts.
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
    /// Whether the file stays where its owner keeps it, outside the library's folder.
    public var isReference: Bool { if case .reference = location { true } else { false } }

    /// The name that the file has in its place; `nil` for an absent one.
    package var storedName: FilePath.Component? {
        switch location {
        case .library(let path), .reference(let path), .remote(_, let path): path.lastComponent
        case .absent: nil
        }
    }

    /// The absolute path of the file on this machine, for a library in `folder`.
    ///
    /// `nil` for remote and absent files, and for a path in the library that leads out of it, as only a damaged catalogue
    /// has one. Bytes that are read from the path are not checked: `ResourceStore` reads and checks.
    package func localPath(inLibraryAt folder: FilePath) -> FilePath? {
        switch location {
        case .library(let path): folder.lexicallyResolving(path)
        case .reference(let path): path
        case .remote, .absent: nil
        }
    }
}
