internal import Foundation
internal import LibraryStorage
internal import PhotoCatalog
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// Makes a copy of the catalogue in the library's folder.
///
/// The last copy stays until the new copy was synced, read back and checked.
struct CatalogCopyWriter: Sendable {
    let library: LibraryContext
    private var folder: LibraryFolder { library.folder }
    private var catalog: PhotoCatalog { library.catalog }

    /// The number of bytes that must stay free on the disk after a copy.
    private static let reservedBytes = 64 << 20

    /// Seconds since the copy was made, by its file's modification time; `nil` if there is no copy.
    var age: TimeInterval? {
        var status = stat()
        guard stat(folder.path.pushing(LibraryFolder.copyOfCatalog).platform, &status) == 0 else { return nil }
        return Date().timeIntervalSince1970 - Double(status.st_mtim.tv_sec)
    }

    /// - Parameter isDue: Called under a lock, when no other process makes a copy, because another process may have
    ///   made the copy that was due.
    func make(if isDue: () -> Bool, isCancelled: @escaping () -> Bool) throws {
        let start = Date()
        let (place, making) = (folder.catalogCopy, folder.path.pushing(LibraryFolder.unfinishedCatalogCopy))
        try folder.makeFolder(LibraryFolder.catalogCopyFolder)
        let lock = try FileDescriptor.open(place, .readOnly, options: [.directory, .closeOnExec])
        // Releases the lock too.
        defer { try? lock.close() }
        do { try lock.lock() } catch { throw PhotoLibraryError(error, couldNot: "lock the folder", place) }
        guard isDue() else { return }
        // A killed process may have left this folder.
        try removeFolder(making)
        defer { try? removeFolder(making) }
        let earlier = try? CatalogExamination(.copy, folder: place, extent: .properties)
        try checkIsNewer(than: earlier)
        try checkSpace()
        try folder.makeFolder(LibraryFolder.unfinishedCatalogCopy)
        try catalog.copy(to: making, date: start, isCancelled: isCancelled)
        let copy = making.appending(PhotoCatalog.databaseName)
        try sync(copy)
        // The indexes are not checked, because a repair makes them again.
        try check(CatalogExamination(.copy, folder: making, extent: .structure))
        // A rebuilt catalogue lacks data of the earlier catalogue, so the copy of the earlier catalogue is moved and
        // not replaced.
        if folder.hasCatalogCopy, earlier?.generation != (try catalog.generation()) {
            try folder.setAside(LibraryFolder.copyOfCatalog)
        }
        let final = folder.path.pushing(LibraryFolder.copyOfCatalog)
        guard rename(copy.platform, final.platform) == 0 else {
            throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "replace the copy of the catalogue", final)
        }
        try DurableFile.syncFolder(place)
    }

    /// Checks that the existing copy has no changes that the catalogue lacks.
    ///
    /// A catalogue lacks changes if its write-ahead log was deleted, or if an older catalogue was put at its path.
    private func checkIsNewer(than earlier: CatalogExamination?) throws {
        guard let earlier, earlier.generation == (try catalog.generation()), let last = earlier.lastChangeNumber,
            last > (try catalog.lastChangeNumber())
        else { return }
        throw PhotoLibraryError(
            .libraryDamaged,
            "The catalogue is older than its copy, so the copy was not replaced. The catalogue's log (catalog.sqlite-wal) "
                + "may have been deleted, or an older catalogue may have been put here. A repair restores the copy.",
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
            "A copy of the catalogue needs \(ByteText.of(needed)), and the library's disk has \(ByteText.of(available)) "
                + "left. The last copy was not replaced. Free some space.", path: folder.path.string)
    }

    /// Syncs the file to the disk and drops it from the kernel's cache, so that the check reads the disk.
    private func sync(_ path: FilePath) throws {
        let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        try DurableFile.sync(file, at: path)
        posix_fadvise(file.rawValue, 0, 0, POSIX_FADV_DONTNEED)
    }

    private func check(_ copy: CatalogExamination) throws {
        guard copy.damage == nil, copy.libraryID == library.libraryID, copy.copyDate != nil else {
            throw PhotoLibraryError(
                .libraryDamaged,
                "The new copy of the catalogue is damaged, so the last copy was not replaced. Either the catalogue is "
                    + "damaged, or the disk fails. A repair checks the catalogue. "
                    + "(\(copy.damage ?? "The new copy is of another library."))", remedy: .repair,
                path: folder.path.string)
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
