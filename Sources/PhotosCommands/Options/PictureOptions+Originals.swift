internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner
internal import Synchronization

extension PictureOptions {
    /// Copies files of photos into a folder, and shows the progress.
    ///
    /// Ctrl-C cancels the copies that have not ended.
    ///
    /// - Returns: For each file its copy, or the error that prevented it, in the order of the photos.
    func loadFiles(
        _ files: CopiedFiles, of identifiers: [String], in library: OwnedLibrary, to folder: FilePath,
        allowingNetwork: Bool = true
    ) async throws -> [Result<StoredFile, any Error>] {
        let loading = LoadProgress()
        async let results = library.loadFiles(
            files, of: identifiers, to: folder, ioJobs: readingJobs(for: [library.path]),
            options: ResourceRequestOptions(isNetworkAccessAllowed: allowingNetwork), loading: loading)
        let interruption = InterruptHandler { loading.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        async let shown: Void = ProgressPrinter(self, verb: "Loading").show(loading.updates)
        let outcomes = try await results
        await shown
        return outcomes
    }

    /// Brings originals that are in stores only back to the library, and shows the progress.
    ///
    /// Ctrl-C ends this with the error `cancelled`.
    ///
    /// - Returns: For each photo the path of its original in the library, or the error that prevented it.
    func pathsOfOriginals(
        of identifiers: [String], in library: OwnedLibrary
    ) async throws -> [Result<FilePath, any Error>] {
        let known = try library.assets(withLocalIdentifiers: identifiers)
        let elsewhere = identifiers.filter { known[$0]?.original.map { library.localPath(of: $0) == nil } ?? false }
        let errors = Mutex<[String: any Error]>([:])
        if !elsewhere.isEmpty {
            let loading = LoadProgress()
            do {
                try await withProgress(loading, self, verb: "Loading") {
                    try library.bringBackAndWait(elsewhere, loading: loading) { item in
                        errors.withLock { $0[item.localIdentifier] = item.error }
                    }
                }
            } catch let error as PhotoLibraryError where error.code != .cancelled {
                // The photos whose originals are here have paths all the same.
                errors.withLock { for identifier in elsewhere { $0[identifier] = $0[identifier] ?? error } }
            }
        }
        let assets = try library.assets(withLocalIdentifiers: identifiers)
        return identifiers.map { identifier in
            Result {
                if let path = assets[identifier]?.original.flatMap(library.localPath) { return path }
                throw errors.withLock { $0[identifier] } ?? PhotoLibraryError.noPhoto(named: identifier)
            }
        }
    }
}
