package import Foundation
package import PhotoModel
package import SystemPackage

/// What a file is to the library.
package enum Verdict: Sendable, Equatable {
    /// No asset has these bytes or this image data: a new asset.
    case new
    /// The asset has the same image data in other bytes: one more resource of it.
    case alternate(of: String)
    /// The file belongs to a photo of the library: one more resource of it.
    case attached(to: String, as: AssetResource.Kind)
    /// The asset has exactly these bytes: nothing to store.
    case duplicate(of: String)
    /// The asset has exactly these bytes, but the library's own file at the path is gone or damaged: the bytes take its
    /// place.
    case restored(of: String, at: FilePath)
    /// The asset has exactly these bytes, but only where their owner keeps them: the library now keeps its own, or
    /// follows a file that was moved.
    case relocated(of: String, as: AssetResource.Kind)
    /// The owner deleted the asset that had these bytes or this image data: nothing to store.
    case deleted(String)
    /// The owner deleted the asset, and now wants it back: its files are still there.
    case undeleted(String)

    /// Whether the file becomes a resource, or its path a resource's.
    package var isAdmitted: Bool {
        switch self {
        case .new, .alternate, .attached, .relocated: true
        case .duplicate, .restored, .deleted, .undeleted: false
        }
    }

    /// Whether the bytes have to be stored.
    package var isStored: Bool {
        switch self {
        case .new, .alternate, .attached, .relocated, .restored: true
        case .duplicate, .deleted, .undeleted: false
        }
    }

    /// The asset that was there before the file; `nil` if the file makes one.
    package var asset: String? {
        switch self {
        case .new: nil
        case .alternate(let asset), .duplicate(let asset), .attached(let asset, _), .restored(let asset, _),
            .relocated(let asset, _), .deleted(let asset), .undeleted(let asset):
            asset
        }
    }
}

/// How files are judged.
package struct JudgingRules: Sendable {
    /// Whether the library is to keep the bytes itself: what it only references is not enough.
    package var keepsCopies: Bool
    /// Whether what the owner deleted is brought back.
    package var restoresDeleted: Bool

    package init(keepsCopies: Bool, restoresDeleted: Bool = false) {
        self.keepsCopies = keepsCopies
        self.restoresDeleted = restoresDeleted
    }
}

/// The assets of files that were judged and are not in the database: those of a batch, or all of a dry run.
package struct Judgements: Sendable {
    var bytes: [Digest: String] = [:]
    var imageData: [Digest: String] = [:]
    /// Bytes that several photos may have beside them.
    var attached: Set<AttachedBytes> = []

    struct AttachedBytes: Hashable { let asset: String, sha256: Digest }

    /// None yet.
    package init() {}
}

/// One file of a batch on its way into the catalogue.
package struct Admission: Sendable {
    package var file: AnalysedFile
    /// The identifier the asset gets if the file makes a new one.
    package let localIdentifier: String
    /// Where the bytes stay: relative to the library's folder, or the absolute path of a reference.
    package var path: FilePath
    package let isReference: Bool
    /// When the file came into the library's folder, for one that was read there; `nil` for one that comes now.
    ///
    /// The former has no source to be remembered.
    package var addedDate: Date?

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
    /// The asset among whose files the bytes are; `nil` for the first that has them.
    package var asset: String?
    /// The albums that asset is to be in.
    package var albums: [AlbumPlace] = []

    package init(path: FilePath, identity: FileIdentity, sha256: Digest) {
        self.path = path
        self.identity = identity
        self.sha256 = sha256
    }
}
