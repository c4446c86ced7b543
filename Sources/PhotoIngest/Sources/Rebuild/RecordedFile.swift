internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// The data of a sound catalogue about one of the library's own files, while a new catalogue is made.
struct RecordedFile: Sendable {
    let asset: Asset
    let resource: AssetResource
    private let path: FilePath
    private let originals: LibraryOriginals
    /// Whether the file belongs to an edit that was made in this library.
    let isOwnEdit: Bool
    /// The stable id of the asset.
    let stableID: [UInt8]?
    /// The content signature of the picture in the file.
    private let signature: ContentSignature?

    /// The data of `catalog` about the file at the path; `nil` if the catalogue does not list it.
    ///
    /// The path is relative to the library's folder.
    init?(at path: FilePath, in catalog: PhotoCatalog, _ originals: LibraryOriginals) throws {
        guard let asset = try catalog.asset(withFileAt: path),
            let resource = asset.resources.first(where: { $0.location == .library(path) })
        else { return nil }
        self.asset = asset
        self.resource = resource
        self.path = catalog.folder.pushing(path)
        self.originals = originals
        stableID = try catalog.stableIDs(of: [asset.localIdentifier])[asset.localIdentifier]
        isOwnEdit = try catalog.isOwnEdit(fileAt: path)
        signature = try catalog.signature(ofFile: resource.sha256, of: asset.localIdentifier)
    }

    /// Whether the file is the original of its asset.
    var isOriginal: Bool { resource.kind == .original }

    /// What is wrong with the file that was read; `nil` if it has the bytes that were stored.
    func fault(in entry: BatchEntry) -> VerifiedFile? {
        switch entry.reading {
        case .candidate(let candidate) where candidate.file.sha256 == resource.sha256: nil
        case .candidate: VerifiedFile.changed(resource, asset.localIdentifier, in: originals)
        case .skipped(let skip): fault(after: skip.error(entry.path))
        case .failed(let error): fault(after: error)
        case .cancelled: nil
        }
    }

    private func fault(after error: PhotoLibraryError) -> VerifiedFile {
        VerifiedFile.fault(of: resource, asset.localIdentifier, in: originals, after: error)
    }

    /// The file with the data that it had when it was stored.
    ///
    /// It has the merged metadata of all files of the asset, so the asset gets no value that it did not have before.
    func candidate(in library: LibraryContext) throws -> IngestCandidate {
        var metadata = asset.metadata
        metadata.orientation = resource.orientation
        // An identity that matches no file, so that no import counts the file as read already.
        let identity = FileIdentity(
            device: 0, inode: 0, size: Int64(resource.bytes), modifiedNanoseconds: 0, changedNanoseconds: 0)
        let file = AnalysedFile(
            source: path, identity: identity, sha256: resource.sha256, bytes: resource.bytes,
            format: resource.format, condition: resource.kind == .original ? asset.condition : .ok, size: resource.size,
            metadata: metadata,
            colorProfile: resource.colorProfile, imageDataDigest: resource.imageDataDigest, signature: signature)
        var candidate = try IngestCandidate(file, .decoded(warnings: []), in: library)
        candidate.insertion.isFavorite = resource.kind == .sidecar && asset.isFavorite
        return candidate
    }
}
