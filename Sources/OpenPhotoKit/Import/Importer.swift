internal import AssetLoading
internal import Foundation
internal import ImageDecoding
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// One import from the first file found to the last one acknowledged.
///
/// walk → spool → load and analyse (several at a time, on the loader's queues) → commit (in the order of the walk).
final class Importer: Sendable {
    private let library: PhotoLibrary
    private let request: ImportRequest
    private let loading: LoadProgress
    private let loader: AssetLoader
    private let analyser: PhotoAnalyser
    private let onItem: @Sendable (ImportItem) -> Void
    /// The first failure that concerns the import as a whole.
    private let failure = Mutex<(any Error)?>(nil)

    /// How long the walk may run ahead before the first file is read: most imports know their size by then.
    private static let headStart: TimeInterval = 2
    /// Free bytes that an import leaves.
    private static let reservedBytes = 64 << 20

    init(
        _ library: PhotoLibrary, _ request: ImportRequest, _ loading: LoadProgress,
        onItem: @escaping @Sendable (ImportItem) -> Void
    ) {
        self.library = library
        self.request = request
        self.loading = loading
        self.onItem = onItem
        analyser = PhotoAnalyser(request.decoding)
        loader = AssetLoader(ioJobs: request.ioJobs, jobs: request.jobs)
    }

    /// Runs the import to its end.
    ///
    /// Blocks the thread.
    func run() throws -> ImportSummary {
        let start = Date()
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        defer { analyser.finish() }
        try RunFolder.clearAbandoned(library: library.folder, catalog: library.catalog)
        let runFolder = try RunFolder(library: library.folder, catalog: library.catalog)
        defer { try? runFolder.close() }
        let spool = try WalkSpool(folder: runFolder.path)
        let committer = Committer(library, request, runFolder, onItem: onItem, onFailure: { [self] in fail($0) })

        let walk = DispatchQueue(label: "openphotokit.walk")
        walk.async { [self] in
            do { try walkAll(into: spool, committer) } catch { fail(error) }
            loading.walkFinished()
            spool.finish()
        }
        spool.waitUntilFinished(before: start + Self.headStart)
        loading.setPhase(.loading)
        let destination: LoadDestination =
            storesCopies ? .file(inFolder: runFolder.path) : .smallInMemory
        do { try loadAll(from: spool, to: destination, committer) } catch { fail(error) }
        walk.sync {}
        loading.setPhase(.finishing)
        var summary = committer.finish()
        if !request.isDryRun { summary.resolvedReferences = library.compareNewPhotos { loading.isCancelled } }
        if let error = failure.withLock({ $0 }) { throw error }
        if loading.isCancelled {
            throw PhotoLibraryError(
                .cancelled,
                "Interrupted after \(counted(summary.files, "file")). What was imported stays; run it again to go on.")
        }
        succeeded = true
        summary.seconds = Date().timeIntervalSince(start)
        return summary
    }

    private var storesCopies: Bool { request.mode.keepsCopies && !request.isDryRun }

    /// A failure of the catalogue is the whole import's, not that of the file at hand.
    private func orFail<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            fail(error)
            throw PhotoLibraryError(.cancelled, "The import has failed.")
        }
    }

    private func fail(_ error: any Error) { failure.withLock { $0 = $0 ?? error } }

    private var hasEnded: Bool { loading.isCancelled || failure.withLock { $0 != nil } }

    // MARK: Walk

    private func walkAll(into spool: WalkSpool, _ committer: Committer) throws {
        let here = FilePath(FileManager.default.currentDirectoryPath)
        var neededBytes = 0
        for path in request.paths {
            // A shot's files come one after the other, the photo first.
            let folders = FolderWalk(library: library.path, filter: request.filter, order: SourceName.isInOrder)
            let isWhole = try folders.walk(here.pushing(path)) { entry in
                switch entry {
                case .file(let path, let identity, let isLink):
                    // A file that is to be moved is read again before it is removed.
                    if request.mode != .move,
                        let known = try library.catalog.assetOfUnchanged(
                            path, identity: identity, asCopy: request.mode.keepsCopies,
                            albums: request.albums(for: path))
                    {
                        report(ImportItem(path: path, resumedAs: known), to: committer)
                    } else {
                        // One that is too large fails by itself.
                        if FileKinds.isNamedLikePhoto(path), identity.size <= AssetLoader.defaultFileSizeLimit {
                            let (sum, overflows) = neededBytes.addingReportingOverflow(Int(identity.size))
                            neededBytes = overflows ? .max : sum
                        }
                        try checkSpace(for: max(0, neededBytes - committer.arrivedBytes))
                        loading.addExpected(files: 1, bytes: Int(identity.size))
                        try spool.put(WalkedFile(path: path, identity: identity, isLink: isLink))
                    }
                case .skipped(let path, let error):
                    report(ImportItem(path: path, status: .skipped, error: error), to: committer)
                case .failed(let path, let error):
                    report(ImportItem(path: path, status: .failed, error: error), to: committer)
                }
                return !hasEnded
            }
            guard isWhole else { return }
        }
    }

    /// Reports a file that is not read: the progress counts it, as the summary does.
    private func report(_ item: ImportItem, to committer: Committer) {
        if item.error?.code != .excluded {
            loading.addExpected(files: 1, bytes: 0)
            loading.fileSkipped(bytes: 0)
        }
        committer.report(item)
    }

    private func checkSpace(for bytes: Int) throws {
        guard storesCopies else { return }
        let available = max(0, try Volume(of: library.path).availableBytes - Self.reservedBytes)
        guard bytes > available else { return }
        throw PhotoLibraryError(
            .notEnoughSpace,
            "The photos need at least \(ByteText.of(bytes)), the library's disk has \(ByteText.of(available)) to spare "
                + "(\(ByteText.of(Self.reservedBytes)) stay free). "
                + "Free some space, or leave the photos where they are and import references to them.",
            remedy: .referTo(request.paths), path: library.path.string)
    }

    // MARK: Load

    private func loadAll(from spool: WalkSpool, to destination: LoadDestination, _ committer: Committer) throws {
        while !hasEnded, let file = try spool.take() {
            let (path, identity) = (file.path, file.identity)
            let mayBeSidecar = Sidecar.mayBe(path, bytes: Int(identity.size))
            if !mayBeSidecar, !FileKinds.isNamedLikePhoto(path) {
                do { try requirePhoto(file) } catch {
                    loading.fileSkipped(bytes: Int(identity.size))
                    committer.accept(Arrival(path: path, result: .failure(error)), at: committer.reserve())
                    continue
                }
            }
            let place = committer.reserve()
            let progress = loading.beginFile(bytes: Int(identity.size), name: path.lastComponent?.string)
            let catalog = library.catalog
            let asCopy = request.mode.keepsCopies
            let keepsCopy = storesCopies
            let wantsDoubles = request.duplicates == .importAll
            let analyser = analyser
            loader.load(path, followsLinks: file.isLink, to: destination, progress: progress) { [self] file, progress in
                if mayBeSidecar {
                    guard let sidecar = try Sidecar(file) else { throw PhotoLibraryError.notAPhoto(path) }
                    return Arrival.Content.sidecar(sidecar)
                }
                if !wantsDoubles, let known = try orFail({ try catalog.asset(keeping: file.sha256, asCopy: asCopy) }) {
                    return Arrival.Content.known(known)
                }
                return .analysed(try analyser.analyse(file, progress: progress))
            } completion: { result in
                progress.finish()
                committer.accept(
                    Arrival(
                        path: path,
                        result: result.map { (ArrivedFile($0.0, keepsCopy: keepsCopy), $0.1) }), at: place)
            }
        }
    }

    /// Looks whether a file whose name says nothing begins like a photo.
    ///
    /// - Throws: `notAPhoto` if it does not, or why it cannot be read: taken for a photo, it would come in if the next
    ///   attempt to read it succeeds.
    private func requirePhoto(_ file: WalkedFile) throws {
        guard try FileKinds.beginsLikePhoto(file.path, followsLinks: file.isLink) else {
            throw PhotoLibraryError.notAPhoto(file.path)
        }
    }
}

extension PhotoLibraryError {
    fileprivate static func notAPhoto(_ path: FilePath) -> PhotoLibraryError {
        PhotoLibraryError(.notAPhoto, "Not a photo or video: left alone.", path: path.string)
    }
}
