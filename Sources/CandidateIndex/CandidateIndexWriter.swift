internal import AssetLoading
internal import Glibc
public import PhotoModel
public import SystemPackage

/// The only one who writes an index, as long as it lives.
///
/// Whatever ends the process, and if the power fails: the index is then as it was after one of the writes that returned,
/// or after the one that was under way. For one thread at a time. All calls block.
public final class CandidateIndexWriter {
    private let folder: FilePath
    private let lock: FileDescriptor
    private var path: FilePath { IndexFolder.file(in: folder) }

    /// Waits until no other process and no other writer writes the index in the folder, which is made if there is none.
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

    /// The index as it is now; `nil` if there is none.
    ///
    /// - Throws: As ``CandidateIndex/init(inFolder:)``.
    public func index() throws(PhotoLibraryError) -> CandidateIndex? { try CandidateIndex(inFolder: folder) }

    /// Writes an index of these entries in the place of what there is, be it damaged.
    ///
    /// - Throws: `ioFailure`, `notEnoughSpace`; then there is what there was.
    public func replace(with entries: IndexEntries, stamp: CandidateIndex.Stamp) throws {
        try IndexBuilder.write(entries, stamp, Banding(hashes: entries.count), to: path)
    }

    /// Removes all entries with these keys, then adds entries.
    ///
    /// Usually this writes as much as it is given to the file's end; when that end has grown, the whole file, after
    /// having checked it.
    ///
    /// - Throws: `libraryDamaged`: then ``replace(with:stamp:)`` helps; `libraryFormatTooNew`; `ioFailure`,
    ///   `notEnoughSpace`.
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
            // What is behind the last whole update is none, and would look like damage behind this one.
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

    /// Removes what a killed writer left half written: only this one may, who holds the lock.
    private func removeLeftovers() {
        guard let names = opendir(folder.platform) else { return }
        defer { closedir(names) }
        while let entry = readdir(names) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
            }
            if name.extension == "part" { unlink(folder.appending(name.components).platform) }
        }
    }
}
