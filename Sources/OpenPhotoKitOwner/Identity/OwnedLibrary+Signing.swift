package import AssetLoading
public import Foundation
internal import PhotoCatalog
public import PhotoInspection
internal import PhotoMatching
internal import PhotoModel

extension OwnedLibrary {
    /// The number of pictures that ``renewSignatures(inspector:progress:)`` would read, because they cannot be compared
    /// with any picture.
    ///
    /// Their signature has an older version, or an earlier build stored them without decoding them.
    public func outdatedSignatureCount() throws(PhotoLibraryError) -> Int {
        let outdated = try catalog.outdatedSignatureCount()
        return try outdated + catalog.unsignedPictureCount()
    }

    /// Computes the signatures of pictures again whose signatures have an older version, and decodes the pictures that
    /// an earlier build stored without decoding them.
    ///
    /// A picture whose file cannot be read, or differs from the imported file, keeps its old signature. A picture that
    /// cannot be decoded is tried once by each build that decodes other formats. If the task, or the progress, is
    /// cancelled, the signatures that were computed stay. The history records the photos that are decoded now, because
    /// their condition and size change, and no other new signature.
    ///
    /// - Parameters:
    ///   - inspector: Reads and decodes the pictures.
    ///   - progress: Counts bytes, and can cancel the work.
    /// - Returns: The number of pictures with a new signature.
    @discardableResult
    public func renewSignatures(
        inspector: PhotoInspector = PhotoInspector(), progress: Progress? = nil
    ) async throws -> Int {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try renewSignaturesAndWait(inspector: inspector, loading: loading)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    @discardableResult
    package func renewSignaturesAndWait(
        inspector: PhotoInspector = PhotoInspector(), loading: LoadProgress = LoadProgress()
    ) throws -> Int {
        let library = local
        let signed = try SignatureRenewal(library.catalog) { self.handle($0) }.run(inspector, loading)
        guard !loading.isCancelled else {
            throw PhotoLibraryError(
                .cancelled, "Cancelled after \(counted(signed, "signature")). The next call continues.",
                path: path.string)
        }
        return signed
    }

    /// Whether all pictures have been tried that this build decodes.
    ///
    /// A renewal without pictures then does nothing.
    package var hasExaminedPictures: Bool {
        get throws(PhotoLibraryError) { try catalog.hasExaminedPictures() }
    }
}
