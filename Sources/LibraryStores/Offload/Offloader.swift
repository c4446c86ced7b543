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
/// stubs. If it ends after it, the next run records that the files are here again.
package struct Offloader {
    private let stores: LibraryStores
    private var library: LibraryContext { stores.library }
    /// The number of photos whose files are removed by one transaction.
    private let batchSize: Int
    /// The number of bytes of such photos, so that the stores are asked shortly before the files are removed.
    private static let batchBytes: Int64 = 512 << 20

    package init(_ stores: LibraryStores, batchSize: Int = 32) { (self.stores, self.batchSize) = (stores, batchSize) }

    /// Offloads photos, and blocks.
    ///
    /// - Parameter onItem: Called for each photo, one call at a time.
    /// - Throws: `changeNotSupported` if the library has no store; `cancelled`; errors of the catalogue and of the
    ///   library's disk.
    package func run(
        _ request: OffloadRequest, _ loading: LoadProgress, onItem: (OffloadedItem) -> Void
    ) throws -> OffloadSummary {
        try library.catalog.permission.check()
        // What an interrupted run left.
        if !request.isRehearsal { try RunFolder.clearAbandoned(in: library) }
        let preparation = try Preparation(stores, request, loading)
        loading.walkFinished()
        loading.setPhase(.loading)
        var summary = OffloadSummary()
        func report(_ asset: String, _ outcome: OffloadedItem.Outcome) throws {
            let original = try library.catalog.storedResources(of: asset).first { $0.kind == .original }
            summary.count(outcome)
            onItem(OffloadedItem(localIdentifier: asset, name: original?.name ?? asset, outcome: outcome))
        }
        let bytesAtStart = try freeBytes()
        try forEachBatch(of: request.selection) { batch in
            try loading.checkIsNotCancelled()
            // A snapshot keeps the blocks of removed files, so that the disk does not show what was freed.
            if let goal = request.freeBytes {
                guard try freeBytes() < goal, summary.freedBytes < goal - bytesAtStart else { return false }
            }
            try preparation.checkIdentities()
            let prepared = inParallel(batch, width: 8) { asset in (asset, Result { try preparation.prepare(asset) }) }
            var leaving: [PreparedAsset] = []
            for (asset, result) in prepared {
                switch result {
                case .success(let ready): leaving.append(ready)
                case .failure(let reason as OffloadReason): try report(asset, .kept(reason.obstacle))
                case .failure(let error):
                    let error = PhotoLibraryError(converting: error)
                    guard error.code != .cancelled else { throw error }
                    try report(asset, .failed(error))
                }
            }
            let failures = try request.isRehearsal ? [:] : Removal(library, loading).run(leaving)
            for asset in leaving {
                let failure = failures[asset.identifier]
                try report(asset.identifier, failure.map { .failed($0) } ?? .offloaded(bytes: asset.bytes))
            }
            return true
        }
        if let goal = request.freeBytes {
            // In a rehearsal, and with snapshots, the disk does not show what was freed.
            let free = try max(freeBytes(), bytesAtStart.addingReportingOverflow(summary.freedBytes).partialValue)
            summary.lackingBytes = max(0, goal - max(0, free))
        }
        if summary.offloaded > 0, !request.isRehearsal { _ = try preparation.writeCatalogCopies() }
        return summary
    }

    private func freeBytes() throws -> Int64 { try Int64(Volume(of: library.folder.originals).availableBytes) }

    /// Calls `body` with photos, some at a time, until it returns false.
    private func forEachBatch(
        of selection: OffloadRequest.Selection, _ body: ([String]) throws -> Bool
    ) throws {
        switch selection {
        case .assets(let identifiers):
            var rest = identifiers[...]
            while !rest.isEmpty {
                guard try forEachPart(of: Array(rest.prefix(batchSize)), body) else { return }
                rest = rest.dropFirst(batchSize)
            }
        case .before(let date):
            var last: (time: String, row: Int64)?
            while true {
                let next = try library.catalog.assetsHere(before: date, after: last, limit: batchSize)
                guard let end = next.last, try forEachPart(of: next.map(\.identifier), body) else { return }
                last = (end.time, end.row)
            }
        }
    }

    /// Calls `body` with photos of a limited number of bytes, or with one photo, until it returns false.
    private func forEachPart(of assets: [String], _ body: ([String]) throws -> Bool) throws -> Bool {
        let bytes = try library.catalog.bytesHere(of: assets)
        var part: [String] = []
        var left = Self.batchBytes
        for asset in assets {
            let size = max(0, bytes[asset] ?? 0)
            if size > left, !part.isEmpty {
                guard try body(part) else { return false }
                (part, left) = ([], Self.batchBytes)
            }
            part.append(asset)
            left -= min(size, left)
        }
        return try body(part)
    }
}

/// A photo whose files may be removed.
struct PreparedAsset: Sendable {
    /// A file in the library's folder.
    struct File: Sendable {
        let record: LeavingAsset.File
        let content: ResourceBytes
        /// The file that will stand at its place.
        let stub: OffloadStub
    }

    let identifier: String
    let files: [File]
    /// The copies that stores were asked for.
    let copies: [StoreCopy]
    var bytes: Int64 { files.reduce(0) { $0 + $1.content.size } }
    /// The photo as the catalogue records that it leaves.
    var leaving: LeavingAsset {
        LeavingAsset(localIdentifier: identifier, files: files.map(\.record), copies: copies)
    }
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
