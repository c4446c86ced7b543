package import AssetLoading
public import Foundation
public import LibraryStores
internal import PhotoModel

extension OwnedLibrary {
    /// Reads copies in stores back, and compares them with their digests.
    ///
    /// A copy that is lost or has other bytes counts no more. A mirror writes it again, if its original is on this
    /// device or in another store.
    ///
    /// - Parameters:
    ///   - request: The stores, and the part of their copies.
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onCopy: Called for each copy, one call at a time, on a private thread.
    /// - Throws: `changeNotSupported` if the library has no store, or none of a requested name; `cancelled`;
    ///   `libraryReadOnly`; errors of the catalogue. A store that fails is in the summary.
    @discardableResult
    public func checkStores(
        _ request: StoreCheckRequest = StoreCheckRequest(), progress: Progress? = nil,
        onCopy: @escaping @Sendable (CheckedCopy) -> Void = { _ in }
    ) async throws -> StoreCheckSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in try checkStoresAndWait(request, loading: loading, onCopy: onCopy) }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func checkStoresAndWait(
        _ request: StoreCheckRequest, loading: LoadProgress, onCopy: (CheckedCopy) -> Void
    ) throws -> StoreCheckSummary {
        try StoreCheck(local.owners.stores).run(request, loading, onCopy: onCopy)
    }

    /// Imports the originals in a store that the library does not know.
    ///
    /// Such originals were added by a catalogue that is lost, or after the date of a restored one. Each is fetched,
    /// compared with its digest, and imported as any file, so that no photo is doubled. Originals that another
    /// library's catalogue in the store names are left out, unless the request includes them. An interrupted import
    /// goes on where it stopped.
    ///
    /// - Parameters:
    ///   - request: The store, and what of it.
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onItem: Called for each original, one call at a time, on a private thread.
    /// - Throws: `changeNotSupported` if the library has no such store, or the catalogue of another library in it
    ///   cannot be read; `notEnoughSpace`; `cancelled`; `libraryReadOnly`; the errors of the store and of the
    ///   catalogue.
    @discardableResult
    public func importOriginals(
        _ request: StoreImportRequest, progress: Progress? = nil,
        onItem: @escaping @Sendable (ImportedOriginal) -> Void = { _ in }
    ) async throws -> StoreImportSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try importOriginalsAndWait(request, loading: loading, onItem: onItem)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func importOriginalsAndWait(
        _ request: StoreImportRequest, loading: LoadProgress, onItem: (ImportedOriginal) -> Void
    ) throws -> StoreImportSummary {
        let storeImport = StoreImport(local.owners.stores) { [self] request, loading, onItem in
            try importFilesAndWait(request, loading: loading, onItem: onItem)
        }
        return try storeImport.run(request, loading, onItem: onItem)
    }
}
