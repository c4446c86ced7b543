internal import AssetLoading
internal import Foundation
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// Keeps a copy of the catalogue in the library's folder, at most as old as the owner wants.
///
/// A new copy is due when there is none, or when that is older than the interval. It is made at the end of an import, a
/// moment after another change, and a moment after the library was opened; never while an import runs. The copy there is
/// stays until the new one is whole, was read back and checked, and is on the disk.
final class CatalogCopier: Sendable {
    private let catalog: PhotoCatalog
    private let folder: LibraryFolder
    private let libraryID: UUID
    private let queue = DispatchQueue(label: "openphotokit.catalog-copy", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        var isScheduled = false
        var isClosed = false
        var runningImports = 0
        /// Whether this process wrote to the catalogue.
        var hasWritten = false
        /// No copy is due before.
        var nextLook = Date.distantPast
        /// Why the last copy that was due could not be made.
        var failure: PhotoLibraryError?
    }

    /// After the library was opened: nothing slows the start of an app.
    private static let delayAfterOpening: TimeInterval = 5
    /// After a change: more may follow it.
    private static let delayAfterChange: TimeInterval = 2
    /// After a failure, such as a full disk.
    private static let delayAfterFailure: TimeInterval = 3600
    /// Free bytes that a copy leaves.
    private static let reservedBytes = 64 << 20

    init(_ catalog: PhotoCatalog, in folder: LibraryFolder, libraryID: UUID) {
        self.catalog = catalog
        self.folder = folder
        self.libraryID = libraryID
        guard catalog.isWritable else { return }
        catalog.writeListener.set { [weak self] in self?.catalogWasWritten() }
        schedule(after: Self.delayAfterOpening)
    }

    /// Makes no more copies.
    ///
    /// One that is being made is given up. Blocks until then.
    func close() {
        catalog.writeListener.set(nil)
        state.withLock { $0.isClosed = true }
        queue.sync {}
    }

    // MARK: When

    private func catalogWasWritten() {
        let isDue = state.withLock { state in
            state.hasWritten = true
            return Date() >= state.nextLook
        }
        if isDue { schedule(after: Self.delayAfterChange) }
    }

    private func schedule(after delay: TimeInterval) {
        let isNew = state.withLock { state in
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isNew else { return }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self else { return }
            let isImporting = state.withLock { state in
                state.isScheduled = false
                return state.runningImports > 0
            }
            // The end of the import looks again.
            if !isImporting { makeIfDue() }
        }
    }

    /// Runs an import, and makes the copy that is due after it.
    func afterImport<Value>(_ body: () throws -> Value) throws -> Value {
        state.withLock { $0.runningImports += 1 }
        let result = Result { try body() }
        state.withLock { $0.runningImports -= 1 }
        if case .success = result { queue.sync { makeIfDue() } }
        return try result.get()
    }

    /// Makes the copy that is due after what this process wrote, before the process ends.
    ///
    /// Blocks.
    ///
    /// - Throws: Why the copy that was due could not be made.
    func finish() throws {
        if state.withLock({ $0.hasWritten }) { queue.sync { makeIfDue() } }
        if let failure { throw failure }
    }

    /// Why the last copy that was due could not be made; `nil` if it could.
    var failure: PhotoLibraryError? { state.withLock { $0.failure } }

    private func makeIfDue() {
        do {
            guard !state.withLock({ $0.isClosed }), Date() >= state.withLock({ $0.nextLook }) else { return }
            guard let hours = try catalog.copyInterval() else {
                return state.withLock { $0.nextLook = .distantFuture }
            }
            let interval = Double(hours) * 3600
            let isDue = { [self] in age.map { 0...interval ~= $0 } != true }
            // A library that may not be written is only read: that is no failure.
            if isDue(), (try? catalog.permission.check()) != nil {
                try make(if: isDue) { [self] in state.withLock { $0.isClosed } }
            }
            let nextLook = Date() + max(Self.delayAfterChange, interval - (age ?? 0))
            state.withLock {
                $0.nextLook = nextLook
                $0.failure = nil
            }
        } catch let error as PhotoLibraryError where error.code == .cancelled {
        } catch {
            let error = error as? PhotoLibraryError ?? PhotoLibraryError(.ioFailure, "\(error)", cause: error)
            state.withLock {
                $0.nextLook = Date() + Self.delayAfterFailure
                $0.failure = error
            }
        }
    }

    /// Seconds since the copy was made, as the time of its file tells; `nil` if there is none.
    private var age: TimeInterval? {
        var status = stat()
        guard stat(folder.path.pushing(LibraryFolder.copyOfCatalog).platform, &status) == 0 else { return nil }
        return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
    }

    /// Looks for the interval anew: the owner has set another.
    func intervalHasChanged() {
        state.withLock { $0.nextLook = .distantPast }
        schedule(after: Self.delayAfterChange)
    }

    // MARK: How

    /// Makes a copy now, after those that are being made.
    ///
    /// Blocks.
    func makeNow(isCancelled: @escaping () -> Bool) throws {
        try catalog.permission.check()
        try queue.sync { try make(if: { true }, isCancelled: isCancelled) }
        state.withLock { $0.failure = nil }
    }

    /// - Parameter isDue: Asked when no other process makes a copy: it may have made the one that was due.
    private func make(if isDue: () -> Bool, isCancelled: @escaping () -> Bool) throws {
        let start = Date()
        let (place, making) = (folder.catalogCopy, folder.catalogCopy.appending("making"))
        try folder.makeFolder("catalog-copy")
        let lock = try FileDescriptor.open(place, .readOnly, options: [.directory, .closeOnExec])
        // Releases the lock too.
        defer { try? lock.close() }
        do { try lock.lock() } catch { throw PhotoLibraryError(error, couldNot: "lock the folder", place) }
        guard isDue() else { return }
        // What a process left that died, and what this one leaves that fails.
        try removeFolder(making)
        defer { try? removeFolder(making) }
        let earlier = try? CatalogExamination(folder: place, readsAllPages: false)
        try checkIsNewer(than: earlier)
        try checkSpace()
        try folder.makeFolder("catalog-copy/making")
        try catalog.copy(to: making, date: start, isCancelled: isCancelled)
        let copy = making.appending(PhotoCatalog.databaseName)
        try sync(copy)
        try check(CatalogExamination(folder: making))
        // What another catalogue knew of this library, before it was made anew, is not in the new copy.
        if folder.hasCatalogCopy, earlier?.generation != (try catalog.generation()) {
            try folder.setAside(LibraryFolder.copyOfCatalog)
        }
        let final = folder.path.pushing(LibraryFolder.copyOfCatalog)
        guard rename(copy.platform, final.platform) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "replace the copy of the catalogue", final)
        }
        try DurableFile.syncFolder(place)
    }

    /// Refuses to replace a copy that knows more than the catalogue: that has lost its log, or is an older one itself.
    private func checkIsNewer(than earlier: CatalogExamination?) throws {
        guard let earlier, earlier.generation == (try catalog.generation()), let last = earlier.lastChangeNumber,
            last > (try catalog.lastChangeNumber())
        else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The catalogue is older than its copy, which is kept: perhaps its log (catalog.sqlite-wal) was deleted, or an "
                + "older catalogue was put back. A repair restores what the copy knows.",
            remedy: .repair, path: folder.path.string)
    }

    private func checkSpace() throws {
        var needed = Self.reservedBytes
        for name in [PhotoCatalog.databaseName, PhotoCatalog.databaseName + PhotoCatalog.logSuffix] {
            var status = stat()
            if stat(folder.path.appending(name).platform, &status) == 0 { needed += Int(clamping: status.st_size) }
        }
        let available = try Volume(of: folder.path).availableBytes
        guard available < needed else { return }
        throw PhotoLibraryError(
            .notEnoughSpace,
            "A copy of the catalogue needs \(ByteText.of(needed)), the library's disk has \(ByteText.of(available)) to "
                + "spare. The copy of before is kept. Free some space.", path: folder.path.string)
    }

    /// Waits until the file is on the disk, and drops it from the kernel's cache: so the check reads what the disk has.
    private func sync(_ path: FilePath) throws {
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        try DurableFile.sync(file, at: path)
        posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
    }

    private func check(_ copy: CatalogExamination) throws {
        guard copy.damage == nil, copy.libraryID == libraryID, copy.copyDate != nil else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "The copy of the catalogue that was made just now is damaged, so the copy of before is kept: the catalogue "
                    + "itself is damaged, or the disk fails. A repair checks the catalogue. "
                    + "(\(copy.damage ?? "It is of another library."))", remedy: .repair, path: folder.path.string)
        }
    }

    private func removeFolder(_ path: FilePath) throws {
        guard access(path.platform, F_OK) == 0 else { return }
        do { try FileManager.default.removeItem(atPath: path.string) } catch {
            throw PhotoLibraryError(
                .ioFailure, "Could not remove the folder: \(error)", path: path.string, cause: error)
        }
    }
}
