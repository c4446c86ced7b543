package import AssetLoading
public import Foundation
internal import Originals
internal import PhotoCatalog
public import PhotoInspection
internal import PhotoMatching
public import PhotoModel
public import SystemPackage

extension OwnedLibrary {
    /// Finds the assets that show the same photos as files.
    ///
    /// The pictures themselves are the evidence. Nothing is added to the library.
    ///
    /// - Parameters:
    ///   - paths: Files, and folders whose photos are all looked up.
    ///   - inspector: Reads and decodes them.
    ///   - findsPartialMatches: Whether photos are also searched of which a file shows a part, or which it shows
    ///     mirrored or with a border (`Resolution.partialMatches`). This compares each file without candidates with
    ///     all photos.
    ///   - progress: Counts bytes, and can cancel the work.
    ///   - onAnswer: Called for every file in order, on a private serial queue, with the answer or with the
    ///     `PhotoLibraryError` that explains its absence.
    /// - Throws: `cancelled` if the task, or the progress, was cancelled: the remaining files got no answer.
    public func match(
        _ paths: [FilePath], inspector: PhotoInspector = PhotoInspector(), findsPartialMatches: Bool = false,
        progress: Progress? = nil, onAnswer: @escaping @Sendable (FilePath, Result<Resolution, any Error>) -> Void
    ) async throws {
        let loading = LoadProgress(showing: progress)
        try await loading.run { [self] in
            try matchAndWait(
                paths, inspector: inspector, findsPartialMatches: findsPartialMatches, loading: loading,
                onAnswer: onAnswer)
        }
        try loading.checkIsNotCancelled()
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func matchAndWait(
        _ paths: [FilePath], inspector: PhotoInspector = PhotoInspector(), findsPartialMatches: Bool = false,
        loading: LoadProgress = LoadProgress(),
        onAnswer: @escaping @Sendable (FilePath, Result<Resolution, any Error>) -> Void
    ) throws {
        let library = local
        let resolver = library.matcher.resolver
        let decoder = inspector.finePictureDecoder
        defer { decoder.finish() }
        let fine = library.fineComparison(decoder, .local)
        let partFinder = findsPartialMatches ? PartFinder(library.catalog, decoder) : nil
        inspector.inspectAndWait(paths, loading: loading) { path, analysis in
            onAnswer(
                path,
                Result {
                    let analysis = try analysis.get()
                    let answer = try resolver.resolve(analysis, fine)
                    // As in an import, the file name decides: files of unknown format with a photo's name are included.
                    guard
                        analysis.format != .unknown || FileKinds.isNamedLikePhoto(path)
                            || [.found, .multiple].contains(answer.status)
                    else {
                        throw PhotoLibraryError(.notAPhoto, "Not a photo or video.", path: path.string)
                    }
                    return try partFinder?.complete(answer, for: analysis) { loading.isCancelled } ?? answer
                })
        }
    }

    /// The asset that has exactly the bytes of an analysed file.
    ///
    /// - Throws: `identifierNotFound`; for a recently deleted asset with its local identifier.
    public func localIdentifier(ofBytesIn analysis: PhotoAnalysis) throws(PhotoLibraryError) -> String {
        guard let asset = try catalog.asset(withSHA256: analysis.sha256) else {
            if let deleted = try recentlyDeletedAsset(withBytesOf: analysis) { throw deleted.error }
            throw PhotoLibraryError(
                .identifierNotFound, "The library has no photo with exactly these bytes. Import it first.",
                path: analysis.path.string)
        }
        return asset
    }
}
