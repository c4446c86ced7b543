package import AssetLoading
public import Foundation
public import LibraryStores
internal import PhotoCatalog
public import PhotoModel
public import SystemPackage

extension OwnedLibrary {
    /// Copies originals to the stores of this library, with previews and a copy of the catalogue.
    ///
    /// A copy counts only after its bytes were read back. An interrupted run goes on where it stopped.
    ///
    /// - Parameters:
    ///   - request: Which originals are copied where.
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onFile: Called for each file, one call at a time, on a private thread.
    /// - Throws: `changeNotSupported` if the library has no store, or none of a requested name; `cancelled`; errors of
    ///   the catalogue. A store that fails is in the summary.
    @discardableResult
    public func mirror(
        _ request: MirrorRequest = MirrorRequest(), progress: Progress? = nil,
        onFile: @escaping @Sendable (MirroredFile) -> Void = { _ in }
    ) async throws -> MirrorSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in try mirrorAndWait(request, loading: loading, onFile: onFile) }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func mirrorAndWait(
        _ request: MirrorRequest, loading: LoadProgress, onFile: (MirroredFile) -> Void
    ) throws -> MirrorSummary {
        try StoreMirror(local.owners.stores).run(request, loading, onFile: onFile)
    }

    /// Removes originals from this device that are in stores, so that the disk has space.
    ///
    /// The photos stay in the library, with their previews. Each copy that counts is asked for now. The files of a
    /// photo are removed together or not at all.
    ///
    /// - Parameters:
    ///   - request: Which photos, and how many copies they need.
    ///   - progress: Can cancel the work, as the task can.
    ///   - onItem: Called for each photo, one call at a time, on a private thread.
    /// - Throws: `changeNotSupported` if the library has no store; `cancelled`; errors of the catalogue.
    @discardableResult
    public func offload(
        _ request: OffloadRequest, progress: Progress? = nil,
        onItem: @escaping @Sendable (OffloadedItem) -> Void = { _ in }
    ) async throws -> OffloadSummary {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in try offloadAndWait(request, loading: loading, onItem: onItem) }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func offloadAndWait(
        _ request: OffloadRequest, loading: LoadProgress, onItem: (OffloadedItem) -> Void
    ) throws -> OffloadSummary {
        try Offloader(local.owners.stores).run(request, loading, onItem: onItem)
    }

    /// Brings the originals of photos back to this device from stores.
    ///
    /// - Parameters:
    ///   - localIdentifiers: The photos. Those that are here are reported without bytes.
    ///   - progress: Counts bytes, and can cancel the work, as the task can.
    ///   - onItem: Called for each photo, one call at a time, on a private thread.
    /// - Throws: `cancelled`; errors of the catalogue.
    public func bringBack(
        _ localIdentifiers: [String], progress: Progress? = nil,
        onItem: @escaping @Sendable (ReturnedItem) -> Void = { _ in }
    ) async throws {
        let loading = LoadProgress(showing: progress)
        try await loading.run { [self] in try bringBackAndWait(localIdentifiers, loading: loading, onItem: onItem) }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func bringBackAndWait(
        _ localIdentifiers: [String], loading: LoadProgress, onItem: (ReturnedItem) -> Void
    ) throws {
        try OriginalReturner(local.owners.stores).run(localIdentifiers, loading, onItem: onItem)
    }

    /// Keeps the originals of photos on this device, or lets them leave it again.
    ///
    /// - Throws: `identifierNotFound`; `requestNotSupportedForAsset` for a recently deleted photo; errors of the
    ///   catalogue.
    public func setPinned(_ isPinned: Bool, _ localIdentifiers: [String]) throws(PhotoLibraryError) {
        try catalog.perform([.pin(localIdentifiers, isPinned)])
    }

    /// Fetches the previews of photos whose originals are in stores only, and that this device does not have.
    ///
    /// A restored library shows no picture of a photo before its preview came.
    ///
    /// - Parameter progress: Counts previews, and can cancel the work, as the task can.
    /// - Returns: The number of previews that came.
    /// - Throws: `changeNotSupported` if the library has no store; `cancelled`; errors of the catalogue and of the
    ///   disk.
    public func fetchPreviews(progress: Progress? = nil) async throws -> Int {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in try fetchPreviewsAndWait(loading: loading) }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func fetchPreviewsAndWait(loading: LoadProgress) throws -> Int {
        try PreviewFetcher(local.owners.stores).run(loading)
    }

    /// Makes a library of what a store has: the same photos, identifiers, albums, words and decisions.
    ///
    /// The originals stay in the store until they are needed. A store without a copy of a catalogue gives a library
    /// without photos: ``importOriginals(_:progress:onItem:)`` adds its originals.
    ///
    /// - Parameters:
    ///   - request: The store, and which copy of a catalogue in it.
    ///   - path: The path of the new library: an empty folder, or no folder.
    /// - Throws: `changeNotSupported` if the folder has files, or the store has neither a copy of a catalogue nor
    ///   originals, or has copies of several libraries or computers and the request names none; `libraryDamaged` if
    ///   every copy is damaged; `libraryBusy` if another process restores into the folder; the errors of the store;
    ///   `cancelled`.
    public static func restore(_ request: RestoreRequest, to path: FilePath) async throws -> RestoreSummary {
        let loading = LoadProgress()
        return try await loading.run { try LibraryRestore(request, to: path, loading).run() }
    }
}
