package import PhotoModel
package import SystemPackage

/// A file that has been read whole: all that the catalogue will know of it.
package struct AnalysedFile: Sendable {
    /// Where it was read; its name is the original's.
    package var source: FilePath
    package let identity: FileIdentity
    package let sha256: Digest
    package let bytes: Int
    package let format: ImageFormat
    package let condition: PictureCondition
    /// As displayed.
    package let size: PixelSize?
    package let metadata: ImageMetadata
    package let colorProfile: ColorProfile
    package let imageDataDigest: Digest?
    package let signature: ContentSignature?
    /// The photo it belongs to, as something other than a photo of its own.
    package var attachment: Attachment?
    /// Which double of the same bytes this is to be; `nil` unless the owner asked for doubles.
    package var copy: Int?
    /// Whether a numbered picture or adjustment of an edit was not made in this library.
    package var isImportedEdit = false
    /// Whether the owner marked the photo elsewhere as a favourite; only said by sidecars.
    package var isFavorite = false
    /// The albums its photo is to be in.
    package var albums: [AlbumPlace] = []

    package init(
        source: FilePath, identity: FileIdentity, sha256: Digest, bytes: Int, format: ImageFormat,
        condition: PictureCondition, size: PixelSize?, metadata: ImageMetadata, colorProfile: ColorProfile,
        imageDataDigest: Digest?, signature: ContentSignature?
    ) {
        self.source = source
        self.identity = identity
        self.sha256 = sha256
        self.bytes = bytes
        self.format = format
        self.condition = condition
        self.size = size
        self.metadata = metadata
        self.colorProfile = colorProfile
        self.imageDataDigest = imageDataDigest
        self.signature = signature
    }
}

/// Whose file a file is.
package struct Attachment: Sendable, Hashable {
    /// The asset of the photo.
    package let localIdentifier: String
    /// What the file is to it.
    package let kind: AssetResource.Kind

    package init(to localIdentifier: String, as kind: AssetResource.Kind) {
        self.localIdentifier = localIdentifier
        self.kind = kind
    }
}

/// An album that an import puts photos into, made when the first one comes.
package struct AlbumPlace: Sendable, Hashable {
    /// The folder it is made of; `nil` for one that another program named.
    package let folder: FilePath?
    /// Its title when it is made.
    package let title: String

    package init(folder: FilePath?, title: String) {
        self.folder = folder
        self.title = title
    }
}
