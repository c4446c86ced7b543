package import AssetLoading
internal import Foundation
internal import LibraryStorage
internal import Originals
internal import PhotoCatalog
internal import PhotoModel
internal import RemoteStores
internal import Synchronization

/// Copies originals to stores, and reads every copy back.
///
/// A run that was interrupted, also by a power failure, goes on where it stopped: the catalogue lists a copy as present
/// only after its bytes were read back.
package struct StoreMirror {
    private let stores: LibraryStores
    private var catalog: PhotoCatalog { stores.library.catalog }

    /// The number of files whose records are written in one transaction.
    private static let batchSize = 64
    /// The number of copies that are removed under one lock, for which imports wait.
    private static let removedTogether = 16

    package init(_ stores: LibraryStores) { self.stores = stores }

    /// Copies what the stores lack, and blocks.
    ///
    /// - Parameter onFile: Called for each file, one call at a time.
    /// - Throws: `changeNotSupported` if there is no store, or none of a name; `cancelled`; errors of the catalogue and
    ///   of the library's disk, after the other stores got what they lack. A store that fails ends its part of the work
    ///   only.
    package func run(
        _ request: MirrorRequest, _ loading: LoadProgress, onFile: (MirroredFile) -> Void
    ) throws -> MirrorSummary {
        try catalog.permission.check()
        var summary = MirrorSummary()
        let targets = try stores.reachable(
            named: request.stores, limit: request.bytesPerSecond, &summary.unavailableStores,
            until: loading.cancellation)
        for target in targets {
            let count = try catalog.count(lackingCopyIn: target.record.id, fewerCopiesThan: request.copies)
            loading.addExpected(files: count.files, bytes: Int(clamping: count.bytes))
        }
        loading.walkFinished()
        loading.setPhase(.loading)
        var libraryFailure: (any Error)?
        for target in targets {
            do {
                try stores.announce(to: target, until: loading.cancellation)
                try copy(to: target, request, loading, &summary, onFile)
                try removeLeavingCopies(from: target, loading, &summary)
                try removeAbandonedParts(from: target, loading)
                try stores.writeCatalogCopy(to: target, until: loading.cancellation)
                summary.storesWithCatalog.append(target.record.name)
                try catalog.record(.store(.answered(target.record.id)))
            } catch {
                do {
                    summary.unavailableStores[target.record.name] = try stores.noted(error, of: target.connection)
                } catch {
                    try loading.checkIsNotCancelled()
                    // The other stores get the originals first.
                    libraryFailure = libraryFailure ?? error
                }
            }
        }
        try loading.checkIsNotCancelled()
        if let libraryFailure { throw libraryFailure }
        return summary
    }

    // MARK: Copying

    private func copy(
        to target: ConnectedStore, _ request: MirrorRequest, _ loading: LoadProgress, _ summary: inout MirrorSummary,
        _ onFile: (MirroredFile) -> Void
    ) throws {
        var row: Int64 = 0
        let day = try catalog.dayOfUse()
        while true {
            try loading.checkIsNotCancelled()
            // Another disk may have been put at its place.
            try target.store.checkIdentity(loading.cancellation)
            let rows = try catalog.resources(
                lackingCopyIn: target.record.id, fewerCopiesThan: request.copies, after: row, limit: Self.batchSize)
            guard let last = rows.last else { return }
            row = last.row
            var seen: Set<Digest> = []
            let files = rows.filter { resource in
                let isFirst = seen.insert(resource.content.sha256).inserted
                if !isFirst { loading.fileSkipped(bytes: Int(clamping: resource.content.size)) }
                return isFirst
            }
            try catalog.record(
                .store(
                    .copies(
                        files.map { StoreCopy(store: target.record.id, sha256: $0.content.sha256, state: .uploading) }))
            )
            let results = inParallel(files, ofSize: \.content.size) { [self] file in
                Result { try copy(file, to: target, on: day, loading) }
            }
            try record(results, in: target, &summary, onFile)
        }
    }

    /// Copies a file, and its asset's preview with an original.
    private func copy(
        _ file: StoredResource, to target: ConnectedStore, on day: Int, _ loading: LoadProgress
    ) throws -> StoreCopy {
        try loading.checkIsNotCancelled()
        let progress = loading.beginFile(bytes: Int(clamping: file.content.size), name: file.name, then: .storing)
        defer { progress.finish() }
        let sha256 = file.content.sha256
        let reading = OriginalReading()
        let upload = Upload(length: file.content.size) { [library = stores.library] in
            NotingSource(try reading.noting { try library.open(file) }, reading)
        }
        // Each byte is sent and read back.
        let done = Atomic<Int64>(0)
        let stored: StoredCopy
        do {
            stored = try target.store.put(sha256, upload, loading.cancellation) { count in
                progress.read(Int(clamping: done.add(count, ordering: .relaxed).newValue / 2))
            }
        } catch { throw reading.failure.map { OriginalFailure(error: $0) } ?? error }
        var copy = StoreCopy(store: target.record.id, sha256: sha256, state: .present)
        copy.set(stored, on: day)
        try copyPreview(of: file, to: target, loading)
        return copy
    }

    /// Copies the preview of a photo with its picture.
    ///
    /// A copy of the original counts without it.
    private func copyPreview(of file: StoredResource, to target: ConnectedStore, _ loading: LoadProgress) throws {
        guard [.original, .fullSizePhoto].contains(file.kind) else { return }
        do {
            guard let preview = try stores.preview(of: file.asset) else { return }
            try target.store.putPreview(preview.jpeg, of: preview.sha256, loading.cancellation)
        } catch { try loading.checkIsNotCancelled() }
    }

    private func record(
        _ results: [(file: StoredResource, value: Result<StoreCopy, any Error>)], in target: ConnectedStore,
        _ summary: inout MirrorSummary, _ onFile: (MirroredFile) -> Void
    ) throws {
        try catalog.record(.store(.copies(results.compactMap { try? $0.value.get() })))
        var storeFailure: PhotoLibraryError?
        for (file, result) in results {
            var failure: PhotoLibraryError?
            if case .failure(let error) = result {
                let isOfOriginal = error is OriginalFailure
                let error = (error as? OriginalFailure)?.error ?? PhotoLibraryError(converting: error)
                if error.code == .cancelled { throw error }
                if error.isOfStore, !isOfOriginal { storeFailure = error }
                failure = error
            }
            if failure != nil {
                summary.failed += 1
            } else {
                summary.copied += 1
                summary.bytes += file.content.size
            }
            onFile(
                MirroredFile(
                    localIdentifier: file.asset, name: file.name, store: target.record.name, bytes: file.content.size,
                    error: failure))
        }
        if let storeFailure { throw storeFailure }
    }

    // MARK: Removing

    /// Removes the copies of purged originals that no asset names any more.
    ///
    /// Another library, or this library on another computer, may use the store too: then nothing is removed.
    private func removeLeavingCopies(
        from target: ConnectedStore, _ loading: LoadProgress, _ summary: inout MirrorSummary
    ) throws {
        var leaving = try catalog.leavingCopies(in: target.record.id)[...]
        while !leaving.isEmpty {
            try loading.checkIsNotCancelled()
            // No import or restore may take the bytes up while their objects are removed.
            let isAlone = try stores.library.folder.withExclusiveLock {
                // Another computer may have begun to use the store meanwhile.
                guard try stores.isAlone(in: target, until: loading.cancellation) else { return false }
                for sha256 in leaving.prefix(Self.removedTogether)
                where try catalog.isLeaving(sha256, from: target.record.id) {
                    try target.store.remove(sha256, loading.cancellation)
                    try target.store.removePreview(of: sha256, loading.cancellation)
                    try catalog.record(.store(.removedCopies(target.record.id, [sha256])))
                    summary.removed += 1
                }
                return true
            }
            guard isAlone else { return }
            leaving = leaving.dropFirst(Self.removedTogether)
        }
    }

    /// Removes what killed writers left in a store, once a day, because the whole store is listed.
    ///
    /// A copy of an original counts without it.
    private func removeAbandonedParts(from target: ConnectedStore, _ loading: LoadProgress) throws {
        let last = target.record.catalogCopyDate ?? .distantPast
        guard !Calendar(identifier: .iso8601).isDateInToday(last) else { return }
        do { try target.store.client.removeAbandonedParts(loading.cancellation) } catch {
            try loading.checkIsNotCancelled()
        }
    }
}
