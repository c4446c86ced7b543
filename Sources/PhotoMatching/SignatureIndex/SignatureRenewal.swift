package import AssetLoading
package import PhotoCatalog
package import PhotoInspection
internal import PhotoModel
internal import Synchronization

/// Computes the signatures again that have an older version.
package struct SignatureRenewal {
    private let catalog: PhotoCatalog
    private let resources: ResourceStore

    package init(_ catalog: PhotoCatalog, _ resources: ResourceStore) {
        self.catalog = catalog
        self.resources = resources
    }

    /// Reads the files on this thread's behalf and blocks.
    ///
    /// - Returns: The number of pictures with a new signature.
    package func run(_ inspector: PhotoInspector, _ loading: LoadProgress) throws -> Int {
        let outdated = try catalog.outdatedPictures()
        let handles = outdated.map {
            ResourceHandle($0.file, in: resources, as: catalog.access, allowingNetwork: false)
        }
        let batches = Mutex(SignatureBatches(catalog: catalog))
        inspector.inspect(handles, loading: loading) { index, analysis in
            guard let analysis = try? analysis.get() else { return }
            let (assetID, picture) = (outdated[index].assetID, outdated[index].picture)
            let signature = picture.isCompared(in: analysis.condition) ? analysis.signature : nil
            batches.withLock { $0.add(AssetSignature(assetID: assetID, picture, signature: signature)) }
        }
        return try batches.withLock { try $0.finish() }
    }
}

/// Writes new signatures to the catalogue in batches, so that an interrupted run can be resumed.
private struct SignatureBatches {
    let catalog: PhotoCatalog
    private var batch: [AssetSignature] = []
    private var count = 0
    private var failure: (any Error)?

    init(catalog: PhotoCatalog) { self.catalog = catalog }

    mutating func add(_ signature: AssetSignature) {
        batch.append(signature)
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

    /// The number of pictures with a new signature.
    mutating func finish() throws -> Int {
        commit()
        if let failure { throw failure }
        return count
    }
}
