public import AssetLoading
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

extension PhotoLibrary {
    /// How many assets have a signature of an older version, which no picture can be compared with.
    public func outdatedSignatureCount() throws -> Int { try catalog.outdatedSignatureCount() }

    /// Signs the assets again whose signatures are of an older version.
    ///
    /// No change of the photos: the history does not mention it. An original that cannot be read now, or is not what it
    /// was, keeps the signature it has. Blocks.
    ///
    /// - Returns: How many assets were signed.
    public func renewSignatures(
        inspector: PhotoInspector = PhotoInspector(), loading: LoadProgress = LoadProgress()
    ) throws -> Int {
        let outdated = try catalog.outdatedAssets()
        let renewal = Mutex(Renewal(catalog: catalog))
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

/// New signatures on their way into the catalogue, a batch at a time: what was interrupted goes on where it stopped.
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

    /// How many assets were signed.
    mutating func finish() throws -> Int {
        commit()
        if let failure { throw failure }
        return count
    }
}
