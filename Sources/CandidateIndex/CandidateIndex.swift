internal import AssetLoading
internal import Glibc
public import PhotoModel
public import SystemPackage

/// Perceptual hashes on disk, with a key each, among which those near to others are found: always all of them.
///
/// This is what one file held when it was opened. The file is mapped, so opening costs little however many hashes there
/// are, and it never changes under a reader: ``CandidateIndexWriter`` writes another one, or adds to its end. It holds
/// nothing that its owner could not write again; after `libraryDamaged` the owner does. May be used from any thread.
public final class CandidateIndex: Sendable {
    /// What the owner keeps with the entries, to know what they are complete for.
    public struct Stamp: Hashable, Sendable {
        /// Which of its pasts the owner's data has.
        public var generation: UInt64
        /// How far the owner's data is in the index.
        public var highWaterMark: UInt64

        /// A stamp of these numbers.
        public init(generation: UInt64, highWaterMark: UInt64) {
            self.generation = generation
            self.highWaterMark = highWaterMark
        }
    }

    let path: FilePath
    let table: IndexTable
    let updates: IndexUpdates
    private let identity: FileStatus

    /// What the owner gave with the last change.
    public var stamp: Stamp { updates.stamp ?? table.header.stamp }

    /// Opens the index in a folder; `nil` if there is none.
    ///
    /// Reads a page, and what was added or removed since the file was written anew. Flipped bits elsewhere are noticed by
    /// ``verify()`` only.
    ///
    /// - Throws: `libraryDamaged` if the file is not whole; `libraryFormatTooNew`; `ioFailure`.
    public convenience init?(inFolder folder: FilePath) throws(PhotoLibraryError) {
        try self.init(file: IndexFolder.file(in: folder))
    }

    private init?(file path: FilePath) throws(PhotoLibraryError) {
        do {
            let descriptor = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            defer { try? descriptor.close() }
            let identity = try FileStatus(descriptor)
            let page = try descriptor.read(IndexHeader.size, at: 0)
            let header = try page.withUnsafeBytes { try IndexHeader($0, fileSize: identity.size, path) }
            let file = try MappedFile(descriptor, count: header.updates, path)
            guard let table = IndexTable(file, header) else { throw PhotoLibraryError.damagedIndex(path) }
            let size = min(identity.size - header.updates, IndexFolder.largestUpdates)
            let updates = try descriptor.read(size, at: header.updates)
            self.path = path
            self.table = table
            self.identity = identity
            self.updates = updates.withUnsafeBytes { IndexUpdates($0, seed: table.checksum) }
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch let error as PhotoLibraryError {
            throw error
        } catch {
            throw PhotoLibraryError(error as? Errno ?? .ioError, couldNot: "read the search index", path)
        }
    }

    /// The index as it is now: this one, if nothing was written since.
    ///
    /// - Throws: As ``init(inFolder:)``.
    public func refreshed() throws(PhotoLibraryError) -> CandidateIndex? {
        if let now = FileStatus(path), now == identity { return self }
        return try CandidateIndex(file: path)
    }

    /// Reads the whole file and compares it with its checksums.
    ///
    /// The end of an update that was not written whole, because the power failed, is taken for damage too.
    ///
    /// - Throws: `libraryDamaged`.
    public func verify() throws(PhotoLibraryError) {
        try table.verify(path)
        guard identity.size == table.header.updates + updates.end.size else { throw .damagedIndex(path) }
    }

    /// How many hashes there are; looks at every key if some were removed.
    public var count: Int {
        var count = table.count + updates.added.count
        guard !updates.removed.isEmpty else { return count }
        for number in 0..<table.count where updates.removed.contains(table.keys[number]) { count -= 1 }
        return count
    }

    /// All entries: those of the sections, less the removed ones, and those that were added.
    func entries() -> IndexEntries {
        var entries = IndexEntries()
        entries.reserveCapacity(table.count + updates.added.count)
        for number in 0..<table.count where updates.removed.isEmpty || !updates.removed.contains(table.keys[number]) {
            entries.append(table.hashes[number], key: table.keys[number])
        }
        for (hash, key) in zip(updates.added.hashes, updates.added.keys) { entries.append(hash, key: key) }
        return entries
    }
}

/// Where the files of an index are.
enum IndexFolder {
    static func file(in folder: FilePath) -> FilePath { folder.appending("hashes") }

    /// More keys and entries than these are not added to the file's end: it is written anew.
    ///
    /// They are compared one by one.
    static let largestUpdateRecords = 1 << 15
    /// Every update has at least one record.
    static let largestUpdates = largestUpdateRecords * 80
}

/// What tells whether a file was replaced or written to.
private struct FileStatus: Equatable, Sendable {
    let size: Int
    private let device: UInt64
    private let inode: UInt64
    private let changedSeconds: Int
    private let changedNanoseconds: Int

    init(_ descriptor: FileDescriptor) throws(Errno) {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    init?(_ path: FilePath) {
        var status = stat()
        guard stat(path.platform, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        size = status.st_size
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        changedSeconds = status.st_mtim.tv_sec
        changedNanoseconds = status.st_mtim.tv_nsec
    }
}

extension FileDescriptor {
    /// So many bytes from an offset on; fewer where the file ends.
    fileprivate func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = try read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
                if got == 0 { return }
                filled += got
            }
        }
    }
}
