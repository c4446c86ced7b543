internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Decides for each file whether it is new to the library, and remembers files that the catalogue does not have yet.
///
/// The result is certain only if the caller holds the exclusive lock of the library's folder.
struct DuplicateClassifier: Sendable {
    private let folder: LibraryFolder
    private let catalog: PhotoCatalog
    private let policy: ClassificationPolicy
    /// The assets of classified files that are not in the catalogue: those of a batch, or all of a dry run.
    private var bytes: [Digest: String] = [:]
    private var imageData: [Digest: String] = [:]
    /// The attached files that several photos may have with the same bytes.
    private var attached: Set<AttachedBytes> = []

    private struct AttachedBytes: Hashable { let asset: String, sha256: Digest }

    /// - Parameter catalog: The catalogue with the access of the files' author.
    init(_ folder: LibraryFolder, _ catalog: PhotoCatalog, _ policy: ClassificationPolicy) {
        self.folder = folder
        self.catalog = catalog
        self.policy = policy
    }

    /// Sets the disposition of a file.
    mutating func classify(_ insertion: inout ResourceInsertion) throws {
        insertion.disposition = try disposition(of: insertion)
        guard policy.sharesAttachedFiles, let attachment = insertion.attachment,
            insertion.asset != attachment.localIdentifier
        else { return }
        insertion.copy = 1
        insertion.disposition = .attached(to: attachment.localIdentifier, as: attachment.kind)
    }

    private mutating func disposition(of insertion: ResourceInsertion) throws -> IngestDisposition {
        let file = insertion.file
        if let attachment = insertion.attachment, attachment.kind.mayBeShared {
            return try disposition(ofShared: file, attachment)
        }
        if let known = try disposition(ofBytesIn: file) {
            // A separate copy is requested, but not of a deleted photo.
            guard insertion.copy != nil else { return known }
            if case .deleted = known { return known }
        }
        var disposition = IngestDisposition.new
        if let attachment = insertion.attachment {
            disposition = .attached(to: attachment.localIdentifier, as: attachment.kind)
        } else if policy.addsAlternates, let digest = file.imageDataDigest {
            switch try self.disposition(ofImageData: digest) {
            case .deleted(let asset): return .deleted(asset)
            case .alternate(let asset) where insertion.copy == nil: disposition = .alternate(of: asset)
            default: imageData[digest] = insertion.localIdentifier
            }
        }
        bytes[file.sha256] = disposition.asset ?? insertion.localIdentifier
        return disposition
    }

    /// The disposition of an attached file whose bytes do not identify a photo, because other photos may have the same
    /// file.
    private mutating func disposition(
        ofShared file: AnalysedFile, _ attachment: Attachment
    ) throws -> IngestDisposition {
        let asset = attachment.localIdentifier
        guard attached.insert(AttachedBytes(asset: asset, sha256: file.sha256)).inserted else {
            return .duplicate(of: asset)
        }
        return try catalog.holder(ofBytes: file.sha256, in: asset).map(disposition(asHeldBy:))
            ?? .attached(to: asset, as: attachment.kind)
    }

    private mutating func disposition(ofBytesIn file: AnalysedFile) throws -> IngestDisposition? {
        if let known = bytes[file.sha256] { return .duplicate(of: known) }
        guard let holder = try catalog.holder(ofBytes: file.sha256) else { return nil }
        guard holder.state == .stored || policy.restoresDeleted else { return .deleted(holder.asset) }
        guard holder.state != .purged else { return nil }
        bytes[file.sha256] = holder.asset
        return holder.state == .deleted ? .undeleted(holder.asset) : disposition(asHeldBy: holder)
    }

    private func disposition(ofImageData digest: Digest) throws -> IngestDisposition {
        if let known = imageData[digest] { return .alternate(of: known) }
        guard let holder = try catalog.holder(ofImageData: digest) else { return .new }
        if holder.state == .stored { return .alternate(of: holder.asset) }
        // The photo becomes a new asset, because the deleted asset keeps its files until it is purged.
        return policy.restoresDeleted ? .new : .deleted(holder.asset)
    }

    // MARK: Files in the library

    /// The disposition of a file whose bytes belong to an asset.
    ///
    /// Checks the asset's file by its status, but does not read it.
    private func disposition(asHeldBy holder: ResourceHolder) -> IngestDisposition {
        let asset = holder.asset
        guard let path = holder.path else { return .duplicate(of: asset) }
        if holder.isReference, policy.keepsCopies { return .relocated(of: asset, as: holder.kind) }
        let place = folder.path.pushing(path)
        var status = stat()
        if !holder.isKnownDamaged, stat(place.platform, &status) == 0, Int(status.st_size) == holder.bytes {
            return .duplicate(of: asset)
        }
        if !holder.isReference { return policy.keepsCopies ? .restored(of: asset, at: path) : .duplicate(of: asset) }
        // The folder exists, so its disk is mounted and the file was moved.
        let wasMoved = access(place.platform, F_OK) != 0 && access(place.removingLastComponent().platform, F_OK) == 0
        return wasMoved ? .relocated(of: asset, as: holder.kind) : .duplicate(of: asset)
    }

    /// The asset that has these bytes in an undamaged file, so that the new file need not be decoded.
    func asset(keeping digest: Digest) throws -> String? {
        try catalog.holder(ofBytes: digest).flatMap(assetIfDuplicate)
    }

    /// The asset that an earlier import made from the unchanged file at `path`, so that the file need not be read
    /// again.
    func asset(ofUnchanged path: FilePath, identity: FileIdentity, in albums: [AlbumPlace]) throws -> String? {
        try catalog.holder(ofUnchanged: path, identity: identity, in: albums).flatMap(assetIfDuplicate)
    }

    private func assetIfDuplicate(_ holder: ResourceHolder) -> String? {
        guard holder.state == .stored, case .duplicate(let asset) = disposition(asHeldBy: holder) else { return nil }
        return asset
    }
}
