package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoIngest
internal import PhotoModel
internal import RemoteStores
internal import SystemPackage
internal import SystemSupport

/// Removes originals from this device that are in stores.
///
/// The steps for a photo: the catalogue says which copies count; the stores are asked for each of them now; the preview
/// is made; the stubs are planned and made; the local files are read once more; a transaction records where the
/// originals are; then the files are removed. If the process ends before the transaction, the next run removes the
/// stubs. If it ends after it, the next run removes the files.
package struct Offloader {
    private let stores: LibraryStores
    private var library: LibraryContext { stores.library }

    /// The number of photos whose files are removed by one transaction.
    private static let batchSize = 32

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// Offloads photos, and blocks.
    ///
    /// - Parameter onItem: Called for each photo, one call at a time.
    /// - Throws: `changeNotSupported` if the library has no store; `cancelled`; errors of the catalogue and of the
    ///   library's disk.
    package func run(
        _ request: OffloadRequest, _ loading: LoadProgress, onItem: (OffloadedItem) -> Void
    ) throws -> OffloadSummary {
        try library.catalog.permission.check()
        // Files that an interrupted run was about to remove.
        if !request.isRehearsal { try RunFolder.clearAbandoned(in: library) }
        let preparation = try Preparation(stores, request, loading)
        loading.walkFinished()
        loading.setPhase(.loading)
        var summary = OffloadSummary()
        func report(_ asset: String, _ name: String?, _ outcome: OffloadedItem.Outcome) {
            summary.count(outcome)
            onItem(OffloadedItem(localIdentifier: asset, name: name ?? asset, outcome: outcome))
        }
        try forEachBatch(of: request.selection) { batch in
            try loading.checkIsNotCancelled()
            if let freeBytes = request.freeBytes {
                let freed = request.isRehearsal ? summary.freedBytes : 0
                guard try Int64(Volume(of: library.folder.originals).availableBytes) + freed < freeBytes else {
                    return false
                }
            }
            try preparation.checkIdentities()
            let prepared = inParallel(batch, width: 8) { asset in (asset, Result { try preparation.prepare(asset) }) }
            var leaving: [PreparedAsset] = []
            for (asset, result) in prepared {
                switch result {
                case .success(let ready): leaving.append(ready)
                case .failure(let reason as OffloadReason): report(asset, nil, .kept(reason.obstacle))
                case .failure(let error):
                    let error = PhotoLibraryError(converting: error)
                    guard error.code != .cancelled else { throw error }
                    report(asset, nil, .failed(error))
                }
            }
            if request.isRehearsal {
                for asset in leaving { report(asset.identifier, asset.name, .offloaded(bytes: asset.bytes)) }
                return true
            }
            for (asset, outcome) in try remove(leaving, preparation) { report(asset.identifier, asset.name, outcome) }
            return true
        }
        if summary.offloaded > 0 { try preparation.writeCatalogCopies() }
        return summary
    }

    /// Calls `body` with photos, some at a time, until it returns false.
    private func forEachBatch(
        of selection: OffloadRequest.Selection, _ body: ([String]) throws -> Bool
    ) throws {
        switch selection {
        case .assets(let identifiers):
            var rest = identifiers[...]
            while !rest.isEmpty {
                guard try body(Array(rest.prefix(Self.batchSize))) else { return }
                rest = rest.dropFirst(Self.batchSize)
            }
        case .before(let date):
            var last: (time: String, row: Int64)?
            while true {
                let next = try library.catalog.assetsHere(before: date, after: last, limit: Self.batchSize)
                guard let end = next.last, try body(next.map(\.identifier)) else { return }
                last = (end.time, end.row)
            }
        }
    }

    // MARK: Removing

    /// Removes the files of photos that are ready, after they were read back once more.
    private func remove(
        _ assets: [PreparedAsset], _ preparation: Preparation
    ) throws -> [(PreparedAsset, OffloadedItem.Outcome)] {
        guard !assets.isEmpty else { return [] }
        let run = try RunFolder(in: library)
        let outcomes: [(PreparedAsset, OffloadedItem.Outcome)]
        do {
            try writeStubs(assets.flatMap(\.files), run)
            outcomes = try library.folder.withExclusiveLock {
                let outcomes: [(PreparedAsset, OffloadedItem.Outcome)] = try assets.map { asset in
                    (asset, try fault(of: asset, preparation).map { .failed($0) } ?? .offloaded(bytes: asset.bytes))
                }
                var leaving: [PreparedAsset.File] = []
                for case (let asset, .offloaded) in outcomes { leaving += asset.files }
                try library.catalog.record(
                    .store(.offloaded(leaving.map { ($0.row, $0.path, $0.stubPath) }, run: run.name)))
                return outcomes
            }
        } catch {
            try? run.close()
            throw error
        }
        // Removes the files, and the stubs of those that stay.
        try run.close()
        return outcomes
    }

    /// Writes the stubs of files, durably, after they were planned: a run that ends early leaves none.
    private func writeStubs(_ files: [PreparedAsset.File], _ run: RunFolder) throws {
        let refused = try library.catalog.plan(files.map(\.stubPath), run: run.name)
        if let path = refused.first {
            throw PhotoLibraryError(
                .libraryBusy, "Another process writes a file at this path. Try again.", path: path.string)
        }
        let folder = library.folder.path
        for result in inParallel(
            files, width: 8,
            { file in Result { try file.stub.write(to: folder.pushing(file.stubPath), in: run.path) } })
        { try result.get() }
    }

    /// What forbids to remove the files of a photo, whose bytes are read back; `nil` if nothing does.
    private func fault(of asset: PreparedAsset, _ preparation: Preparation) throws -> PhotoLibraryError? {
        for file in asset.files {
            if let fault = library.originals.stateAfterReadingBack(file.content).fault { return fault }
        }
        guard try preparation.isReady(asset) else {
            return PhotoLibraryError(
                .sourceChanged, "The photo was changed meanwhile, so its files stay. Try again.",
                identifier: asset.identifier)
        }
        return nil
    }
}

/// A photo whose files may be removed.
struct PreparedAsset: Sendable {
    /// A file in the library's folder.
    struct File: Sendable {
        let row: Int64
        /// Relative to the library's folder.
        let path: FilePath
        let content: ResourceBytes
        /// The file that will stand at its place.
        let stub: OffloadStub
        /// The path of the stub.
        var stubPath: FilePath { LibraryFolder.stub(of: path, content.sha256) }
    }

    let identifier: String
    let name: String
    let files: [File]
    var bytes: Int64 { files.reduce(0) { $0 + $1.content.size } }
}

extension OffloadSummary {
    fileprivate mutating func count(_ outcome: OffloadedItem.Outcome) {
        switch outcome {
        case .offloaded(let bytes):
            offloaded += 1
            freedBytes += bytes
        case .kept: kept += 1
        case .failed: failed += 1
        }
    }
}
