package import AssetLoading
public import Foundation
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

extension PhotoLibrary {
    /// The number of assets whose signature has an older version, which cannot be compared with any picture.
    public func outdatedSignatureCount() throws -> Int { try catalog.outdatedSignatureCount() }

    /// Computes the signatures of assets again whose signatures have an older version.
    ///
    /// This does not change the photos, so the history does not record it. An asset whose original cannot be read, or
    /// differs from the imported file, keeps its old signature. If the task, or the progress, is cancelled,
    /// the signatures that were computed stay.
    ///
    /// - Parameter progress: Counts bytes, and can cancel the work.
    /// - Returns: The number of assets with a new signature.
    @discardableResult
    public func renewSignatures(
        inspector: PhotoInspector = PhotoInspector(), progress: Progress? = nil
    ) async throws -> Int {
        let loading = LoadProgress(childOf: progress)
        return try await loading.run("sign") { [self] in
            try renewSignaturesAndWait(inspector: inspector, loading: loading)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    @discardableResult
    package func renewSignaturesAndWait(
        inspector: PhotoInspector = PhotoInspector(), loading: LoadProgress = LoadProgress()
    ) throws -> Int {
        let outdated = try catalog.outdatedAssets()
        let renewal = Mutex(Renewal(catalog: try catalog))
        inspector.inspect(outdated.map { handle($0.original) }, loading: loading) { index, analysis in
            guard let analysis = try? analysis.get() else { return }
            renewal.withLock { $0.add(outdated[index].assetID, analysis.signature) }
        }
        let signed = try renewal.withLock { try $0.finish() }
        guard !loading.isCancelled else {
            throw PhotoLibraryError(
                .cancelled, "Interrupted after \(counted(signed, "signature")). Run it again to go on.",
                path: path.string)
        }
        return signed
    }
}

/// Writes new signatures to the catalogue in batches, so that an interrupted run can be resumed.
private struct Renewal {
    let catalog: PhotoCatalog
    private var batch: [AssetSignature] = []
    private var count = 0
    private var failure: (any Error)?

    init(catalog: PhotoCatalog) { self.catalog = catalog }

    mutating func add(_ assetID: Int64, _ signature: ContentSignature?) {
        batch.append(AssetSignature(assetID: assetID, signature: signature))
        if batch.count == 200 { commit() }
    }

    private mutating func commit() {
        guard failure == nil else { return }
        do {
            try catalog.record(.signatures(batch))
            count += batch.count
            batch = []
        } catch { failure = error }
    }

    /// The number of assets with a new signature.
    mutating func finish() throws -> Int {
        commit()
        if let failure { throw failure }
        return count
    }
}
