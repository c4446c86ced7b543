package import PhotoModel
package import SystemPackage

/// A file that has been read whole: all that the catalogue will know of it.
package struct AnalysedFile: Sendable {
    package let source: FilePath
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

/// What a file is to the library.
package enum Verdict: Sendable, Equatable {
    /// No asset has these bytes or this image data: a new asset.
    case new
    /// The asset has the same image data in other bytes: one more resource of it.
    case alternate(of: String)
    /// The asset has exactly these bytes: nothing to store.
    case duplicate(of: String)
    /// The asset has exactly these bytes, but the library's own file at the path is gone or cut short: the bytes take its
    /// place.
    case restored(of: String, at: FilePath)
    /// The asset has exactly these bytes, but only where their owner keeps them: the library now keeps its own, or
    /// follows a file that was moved.
    case relocated(of: String, as: AssetResource.Kind)

    /// Whether the file becomes a resource, or its path a resource's.
    package var isAdmitted: Bool {
        switch self {
        case .new, .alternate, .relocated: true
        case .duplicate, .restored: false
        }
    }

    /// Whether the bytes have to be stored.
    package var isStored: Bool { if case .duplicate = self { false } else { true } }
}

/// The assets of files that were judged and are not in the database: those of a batch, or all of a dry run.
package struct Judgements: Sendable {
    var bytes: [Digest: String] = [:]
    var imageData: [Digest: String] = [:]

    /// None yet.
    package init() {}
}

/// One file of a batch on its way into the catalogue.
package struct Admission: Sendable {
    package let file: AnalysedFile
    /// The identifier the asset gets if the file makes a new one.
    package let localIdentifier: String
    /// Where the bytes stay: relative to the library's folder, or the absolute path of a reference.
    package var path: FilePath
    package let isReference: Bool

    package init(file: AnalysedFile, localIdentifier: String, path: FilePath, isReference: Bool) {
        self.file = file
        self.localIdentifier = localIdentifier
        self.path = path
        self.isReference = isReference
    }
}

/// A file that was read and whose bytes the library has.
package struct SeenFile: Sendable {
    package let path: FilePath
    package let identity: FileIdentity
    package let sha256: Digest

    package init(path: FilePath, identity: FileIdentity, sha256: Digest) {
        self.path = path
        self.identity = identity
        self.sha256 = sha256
    }
}
