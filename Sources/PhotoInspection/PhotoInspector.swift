package import AssetLoading
public import DecoderProcess
public import Foundation
package import Originals
public import PhotoModel
public import SystemPackage
internal import SystemSupport

/// Computes the data that identify the pictures in files, without a library.
public struct PhotoInspector: Sendable {
    private let ioJobs: Int
    private let jobs: Int
    private let filter: PathFilter
    private let decoding: DecodingMode
    private let shard: LibrarySubset
    private let computesPDQ: Bool

    /// An inspector that reads `ioJobs` files and decodes `jobs` (0: one per core) at a time in the mode `decoding`.
    ///
    /// Files that the filter excludes are skipped.
    ///
    /// - Parameters:
    ///   - shard: The part of the results to deliver: of `m` parts, the `n`-th part has the results number `n`,
    ///     `n + m`, `n + 2·m` … in the order of all results.
    ///   - computesPDQ: Whether to compute PDQ hashes too, for which each picture is decoded a second time.
    public init(
        ioJobs: Int = 2, jobs: Int = 0, filter: PathFilter = PathFilter(), decoding: DecodingMode = .automatic,
        shard: LibrarySubset = .whole, computesPDQ: Bool = false
    ) {
        self.ioJobs = ioJobs
        self.jobs = jobs
        self.filter = filter
        self.decoding = decoding
        self.shard = shard
        self.computesPDQ = computesPDQ
    }

    /// A decoder of fine pictures that decodes as this inspector does.
    package var finePictureDecoder: FinePictureDecoder { FinePictureDecoder(decoding) }

    /// Analyses files, and all photos in folders.
    ///
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - progress: Counts bytes, and can cancel the work.
    ///   - onResult: Called for every file in order, on a private serial queue, with the analysis or with the
    ///     ``PhotoLibraryError`` that explains why the file cannot be read. A slow callback slows the work down.
    /// - Throws: `cancelled` if the task, or the progress, was cancelled: the remaining files got no result.
    public func inspect(
        _ paths: [FilePath], progress: Progress? = nil,
        onResult: @escaping @Sendable (FilePath, Result<PhotoAnalysis, any Error>) -> Void
    ) async throws(PhotoLibraryError) {
        let loading = LoadProgress(showing: progress)
        await loading.run { inspectAndWait(paths, loading: loading, onResult: onResult) }
        try loading.checkIsNotCancelled()
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    package func inspectAndWait(
        _ paths: [FilePath], loading: LoadProgress = LoadProgress(),
        onResult: @escaping @Sendable (FilePath, Result<PhotoAnalysis, any Error>) -> Void
    ) {
        defer { loading.finish(succeeded: !loading.isCancelled) }
        loading.setPhase(.loading)
        let files = FilesOpenedOnce()
        let loader = AssetLoader(ioJobs: ioJobs, jobs: jobs, files: files)
        let order = OrderedHandover<(FilePath, Result<PhotoAnalysis, any Error>)>(
            label: "openphotokit.inspect", width: .underWay(ioJobs: ioJobs, jobs: jobs))
        let deliver: @Sendable ([(FilePath, Result<PhotoAnalysis, any Error>)]) -> Void = { batch in
            for (path, result) in batch {
                if case .failure(let error as PhotoLibraryError) = result, error.code == .cancelled { continue }
                onResult(path, result)
            }
        }
        let analyser = PhotoAnalyser(decoding, computesPDQ: computesPDQ)
        defer { analyser.finish() }
        // The index of the result among all results; skipped files have none.
        var index = 0
        func isWanted() -> Bool {
            defer { index += 1 }
            return shard.contains(index: index)
        }
        func isPhoto(_ path: FilePath, isLink: Bool) -> Bool {
            if FileKinds.isNamedLikePhoto(path) || (try? files.beginsLikePhoto(path, followsLinks: isLink)) == true {
                return true
            }
            files.close(path)
            return false
        }
        for root in paths where !loading.isCancelled {
            _ = FolderWalk(filter: filter, housekeeping: CameraHousekeeping()).walk(root) { entry in
                switch entry {
                case .file(let path, let identity, let isLink)
                where path == root || isPhoto(path, isLink: isLink):
                    guard isWanted() else {
                        files.close(path)
                        break
                    }
                    loading.addExpected(files: 1, bytes: Int(identity.size))
                    let place = order.reserve()
                    let progress = loading.beginFile(bytes: Int(identity.size), name: path.lastComponent?.string)
                    loader.load(path, followsLinks: isLink, to: .smallInMemory, progress: progress) { file, progress in
                        try analyser.analyse(file, progress: progress)
                    } completion: { result in
                        progress.finish()
                        order.put((path, result.map { $0.1 }), at: place, deliver: deliver)
                    }
                case .file: break
                case .skipped(let path, let skip)
                where path == root || skip == .emptyFile && FileKinds.isNamedLikePhoto(path):
                    guard isWanted() else { break }
                    order.put((path, .failure(skip.error(path))), at: order.reserve(), deliver: deliver)
                case .skipped: break
                case .failed(let path, let error):
                    guard isWanted() else { break }
                    order.put((path, .failure(error)), at: order.reserve(), deliver: deliver)
                }
                return !loading.isCancelled
            }
        }
        loading.walkFinished()
        order.finish()
    }

    /// Analyses resources of a library, whose bytes must be the imported ones.
    ///
    /// Blocks. Filter and shard are not used.
    ///
    /// - Parameter onResult: Called for each resource in order, on a private serial queue, with its index in
    ///   `resources`.
    package func inspect(
        _ resources: [ResourceHandle], loading: LoadProgress,
        onResult: @escaping @Sendable (Int, Result<PhotoAnalysis, any Error>) -> Void
    ) {
        defer { loading.finish(succeeded: !loading.isCancelled) }
        for resource in resources { loading.addExpected(files: 1, bytes: resource.resource.bytes) }
        loading.walkFinished()
        loading.setPhase(.loading)
        let loader = AssetLoader(ioJobs: ioJobs, jobs: jobs)
        let analyser = PhotoAnalyser(decoding, computesPDQ: computesPDQ)
        let order = OrderedHandover<(Int, Result<PhotoAnalysis, any Error>)>(
            label: "openphotokit.inspect", width: .underWay(ioJobs: ioJobs, jobs: jobs))
        for (index, resource) in resources.enumerated() where !loading.isCancelled {
            let place = order.reserve()
            let progress = loading.beginFile(
                bytes: resource.resource.bytes, name: resource.name.lastComponent?.string)
            loader.load(resource, to: .smallInMemory, progress: progress) { file, progress in
                try analyser.analyse(file, progress: progress)
            } completion: { result in
                progress.finish()
                order.put((index, result.map { $0.1 }), at: place) { batch in
                    for (index, result) in batch { onResult(index, result) }
                }
            }
        }
        order.finish()
    }
}
