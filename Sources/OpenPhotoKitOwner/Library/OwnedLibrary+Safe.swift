package import AssetLoading
public import Foundation
public import LibraryMaintenance
public import PhotoIngest
public import PhotoInspection
internal import PhotoModel
public import SystemPackage

extension OwnedLibrary {
    /// Reads every file below `paths`, and reads the library's own file with the same bytes back from the disk.
    ///
    /// Writes nothing, neither to the library nor to the files. Before the library's file is read, the kernel is asked
    /// to drop the file from its cache. A file system may ignore this request, and a disk has its own cache. Each file
    /// of the library is read once, even if several files below `paths` have its bytes. Memory grows with the number of
    /// different files. Of another photo library, an export or an archive, the files are checked that an import takes,
    /// and the photos are named that an import cannot take. The database of an Apple Photos library is copied to a
    /// temporary folder.
    ///
    /// - Parameters:
    ///   - paths: Files and folders. Hidden folders below them are read too.
    ///   - filter: Leaves out files and folders below the paths, which are then not checked.
    ///   - ioJobs: How many files are read at a time.
    ///   - progress: Counts bytes, and can cancel the check, as the task can.
    ///   - onFile: Called for every file in the order of the walk, on a private serial queue.
    /// - Returns: The other photo libraries and exports that were met, with what they contain.
    /// - Throws: `cancelled`; `ioFailure` if no temporary folder can be made.
    @discardableResult
    public func checkSafety(
        of paths: [FilePath], filter: PathFilter = PathFilter(), ioJobs: Int = 2, progress: Progress? = nil,
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) async throws -> [SourceLibrary] {
        let loading = LoadProgress(showing: progress)
        return try await loading.run { [self] in
            try checkSafetyAndWait(of: paths, filter: filter, ioJobs: ioJobs, loading: loading, onFile: onFile)
        }
    }

    /// Does the work on the calling thread, which it blocks, and counts the progress in `loading`.
    @discardableResult
    package func checkSafetyAndWait(
        of paths: [FilePath], filter: PathFilter = PathFilter(), ioJobs: Int = 2,
        loading: LoadProgress = LoadProgress(),
        onFile: @escaping @Sendable (SafeFile) -> Void
    ) throws -> [SourceLibrary] {
        return try SafetyCheck(local.context).run(paths, filter: filter, ioJobs: ioJobs, loading, onFile: onFile)
    }
}

extension SafeReceipt {
    /// Makes a receipt for files that were checked against `library`.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`, `notARegularFile` if the file cannot be made; `accessUserDenied` if
    ///   another process has the library.
    public convenience init(_ format: Format, at path: FilePath, library: OwnedLibrary, date: Date = Date()) throws {
        try self.init(format, at: path, libraryID: library.local.libraryID, date: date)
    }
}
