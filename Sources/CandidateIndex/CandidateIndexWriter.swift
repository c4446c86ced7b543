internal import Glibc
public import PhotoModel
public import SystemPackage
internal import SystemSupport

/// The only writer of an index while it exists.
///
/// After a crash or a power failure the index is in the state after the last completed write, or after the interrupted
/// write. A value may be used by one thread at a time. All functions block.
public final class CandidateIndexWriter {
    private let folder: FilePath
    private let lock: FileDescriptor
    private var path: FilePath { IndexFolder.file(in: folder) }

    /// Waits for the lock on the index in the folder, and creates the folder if it does not exist.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`.
    public init(inFolder folder: FilePath) throws(PhotoLibraryError) {
        self.folder = folder
        do {
            if mkdir(folder.platform, 0o777) == 0 { try DurableFile.syncFolder(folder.folder) }
            lock = try FileDescriptor.open(
                folder.appending("lock"), .readOnly, options: [.create, .closeOnExec],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            try lock.lock()
        } catch let error as PhotoLibraryError {
            throw error
        } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "lock the search index", folder)
        }
        removeLeftovers()
    }

    deinit { try? lock.close() }

    /// The present index; `nil` if the folder has no index.
    ///
    /// - Throws: The errors of ``CandidateIndex/init(inFolder:)``.
    public func index() throws(PhotoLibraryError) -> CandidateIndex? { try CandidateIndex(inFolder: folder) }

    /// Replaces the index, also a damaged one, by an index of these entries.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`. The earlier index is then unchanged.
    public func replace(with entries: IndexEntries, stamp: CandidateIndex.Stamp) throws {
        try IndexBuilder.write(entries, stamp, Banding(hashes: entries.count), to: path)
    }

    /// Removes all entries with these keys, then adds entries.
    ///
    /// Usually this appends the change to the file. If the updates have grown, it checks the file and writes it
    /// again.
    ///
    /// - Throws: `libraryDamaged`, after which ``replace(with:stamp:)`` is needed; `libraryFormatTooNew`;
    ///   `ioFailure`; `notEnoughSpace`.
    public func update(
        removing removed: [Int64] = [], adding added: IndexEntries, stamp: CandidateIndex.Stamp
    ) throws {
        guard let index = try index() else { return try replace(with: added, stamp: stamp) }
        let update = IndexUpdate(removed: removed, added: added, stamp: stamp)
        let end = index.updates.end
        guard end.records + update.records <= IndexFolder.largestUpdateRecords else {
            try index.verify()
            let removed = Set(removed)
            var entries = index.entries()
            if !removed.isEmpty { entries = entries.filter { !removed.contains($0) } }
            entries.append(contentsOf: added)
            return try replace(with: entries, stamp: stamp)
        }
        let bytes = update.bytes(seed: end.checksum).bytes
        do {
            let descriptor = try FileDescriptor.open(path, .writeOnly, options: .closeOnExec)
            defer { try? descriptor.close() }
            // Bytes after the last complete update belong to an interrupted write. After the next update they would
            // look like damage.
            let place = Int64(index.table.header.updates + end.size)
            try descriptor.resize(to: place)
            try descriptor.writeAll(toAbsoluteOffset: place, bytes)
            try DurableFile.sync(descriptor, at: path)
        } catch let error as PhotoLibraryError {
            throw error
        } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "write the search index", path)
        }
    }

    /// Removes the incomplete files of a writer that was killed.
    ///
    /// Only the holder of the lock may do this.
    private func removeLeftovers() {
        guard let stream = try? FolderStream(folder) else { return }
        while let name = try? stream.nextName() {
            if name.extension == "part" { stream.removeFile(name) }
        }
    }
}
