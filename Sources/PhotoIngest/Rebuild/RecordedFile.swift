internal import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage

/// What a sound catalogue says of one of the library's own files, while a new catalogue is made.
struct RecordedFile: Sendable {
    let asset: Asset
    let resource: AssetResource
    private let path: FilePath
    private let store: ResourceStore
    /// Whether it is of an edit that was made in this library.
    let isOwnEdit: Bool
    /// The picture's signature, if it is the asset's own.
    private let signature: ContentSignature?

    /// What `catalog` says of the file at the path, which is relative to the library's folder; `nil` if nothing.
    init?(at path: FilePath, in catalog: PhotoCatalog) throws {
        guard let asset = try catalog.asset(withFileAt: path),
            let resource = asset.resources.first(where: { $0.location == .library(path) })
        else { return nil }
        self.asset = asset
        self.resource = resource
        self.path = catalog.folder.pushing(path)
        store = ResourceStore(folder: catalog.folder)
        isOwnEdit = try catalog.isOwnEdit(fileAt: path)
        signature =
            resource.kind == .original
            ? try catalog.signedAsset(withLocalIdentifier: asset.localIdentifier)?.signature : nil
    }

    /// Whether the file is an asset by itself.
    var isOriginal: Bool { resource.kind == .original }

    /// What is wrong with the file as it was read; `nil` if it has the bytes that it was stored with.
    func fault(in result: Result<IngestCandidate, any Error>) -> VerifiedFile? {
        switch result {
        case .success(let candidate) where candidate.file.sha256 == resource.sha256: nil
        case .success: VerifiedFile.changed(resource, asset.localIdentifier, in: store)
        case .failure(let error): VerifiedFile.fault(of: resource, asset.localIdentifier, in: store, after: error)
        }
    }

    /// The file as it was when it was stored.
    ///
    /// Of what the asset's files said together this one says all: it adds nothing to what the others say themselves.
    func candidate(in store: LibraryStore) throws -> IngestCandidate {
        var metadata = asset.metadata
        metadata.orientation = resource.orientation
        // No import is to take the file for one that was read.
        let identity = FileIdentity(
            device: 0, inode: 0, size: Int64(resource.bytes), modifiedNanoseconds: 0, changedNanoseconds: 0)
        let file = AnalysedFile(
            source: path, identity: identity, sha256: resource.sha256, bytes: resource.bytes,
            format: resource.format, condition: asset.condition, size: resource.size, metadata: metadata,
            colorProfile: resource.colorProfile, imageDataDigest: resource.imageDataDigest, signature: signature)
        var candidate = try IngestCandidate(file, .decoded(warnings: []), in: store)
        candidate.insertion.isFavorite = resource.kind == .sidecar && asset.isFavorite
        return candidate
    }
}
