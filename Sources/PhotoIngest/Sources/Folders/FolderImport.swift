package import AssetLoading
internal import Foundation
package import LibraryStorage
internal import PhotoCatalog
internal import PhotoInspection
internal import PhotoModel
internal import SystemPackage

/// One import, from the walk to the last reported file.
///
/// The steps are: walk, then spool, then the steps of ``IngestRun``: load and analyse (several files at a time), then
/// classify, place and commit (in the order of the walk, links last).
package final class FolderImport: Sendable {
    private let library: LibraryContext
    /// Predicts before a file is read or decoded whether that is necessary.
    ///
    /// The final classification is made under the lock.
    private let classifier: DuplicateClassifier
    private let request: ImportRequest
    /// The folder that the paths of the request are relative to.
    private let here: FilePath
    private let folderAlbums: FolderAlbums
    private let exportedAlbums = ExportedAlbums()
    private let loading: LoadProgress
    /// The local files, and the archives that the walk has opened.
    private let files = ArchivedFiles()
    private let filesOpenedOnce: FilesOpenedOnce
    private let onItem: @Sendable (ImportItem) -> Void
    /// Resolves pending references with the new photos after the last commit, and returns the number of resolved
    /// references.
    private let resolveReferences: @Sendable () -> Int
    private typealias Run = IngestRun<ImportCommitter>

    /// The time for which the walk runs before the first file is read, so that the total size is usually known by then.
    private static let headStart: TimeInterval = 2
    /// The number of Live Photos that are joined in one transaction.
    private static let joinedTogether = 200
    /// The number of bytes that stay free on the library's disk.
    private static let reservedBytes = 64 << 20

    package init(
        _ library: LibraryContext, _ request: ImportRequest, _ loading: LoadProgress,
        onItem: @escaping @Sendable (ImportItem) -> Void,
        resolveReferences: @escaping @Sendable () -> Int
    ) {
        self.library = library
        self.resolveReferences = resolveReferences
        classifier = DuplicateClassifier(library.originals, library.catalog, request.policy)
        self.request = request
        here = FilePath(FileManager.default.currentDirectoryPath)
        folderAlbums = FolderAlbums(request, here: here)
        self.loading = loading
        self.onItem = onItem
        filesOpenedOnce = FilesOpenedOnce(files)
    }

    /// Runs the whole import.
    ///
    /// Blocks the thread.
    package func run() throws -> ImportSummary {
        let start = Date()
        var succeeded = false
        defer { loading.finish(succeeded: succeeded) }
        try checkIsNoStore()
        try RunFolder.clearAbandoned(in: library)
        let joinedLivePhotos = try joinLivePhotos()
        let runFolder = try RunFolder(in: library)
        defer { try? runFolder.close() }
        let spool = try WalkSpool(folder: runFolder.path)
        // Links are read after the files, because a link may lead to one of the files, whose own name counts.
        let links = try WalkSpool(folder: runFolder.path)
        // The files of a shot follow each other, the photo first.
        let folders = FolderWalk(
            library: library.folder.path, skipsStores: true, filter: request.filter,
            housekeeping: CameraHousekeeping(library.catalog), order: SourceName.isInOrder)
        let committer = ImportCommitter(library, request, run: runFolder.name, until: loading.cancellation, onItem)
        let run = Run(
            committer, reading: filesOpenedOnce, ioJobs: request.ioJobs, jobs: request.jobs, request.decoding, loading)
        defer { run.end() }
        let libraries = SourceLibraries(request, walk: folders, files, scratch: runFolder.path) {
            if !run.goesOn { throw PhotoLibraryError(.cancelled, "The import has ended.") }
        }

        let walk = DispatchQueue(label: "openphotokit.walk")
        walk.async { [self] in
            do {
                try walkAll(folders, into: spool, links: links, libraries, run)
            } catch let error as PhotoLibraryError where error.code == .cancelled {
                // The import ends for the reason that is known already.
            } catch { run.fail(error) }
            loading.walkFinished()
            spool.finish()
            links.finish()
        }
        spool.waitUntilFinished(before: start + Self.headStart)
        loading.setPhase(.loading)
        let destination: LoadDestination =
            storesCopies ? .file(inFolder: runFolder.path) : .smallInMemory
        do {
            try loadAll(from: spool, to: destination, run)
            // A link may be a sidecar of a photo that must be in the catalogue, or lead to a file that is moved.
            run.waitForFiles()
            try loadAll(from: links, to: destination, run)
        } catch { run.fail(error) }
        walk.sync {}
        loading.setPhase(.finishing)
        run.waitForFiles()
        if !request.isDryRun, run.goesOn {
            do {
                try libraries.appleLibraries.makeAlbums(in: library.catalog) { report($0, to: run) }
                try exportedAlbums.make(in: library.catalog)
            } catch { run.fail(error) }
        }
        var summary = committer.summary
        summary.photoLibraries = libraries.contents
        summary.joinedLivePhotos = joinedLivePhotos
        if !request.isDryRun { summary.resolvedReferences = resolveReferences() }
        try run.checkIsComplete(
            orCancelled:
                "Cancelled after \(counted(summary.files, "file")). The imported files stay. The next import of the "
                + "same files continues.")
        succeeded = true
        summary.seconds = Date().timeIntervalSince(start)
        return summary
    }

    /// Refuses paths in a store of originals: its files are copies of a library's photos, and no import may move them.
    private func checkIsNoStore() throws {
        guard let path = request.paths.map({ here.pushing($0) }).first(where: \.isInStore) else { return }
        throw PhotoLibraryError(
            .changeNotSupported,
            "This is a store of originals, or a part of one. Its files are copies of a library's photos, so they are not "
                + "imported from here. Restore the library of the store, or add the store to this library and import the "
                + "originals of the store.",
            remedy: .importFromStore, path: path.string)
    }

    /// Joins the Live Photos whose picture and video are two assets, as earlier versions imported them.
    ///
    /// - Returns: The number of videos that are files of their pictures now.
    private func joinLivePhotos() throws -> Int {
        guard !request.isDryRun else { return 0 }
        let identifiers = try library.catalog.splitLivePhotos()
        return try stride(from: 0, to: identifiers.count, by: Self.joinedTogether).reduce(0) { count, start in
            let part = identifiers[start..<min(start + Self.joinedTogether, identifiers.count)]
            // Another import may be about to add a file to one of the assets.
            return try count
                + library.folder.withExclusiveLock {
                    try library.catalog.perform([.joinLivePhotos(Array(part))]).joined.count
                }
        }
    }

    private var storesCopies: Bool { request.mode.keepsCopies && !request.isDryRun }

    // MARK: Walk

    private func walkAll(
        _ folders: FolderWalk, into spool: WalkSpool, links: WalkSpool, _ libraries: SourceLibraries, _ run: Run
    ) throws {
        let roots = request.paths.map { here.pushing($0) }
        var neededBytes = 0
        var linkedShot: Shot?
        func put(_ file: SourceFile) throws {
            // An import that moves reads every file again before it removes the source.
            if request.mode != .move,
                case .duplicate(let known)? = try classifier.predict(
                    .unchanged(file.path, file.identity, in: albums(for: file)))
            {
                return report(ImportItem(file.path, resumedAs: known), to: run)
            }
            // A file that is too large fails separately.
            if FileKinds.isNamedLikePhoto(file.path), file.identity.size <= AssetLoader.defaultFileSizeLimit {
                let (sum, overflows) = neededBytes.addingReportingOverflow(Int(file.identity.size))
                neededBytes = overflows ? .max : sum
            }
            try checkSpace(for: max(0, neededBytes - run.arrivedBytes))
            loading.addExpected(files: 1, bytes: Int(file.identity.size))
            let shot = Shot(of: file.path)
            if file.isSymbolicLink { linkedShot = shot }
            // The other files of a shot whose photo is a link are read after the photo.
            try (shot == linkedShot ? links : spool).put(file)
        }
        func take(_ finding: SourceFinding) throws -> Bool {
            switch finding {
            case .file(let file), .metadata(let file): try put(file)
            case .table(let file): report(ImportItem(file.path, .skipped(.metadataOnly)), to: run)
            case .notImported(let item): report(item, to: run)
            }
            return run.goesOn
        }
        guard try libraries.walk(roots: roots, take) else { return }
        for root in roots where !libraries.hasRead(root) {
            let isWhole = try folders.walk(
                root,
                handlingWhole: { folder in
                    exportedAlbums.read(in: folder)
                    return try libraries.handle(folder, below: root, take)
                }
            ) { entry in
                switch entry {
                case .file(let path, let identity, let isLink):
                    if !libraries.hasRead(path) {
                        try put(SourceFile(path: path, identity: identity, isLink: isLink))
                    }
                case .skipped(let path, let skip): report(ImportItem(path, .skipped(skip)), to: run)
                case .failed(let path, let error): report(ImportItem(path, .failed(error)), to: run)
                }
                return run.goesOn
            }
            guard isWhole else { return }
        }
    }

    /// The albums to which a file's photo is added: those that another photo library states, or those of folders.
    private func albums(for file: SourceFile) -> [DestinationAlbum] {
        file.stated?.albums ?? folderAlbums.albums(for: file.path)
    }

    /// Reports a file that is not read, and counts it in the progress and the summary.
    private func report(_ item: ImportItem, to run: Run) {
        if item.skipReason != .excluded {
            loading.addExpected(files: 1, bytes: 0)
            loading.fileSkipped(bytes: 0)
        }
        run.report(item)
    }

    private func checkSpace(for bytes: Int) throws {
        guard storesCopies else { return }
        let available = max(0, try Volume(of: library.folder.path).availableBytes - Self.reservedBytes)
        guard bytes > available else { return }
        throw PhotoLibraryError(
            .notEnoughSpace,
            "The photos need at least \(ByteText.of(bytes)), the library's disk has \(ByteText.of(available)) to spare "
                + "(\(ByteText.of(Self.reservedBytes)) stay free). "
                + "Free some space, or leave the photos where they are and import references to them.",
            remedy: .referTo(request.paths), path: library.folder.path.string)
    }

    // MARK: Load

    private func loadAll(from spool: WalkSpool, to destination: LoadDestination, _ run: Run) throws {
        /// The shot of the last photo or video.
        var shot: Shot?
        while run.goesOn, let file = try spool.take() {
            let (path, bytes) = (file.path, Int(file.identity.size))
            if request.mode == .move, file.leadsNowhere {
                loading.fileSkipped(bytes: bytes)
                run.report(ImportItem(path, .skipped(.linkToMovedFile)))
                continue
            }
            let mayBeSidecar =
                try file.stated == nil && Sidecar.mayBe(path, bytes: bytes) { try isOfShot(path, shot) }
            if file.stated == nil, !mayBeSidecar, !FileKinds.isNamedLikePhoto(path) {
                let beginsLikePhoto = Result {
                    try filesOpenedOnce.beginsLikePhoto(path, followsLinks: file.isLink)
                }
                // A file that cannot be read must not be imported without this check.
                guard case .success(true) = beginsLikePhoto else {
                    filesOpenedOnce.close(path)
                    loading.fileSkipped(bytes: bytes)
                    run.put(path, BatchEntry.Reading(path, beginsLikePhoto.map { _ in .skipped(.notAPhoto) }))
                    continue
                }
            }
            if !mayBeSidecar { shot = Shot(of: path) }
            let (albums, stated) = (albums(for: file), file.stated)
            run.read(path, bytes: bytes, followsLinks: file.isLink, to: destination) { [self] file, progress in
                guard var candidate = try candidate(file, mayBeSidecar: mayBeSidecar, stated, run, progress) else {
                    return .skipped(.notAPhoto)
                }
                candidate.insertion.isReference = !request.mode.keepsCopies
                candidate.insertion.albums = albums + candidate.insertion.albums
                if let stated { candidate.take(stated) }
                return .candidate(candidate)
            }
        }
    }

    /// Whether the file has the name of a photo or video that this import has just read, or that an earlier one read.
    private func isOfShot(_ path: FilePath, _ last: Shot?) throws -> Bool {
        if Shot(of: path) == last { return true }
        let stem = SourceName(path.nameBytes).photoStem
        return try !library.catalog.assetsRead(from: path.removingLastComponent(), stem: stem).isEmpty
    }

    /// The candidate for a loaded file, which is decoded unless the library has its bytes.
    ///
    /// `nil` for a file that has the name of a sidecar and is not a sidecar.
    private func candidate(
        _ file: LoadedFile, mayBeSidecar: Bool, _ stated: StatedFile?, _ run: Run, _ progress: FileProgress?
    ) throws -> IngestCandidate? {
        let copy = storesCopies ? file : nil
        if let stated, stated.kind.mayBeShared {
            // The other photo library states the metadata itself.
            let sidecar = Sidecar(stated.kind == .adjustmentData ? .adjustments : .xmp)
            return try IngestCandidate(sidecar, file, copy: copy, in: library)
        }
        if mayBeSidecar {
            return try Sidecar(file).map { try IngestCandidate($0, file, copy: copy, in: library) }
        }
        if request.duplicates == .skip,
            case .duplicate? = try run.orFail({ try classifier.predict(.bytes(file.sha256)) })
        {
            return try IngestCandidate(AnalysedFile(file), .notDecoded, copy: copy, in: library)
        }
        return try IngestCandidate(run.analyser.analyse(file, progress: progress), copy: copy, in: library)
    }
}

/// The folder and the shared name of the files of one shot.
private struct Shot: Equatable {
    private let folder: FilePath
    private let stem: [UInt8]

    init(of path: FilePath) {
        folder = path.removingLastComponent()
        stem = SourceName(path.nameBytes).stem
    }
}

extension SourceFile {
    /// Whether this is a symbolic link now.
    fileprivate var isSymbolicLink: Bool {
        var status = stat()
        return isLink && lstat(path.platform, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether this is a link whose target is missing.
    fileprivate var leadsNowhere: Bool { isSymbolicLink && access(path.platform, F_OK) != 0 && errno == ENOENT }
}
