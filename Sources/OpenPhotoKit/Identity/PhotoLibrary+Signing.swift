package import AssetLoading
public import Foundation
internal import PhotoCatalog
public import PhotoInspection
internal import PhotoMatching
internal import PhotoModel

extension PhotoLibrary {
    /// The number of assets whose signature has an older version, which cannot be compared with any picture.
    public func outdatedSignatureCount() throws(PhotoLibraryError) -> Int { try catalog.outdatedSignatureCount() }

    /// Computes the signatures of assets again whose signatures have an older version.
    ///
    /// This does not change the photos, so the history does not record it. An asset whose original cannot be read, or
    /// differs from the imported file, keeps its old signature. If the task, or the progress, is cancelled,
    /// the signatures that were computed stay.
    ///
    /// - Parameter progress: Counts bytes, and can cancel the work.
    /// - Returns: The number of assets with a new signature.
    @discardableResult
    public func renewSignatures(
        inspector: PhotoInspector = PhotoInspector(), progress: Progress? = nil
    ) async throws -> Int {
        let loading = LoadProgress(childOf: progress)
        return try await loading.run("sign") { [self] in
            try renewSignaturesAndWait(inspector: inspector, loading: loading)
        }
    }

    /// Does the same on this thread, and shows the progress in `loading`.
    @discardableResult
    package func renewSignaturesAndWait(
        inspector: PhotoInspector = PhotoInspector(), loading: LoadProgress = LoadProgress()
    ) throws -> Int {
        let library = try local
        let signed = try SignatureRenewal(library.catalog, library.resources).run(inspector, loading)
        guard !loading.isCancelled else {
            throw PhotoLibraryError(
                .cancelled, "Cancelled after \(counted(signed, "signature")). The next call continues.",
                path: path.string)
        }
        return signed
    }
}
