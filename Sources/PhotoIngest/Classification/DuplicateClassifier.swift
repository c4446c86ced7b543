internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Says what files are to the library, one after the other, and remembers those that the catalogue does not have yet.
///
/// What it says holds as long as the exclusive lock of the library's folder is held; without the lock it is a guess.
struct DuplicateClassifier: Sendable {
    private let folder: LibraryFolder
    private let catalog: PhotoCatalog
    private let policy: ClassificationPolicy
    /// The assets of files that were classified and are not in the catalogue: those of a batch, or all of a dry run.
    private var bytes: [Digest: String] = [:]
    private var imageData: [Digest: String] = [:]
    /// Bytes that several photos may have beside them.
    private var attached: Set<AttachedBytes> = []

    private struct AttachedBytes: Hashable { let asset: String, sha256: Digest }

    init(_ store: LibraryStore, _ policy: ClassificationPolicy) {
        folder = store.folder
        catalog = store.catalog
        self.policy = policy
    }

    /// Gives a file its disposition.
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
            // Copies are wanted, but not of what was deleted.
            guard insertion.copy != nil else { return known }
            if case .deleted = known { return known }
        }
        var disposition = IngestDisposition.new
        if let attachment = insertion.attachment {
            disposition = .attached(to: attachment.localIdentifier, as: attachment.kind)
        } else if let digest = file.imageDataDigest {
            switch try self.disposition(ofImageData: digest) {
            case .deleted(let asset): return .deleted(asset)
            case .alternate(let asset) where insertion.copy == nil: disposition = .alternate(of: asset)
            default: imageData[digest] = insertion.localIdentifier
            }
        }
        bytes[file.sha256] = disposition.asset ?? insertion.localIdentifier
        return disposition
    }

    /// A file whose bytes say nothing of the photo beside it: other photos may have the same.
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
        // Brought back, it is an asset of its own: the deleted one keeps its files until it is purged.
        return policy.restoresDeleted ? .new : .deleted(holder.asset)
    }

    // MARK: Files that the library holds

    /// What a file with the same bytes is to the library.
    ///
    /// Looks at the holder's file, but does not read it.
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
        // Its folder is there, so its disk is too: the file was moved.
        let wasMoved = access(place.platform, F_OK) != 0 && access(place.removingLastComponent().platform, F_OK) == 0
        return wasMoved ? .relocated(of: asset, as: holder.kind) : .duplicate(of: asset)
    }

    /// The asset that holds the bytes in a whole file, so that there is no need to decode them.
    func asset(keeping digest: Digest) throws -> String? {
        try catalog.holder(ofBytes: digest).flatMap(assetIfDuplicate)
    }

    /// The asset that an earlier import made of the unchanged file at `path`, so that there is no need to read it.
    func asset(ofUnchanged path: FilePath, identity: FileIdentity, in albums: [AlbumPlace]) throws -> String? {
        try catalog.holder(ofUnchanged: path, identity: identity, in: albums).flatMap(assetIfDuplicate)
    }

    private func assetIfDuplicate(_ holder: ResourceHolder) -> String? {
        guard holder.state == .stored, case .duplicate(let asset) = disposition(asHeldBy: holder) else { return nil }
        return asset
    }
}
