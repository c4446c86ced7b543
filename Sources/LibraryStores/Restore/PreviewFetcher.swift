package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage

/// Fetches the previews of photos whose originals are in stores only, and that this device does not have.
package struct PreviewFetcher {
    private let stores: LibraryStores

    private static let batchSize = 64

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// Fetches what the stores have, and blocks.
    ///
    /// - Returns: The number of previews that came.
    /// - Throws: `changeNotSupported` if the library has no store; `cancelled`; errors of the catalogue and of the
    ///   library's disk. A store that does not answer first is left out, and so is a preview that no store sends.
    package func run(_ loading: LoadProgress) throws -> Int {
        var failures: [String: PhotoLibraryError] = [:]
        let reached = try stores.reachable(named: nil, &failures, until: loading.cancellation)
        let folder = stores.library.folder
        var missing: [Digest] = []
        try stores.library.catalog.forEachResource { resource in
            try loading.checkIsNotCancelled()
            let sha256 = resource.content.sha256
            if resource.content.location == .elsewhere, [.original, .fullSizePhoto].contains(resource.kind),
                access(folder.path.pushing(sha256.previewPath).platform, F_OK) != 0
            {
                missing.append(sha256)
            }
            return true
        }
        loading.addExpected(files: missing.count, bytes: 0)
        loading.walkFinished()
        loading.setPhase(.loading)
        var count = 0
        while !missing.isEmpty {
            try loading.checkIsNotCancelled()
            let batch = Array(missing.suffix(Self.batchSize))
            missing.removeLast(batch.count)
            let written = inParallel(batch, width: 8) { sha256 in
                Result { try fetch(sha256, from: reached, loading) }
            }
            for result in written {
                loading.fileSkipped(bytes: 0)
                if try result.get() { count += 1 }
            }
        }
        return count
    }

    /// Fetches a preview from the first store that has it; returns whether one has.
    private func fetch(_ sha256: Digest, from reached: [ConnectedStore], _ loading: LoadProgress) throws -> Bool {
        for target in reached {
            guard let jpeg = (try? target.store.preview(of: sha256, loading.cancellation)) ?? nil else { continue }
            try Preview(sha256: sha256, jpeg: jpeg).write(in: stores.library.folder)
            return true
        }
        return false
    }
}
