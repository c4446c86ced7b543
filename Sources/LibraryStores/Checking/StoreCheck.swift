package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import Synchronization

/// Reads copies in stores back, and compares them with their digests.
package struct StoreCheck {
    private let stores: LibraryStores
    private var catalog: PhotoCatalog { stores.library.catalog }

    /// The number of copies whose records are written together.
    private static let batchSize = 64

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// Reads a part of the copies in each store, and blocks.
    ///
    /// - Parameter onCopy: Called for each copy, one call at a time.
    /// - Throws: `changeNotSupported` if there is no store, or none of a name; `cancelled`; errors of the catalogue. A
    ///   store that fails ends its part of the work only.
    package func run(
        _ request: StoreCheckRequest, _ loading: LoadProgress, onCopy: (CheckedCopy) -> Void
    ) throws -> StoreCheckSummary {
        try catalog.permission.check()
        var summary = StoreCheckSummary()
        var work: [(target: ConnectedStore, copies: [CopyToCheck])] = []
        for target in try reachable(request, &summary, loading) {
            let copies = try self.copies(in: target, parts: request.parts)
            for copy in copies { loading.addExpected(files: 1, bytes: Int(clamping: copy.bytes)) }
            work.append((target, copies))
        }
        loading.walkFinished()
        loading.setPhase(.loading)
        for (target, copies) in work {
            do {
                try target.store.checkService(loading.cancellation)
                try check(copies, in: target, loading, &summary, onCopy)
                try catalog.record(.store(.answered(target.record.id)))
            } catch { summary.unavailableStores[target.record.name] = try stores.noted(error, of: target.connection) }
        }
        try loading.checkIsNotCancelled()
        return summary
    }

    /// The requested stores that answer.
    private func reachable(
        _ request: StoreCheckRequest, _ summary: inout StoreCheckSummary, _ loading: LoadProgress
    ) throws -> [ConnectedStore] {
        let connected = try Set(stores.connections.all().map(\.id))
        var names = request.stores
        // A restored library knows stores whose addresses it does not have.
        for record in try catalog.stores() where !connected.contains(record.id) {
            guard request.stores?.contains(record.name) ?? true else { continue }
            summary.unavailableStores[record.name] = PhotoLibraryError(
                .changeNotSupported, "The address of the store “\(record.name)” is missing. Add the store again.")
            names?.removeAll { $0 == record.name }
        }
        guard names?.isEmpty != true, !connected.isEmpty || summary.unavailableStores.isEmpty else { return [] }
        return try stores.reachable(
            named: names, limit: request.bytesPerSecond, &summary.unavailableStores, until: loading.cancellation)
    }

    /// The copies whose last check is oldest: one of so many parts.
    private func copies(in target: ConnectedStore, parts: Int) throws -> [CopyToCheck] {
        let counts = try catalog.copyCounts(in: target.record.id)
        let states: [StoreCopy.State] = [.present, .listed, .suspect]
        let count = states.reduce(0) { $0 + (counts[$1] ?? 0) }
        let (quotient, rest) = count.quotientAndRemainder(dividingBy: max(1, parts))
        return try catalog.copiesToCheck(in: target.record.id, limit: rest > 0 ? quotient + 1 : quotient)
    }

    // MARK: Reading

    private func check(
        _ copies: [CopyToCheck], in target: ConnectedStore, _ loading: LoadProgress,
        _ summary: inout StoreCheckSummary, _ onCopy: (CheckedCopy) -> Void
    ) throws {
        let day = try catalog.dayOfUse()
        for start in stride(from: 0, to: copies.count, by: Self.batchSize) {
            try loading.checkIsNotCancelled()
            // Another disk may have been put at its place.
            try target.store.checkIdentity(loading.cancellation)
            let batch = Array(copies[start..<min(start + Self.batchSize, copies.count)])
            let results = inParallel(batch, ofSize: \.bytes) { copy in
                Result { try read(copy, in: target, loading) }
            }
            try record(results, on: day, in: target, &summary, onCopy)
        }
    }

    private func read(
        _ copy: CopyToCheck, in target: ConnectedStore, _ loading: LoadProgress
    ) throws -> StoredCopy {
        try loading.checkIsNotCancelled()
        let progress = loading.beginFile(bytes: Int(clamping: copy.bytes), name: copy.name, then: .none)
        defer { progress.finish() }
        let done = Atomic<Int64>(0)
        return try target.store.readBack(copy.copy.sha256, length: copy.bytes, loading.cancellation) { count in
            progress.read(Int(clamping: done.add(count, ordering: .relaxed).newValue))
        }
    }

    private func record(
        _ results: [(file: CopyToCheck, value: Result<StoredCopy, any Error>)], on day: Int,
        in target: ConnectedStore, _ summary: inout StoreCheckSummary, _ onCopy: (CheckedCopy) -> Void
    ) throws {
        let sound = results.compactMap { copy, result in
            (try? result.get()).map { stored in
                var checked = copy.copy
                checked.set(stored, on: day)
                return checked
            }
        }
        try catalog.record(.store(.copies(sound)))
        var storeFailure: PhotoLibraryError?
        for (copy, result) in results {
            switch result {
            case .success:
                summary.sound += 1
                onCopy(CheckedCopy(copy, in: target, nil))
            case .failure(let error):
                let error = PhotoLibraryError(converting: error)
                if error.code == .cancelled { throw error }
                if error.isOfStore {
                    storeFailure = error
                    continue
                }
                if error.isOfCopy {
                    try catalog.record(.store(.suspect(target.record.id, copy.copy.sha256)))
                    summary.suspect += 1
                } else {
                    summary.unread += 1
                }
                onCopy(CheckedCopy(copy, in: target, error))
            }
        }
        if let storeFailure { throw storeFailure }
    }
}

extension CheckedCopy {
    fileprivate init(_ copy: CopyToCheck, in target: ConnectedStore, _ error: PhotoLibraryError?) {
        self.init(
            store: target.record.name, localIdentifier: copy.asset, name: copy.name, bytes: copy.bytes,
            isSuspect: error?.isOfCopy ?? false, error: error)
    }
}
