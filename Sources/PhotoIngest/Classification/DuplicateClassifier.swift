internal import Foundation
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// Decides for each file whether it is new to the library, and remembers files that the catalogue does not have yet.
///
/// The result is certain only if the caller holds the exclusive lock of the library's folder.
struct DuplicateClassifier: Sendable {
    private let originals: LibraryOriginals
    private let catalog: PhotoCatalog
    private let policy: ClassificationPolicy
    /// The assets of classified files that are not in the catalogue: those of a batch, or all of a dry run.
    private var bytes: [Digest: String] = [:]
    private var imageData: [Digest: String] = [:]
    /// The attached files that several photos may have with the same bytes.
    private var attached: Set<AttachedBytes> = []

    /// The bytes of references that describe other bytes after the batch, while the catalogue still has them.
    private var givenUp: Set<Digest> = []

    private struct AttachedBytes: Hashable { let asset: String, sha256: Digest }

    /// - Parameter catalog: The catalogue with the access of the files' author.
    init(_ originals: LibraryOriginals, _ catalog: PhotoCatalog, _ policy: ClassificationPolicy) {
        self.originals = originals
        self.catalog = catalog
        self.policy = policy
    }

    /// Sets the disposition of a file.
    mutating func classify(_ insertion: inout ResourceInsertion) throws {
        insertion.disposition = try disposition(of: insertion)
        if policy.updatesReferences { try follow(&insertion) }
        switch insertion.disposition {
        case .duplicate(let asset), .relocated(let asset, _):
            let holder = try catalog.holder(ofBytes: insertion.file.sha256, in: asset)
            insertion.isElsewhere = holder?.content?.location == .elsewhere
        default: break
        }
        guard policy.sharesAttachedFiles, let attachment = insertion.attachment,
            insertion.asset != attachment.localIdentifier
        else { return }
        insertion.copy = 1
        insertion.disposition = .attached(to: attachment.localIdentifier, as: attachment.kind)
    }

    /// Compares a file with the reference to its path.
    ///
    /// If the file was edited, the reference describes it as it is now. If another file took its place, the bytes of
    /// the reference are lost.
    private mutating func follow(_ insertion: inout ResourceInsertion) throws {
        let file = insertion.file
        // A file that was read before may still have the bytes of the reference.
        guard let reference = try catalog.reference(at: file.source), reference.sha256 != file.sha256,
            bytes[reference.sha256] == nil
        else { return }
        let isUpdate =
            switch insertion.disposition {
            case .new, .alternate: try isSamePicture(file, reference)
            case .attached(reference.asset, reference.kind): true
            default: false
            }
        guard isUpdate else { return insertion.replaced = reference }
        insertion.disposition = .updated(of: reference.asset, as: reference.kind)
        givenUp.insert(reference.sha256)
        bytes[file.sha256] = reference.asset
        if let digest = file.imageDataDigest, imageData[digest] != nil { imageData[digest] = reference.asset }
    }

    /// Whether a file shows what it showed when it was referred to.
    ///
    /// Formats without a digest of image data are compared by what their pictures show, and videos by duration and
    /// size: the path is the same, too.
    private func isSamePicture(_ file: AnalysedFile, _ reference: FileReference) throws -> Bool {
        guard file.format == reference.format else { return false }
        if file.imageDataDigest != nil || reference.imageDataDigest != nil {
            return file.imageDataDigest == reference.imageDataDigest
        }
        guard file.format == .video else {
            guard let signature = file.signature else { return false }
            return try catalog.signature(ofFile: reference.sha256, of: reference.asset) == signature
        }
        return file.metadata.duration != nil && file.metadata.duration == reference.duration
            && file.size == reference.size
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
        if givenUp.contains(file.sha256) { return nil }
        let known = try predict(.bytes(file.sha256))
        if case .deleted? = known { return known }
        bytes[file.sha256] = known?.asset
        return known
    }

    private func disposition(ofImageData digest: Digest) throws -> IngestDisposition {
        if let known = imageData[digest] { return .alternate(of: known) }
        guard let holder = try catalog.holder(ofImageData: digest) else { return .new }
        if holder.state == .stored { return .alternate(of: holder.asset) }
        // The photo becomes a new asset, because the deleted asset keeps its files until it is purged.
        return policy.restoresDeleted ? .new : .deleted(holder.asset)
    }

    // MARK: Prediction

    /// What is known of a file before it is decoded.
    enum Evidence {
        /// The file at the path is as it was when an earlier import read it, and its photo is in all of the albums.
        case unchanged(FilePath, FileIdentity, in: [DestinationAlbum])
        case bytes(Digest)
    }

    /// The disposition of a file of which only this is known; `nil` if the catalogue knows no such file.
    ///
    /// A file that would be a duplicate need not be read, or need not be decoded.
    func predict(_ evidence: Evidence) throws -> IngestDisposition? {
        let holder =
            switch evidence {
            case .unchanged(let path, let identity, let albums):
                try catalog.holder(ofUnchanged: path, identity: identity, in: albums)
            case .bytes(let digest): try catalog.holder(ofBytes: digest)
            }
        guard let holder else { return nil }
        guard holder.state == .stored || policy.restoresDeleted else { return .deleted(holder.asset) }
        switch holder.state {
        case .stored:
            // A file that is the reference itself and has not changed is not damaged, whatever a check found before.
            if case .unchanged(let path, _, _) = evidence, !policy.keepsCopies,
                holder.content?.location == .reference(path)
            {
                return .duplicate(of: holder.asset)
            }
            return try disposition(asHeldBy: holder)
        case .deleted: return .undeleted(holder.asset)
        case .purged: return nil
        }
    }

    /// The disposition of a file whose bytes belong to an asset.
    ///
    /// Asks for the state of the asset's file, which is not read.
    private func disposition(asHeldBy holder: ResourceHolder) throws -> IngestDisposition {
        let asset = holder.asset
        guard let content = holder.content else { return .duplicate(of: asset) }
        if content.isReference, policy.keepsCopies { return .relocated(of: asset, as: holder.kind) }
        let state = originals.state(of: content)
        switch content.location {
        case .library(let path):
            // A file that this process may not read is not replaced.
            let isIntact = (state.fault?.isOfAccess ?? true) && !holder.isKnownDamaged
            return !isIntact && policy.keepsCopies ? .restored(of: asset, at: path) : .duplicate(of: asset)
        case .reference:
            let isLost =
                switch state {
                case .here: holder.isKnownDamaged
                case .damaged(let fault): !fault.isOfAccess
                case .absent(_, let wasMoved): wasMoved
                case .elsewhere, .withheld: false
                }
            return isLost ? .relocated(of: asset, as: holder.kind) : .duplicate(of: asset)
        case .elsewhere:
            guard policy.keepsCopies else { return .duplicate(of: asset) }
            // The original is lost if no store has it, which only the owner sees.
            let isLost = try catalog.access == .owner && !catalog.isInStore(content.sha256)
            return policy.bringsBack || isLost ? .relocated(of: asset, as: holder.kind) : .duplicate(of: asset)
        case .withheld: return .duplicate(of: asset)
        }
    }

}
