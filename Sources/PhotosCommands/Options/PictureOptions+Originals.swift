internal import AssetLoading
internal import Foundation
internal import OpenPhotoKitOwner

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
}
