package import AssetLoading
internal import Dispatch
internal import Foundation
package import Originals
package import PhotoModel
package import SystemPackage

/// One export to a folder.
///
/// All calls block.
package final class ExportRun {
    let options: ExportOptions
    let folder: ExportFolder
    let loading: LoadProgress
    private let record: ExportRecordFile
    private let open: @Sendable (AssetResource) -> ResourceHandle
    private let onItem: (ExportedItem) -> Void
    private var summary = ExportSummary()
    /// The results and the lines of the record that are not on the disk yet.
    private var items: [ExportedItem] = []
    private var lines: [ExportRecord.Line] = []

    /// Opens the folder, and makes it, unless this is a dry run.
    ///
    /// - Parameters:
    ///   - library: The folder of the library, into which nothing is exported.
    ///   - loading: Counts the bytes of the files, and can cancel the export.
    ///   - open: Makes a handle that opens a file as it is exported. Called on any thread.
    ///   - onItem: Called for every file, after it is durable.
    /// - Throws: `libraryBusy` if another export has the folder; `unreadable`, `ioFailure`, `notEnoughSpace`.
    package init(
        at path: FilePath, of library: FilePath, _ options: ExportOptions, _ loading: LoadProgress,
        open: @escaping @Sendable (AssetResource) -> ResourceHandle, onItem: @escaping (ExportedItem) -> Void
    ) throws {
        self.options = options
        self.loading = loading
        self.open = open
        self.onItem = onItem
        folder = try ExportFolder(at: path, library: library, isDryRun: options.isDryRun)
        record = try ExportRecordFile(in: folder)
    }

    /// Exports the photos.
    ///
    /// - Parameters:
    ///   - isOfOneAlbum: Whether the photos have one album only, although they may be in others.
    ///   - otherAlbums: The albums that no sidecar of a photo names; `nil` if the export is not of all photos, so that
    ///       the albums file of an earlier export stays.
    /// - Throws: `cancelled`, `notEnoughSpace`, `ioFailure` if the record cannot be written. Other errors are those of
    ///   single files, which ``ExportedItem`` has.
    package func run(
        _ photos: [ExportPhoto], isOfOneAlbum: Bool, otherAlbums: [AlbumPath]? = nil
    ) throws -> ExportSummary {
        let work = Result {
            try export(photos, isOfOneAlbum: isOfOneAlbum)
            if let otherAlbums, options.sidecar != nil, !options.isDryRun { try putAlbums(otherAlbums) }
        }
        // After an error too, because the files that were exported stay.
        let end = Result {
            try commit()
            try record.compact()
        }
        try work.get()
        try end.get()
        return summary
    }

    private func export(_ photos: [ExportPhoto], isOfOneAlbum: Bool) throws {
        let planner = ExportPlanner(
            options.layout, record.record, writesSidecars: options.sidecar != nil, isOfOneAlbum: isOfOneAlbum)
        let plan = try planner.plan(photos) { try isFree($0, for: $1.resource) }
        for file in plan.files { loading.addExpected(files: 1, bytes: file.resource.bytes) }
        loading.walkFinished()
        loading.setPhase(.loading)
        // A slow store holds up no file that is here.
        let (here, elsewhere) = plan.files.reduce(into: ([ExportPlan.File](), [ExportPlan.File]())) { files, file in
            if open(file.resource).mayWaitForStore { files.1.append(file) } else { files.0.append(file) }
        }
        try exportInParts(here)
        try exportInParts(elsewhere)
        guard options.removesOthers else { return }
        for other in plan.others {
            try attempt(other.localIdentifier, other.kind, other.path) { try removeOther(other) }
            try commit()
        }
    }

    /// Exports files, a few at a time for each thread, so that the folders and the record are synced once for several.
    private func exportInParts(_ files: [ExportPlan.File]) throws {
        let width = 4 * max(1, options.ioJobs)
        for start in stride(from: 0, to: files.count, by: width) {
            try export(files[start..<min(start + width, files.count)])
        }
    }

    /// Exports a few files: decides on each, copies them at the same time, and then gives them their names.
    private func export(_ files: ArraySlice<ExportPlan.File>) throws {
        try loading.checkIsNotCancelled()
        let steps = files.map { file in Result { try step(for: file) } }
        let copies = try options.isDryRun ? [:] : copy(zip(files, steps).filter { $1.isWriting }.map { $0.0 })
        var failure: (any Error)?
        for (file, step) in zip(files, steps) {
            do {
                try attempt(file.photo.localIdentifier, file.resource.kind, file.path) {
                    try perform(try step.get(), file, copies[file.path])
                }
            } catch { failure = error }
        }
        try commit()
        if let failure { throw failure }
    }

    /// Does the work for a file; its error is the result of the file unless it concerns the whole export.
    func attempt(
        _ photo: String, _ role: AssetResource.Kind, _ path: String, _ work: () throws -> Void
    ) throws {
        do { try work() } catch {
            let error =
                error as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(error)", path: path, cause: error)
            if error.code == .cancelled || error.code == .notEnoughSpace { throw error }
            report(photo, role, path, .failed, error: error)
        }
    }

    /// Makes the names and the record durable, and then reports the files.
    private func commit() throws {
        if !options.isDryRun {
            try folder.sync()
            try record.append(lines)
        }
        lines = []
        for item in items {
            summary.count(item)
            onItem(item)
        }
        items = []
    }

    // MARK: For the steps

    /// Copies files at the same time, into the folder of files that are not complete yet.
    private func copy(_ files: [ExportPlan.File]) throws -> [String: Result<LoadedFile, any Error>] {
        guard !files.isEmpty else { return [:] }
        let destination = LoadDestination.clone(inFolder: try folder.temporaryFolder())
        let copies = Copies(files.count)
        let (open, loading) = (open, loading)
        let width = min(files.count, max(1, options.ioJobs))
        DispatchQueue.concurrentPerform(iterations: width) { worker in
            for index in stride(from: worker, to: files.count, by: width) {
                let file = files[index]
                let progress = loading.beginFile(
                    bytes: file.resource.bytes, name: FilePath(file.path).lastComponent?.string, then: .none)
                copies.put(
                    Result {
                        try open(file.resource).read(
                            to: destination, modified: file.photo.modifiedNanoseconds, progress: progress)
                    }, at: index)
                if !progress.isCancelled { progress.finish() }
            }
        }
        return Dictionary(zip(files.map(\.path), copies.all)) { first, _ in first }
    }

    /// The SHA-256 that a file has after its export, as hexadecimal digits.
    func exportedDigest(of resource: AssetResource) throws -> String {
        guard options.removesPlaces else { return resource.sha256.hex }
        return try open(resource).read(to: .digestOnly).sha256.hex
    }

    /// The file of an earlier export that has the path.
    func recorded(at path: String) -> ExportRecord.Entry? { record.record.entries[path] }

    func write(_ line: ExportRecord.Line) { lines.append(line) }

    func report(
        _ photo: String, _ role: AssetResource.Kind, _ path: String, _ status: ExportedItem.Status,
        previousPath: String? = nil, bytes: Int = 0, error: PhotoLibraryError? = nil
    ) {
        items.append(
            ExportedItem(
                localIdentifier: photo, role: role, path: folder.absolute(path), status: status,
                previousPath: previousPath.map(folder.absolute), bytes: bytes, error: error))
    }
}

extension ExportPhoto {
    /// The capture time in nanoseconds since 1970, for the modification time; `nil` if it is unknown or after 2262.
    ///
    /// A time without an offset counts as a time in this process's time zone.
    var modifiedNanoseconds: Int64? {
        guard let captureTime,
            let seconds = Int64(exactly: captureTime.date(in: .current).timeIntervalSince1970.rounded(.down))
        else { return nil }
        let (nanoseconds, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isOverToo) = nanoseconds.addingReportingOverflow(Int64(captureTime.nanosecond ?? 0))
        return isOver || isOverToo ? nil : sum
    }
}
