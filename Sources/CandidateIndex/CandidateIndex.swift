internal import Glibc
public import PhotoModel
public import SystemPackage
internal import SystemSupport

/// An index on the disk of perceptual hashes with keys.
///
/// It finds all hashes that are near to others.
///
/// A value is a snapshot of the file at the time of opening. The file is mapped, so opening takes little time for any
/// number of hashes. The snapshot never changes: ``CandidateIndexWriter`` writes another file or appends to it. The
/// owner can create the whole index again from its own data, and does so after `libraryDamaged`. A value may be used
/// from any thread.
public final class CandidateIndex: Sendable {
    /// The state of the owner's data that the index contains, as two numbers that the owner defines.
    public struct Stamp: Hashable, Sendable {
        /// The generation of the owner's data.
        ///
        /// The owner changes it when its data is restored to an earlier state.
        public var generation: UInt64
        /// The amount of the owner's data that the index contains.
        public var highWaterMark: UInt64

        /// Creates a stamp of these numbers.
        public init(generation: UInt64, highWaterMark: UInt64) {
            self.generation = generation
            self.highWaterMark = highWaterMark
        }
    }

    let path: FilePath
    let table: IndexTable
    let updates: IndexUpdates
    private let identity: FileStatus

    /// The stamp of the last change.
    public var stamp: Stamp { updates.stamp ?? table.header.stamp }

    /// Opens the index in a folder; `nil` if the folder has no index.
    ///
    /// Reads the header and the updates at the file's end. Only ``verify()`` finds flipped bits elsewhere.
    ///
    /// - Throws: `libraryDamaged` if the file is incomplete; `libraryFormatTooNew`; `ioFailure`.
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

    /// The present index: this one if the file was not written to.
    ///
    /// - Throws: As ``init(inFolder:)``.
    public func refreshed() throws(PhotoLibraryError) -> CandidateIndex? {
        if let now = FileStatus(path), now == identity { return self }
        return try CandidateIndex(file: path)
    }

    /// Reads the whole file and compares it with its checksums.
    ///
    /// An update that is incomplete after a power failure counts as damage too.
    ///
    /// - Throws: `libraryDamaged`.
    public func verify() throws(PhotoLibraryError) {
        try table.verify(path)
        guard identity.size == table.header.updates + updates.end.size else { throw .damagedIndex(path) }
    }

    /// The number of hashes.
    ///
    /// If some were removed, this reads every key.
    public var count: Int {
        var count = table.count + updates.added.count
        guard !updates.removed.isEmpty else { return count }
        for number in 0..<table.count where updates.removed.contains(table.keys[number]) { count -= 1 }
        return count
    }

    /// All entries: those in the sections without the removed ones, and the added ones.
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

/// The files of an index.
enum IndexFolder {
    static func file(in folder: FilePath) -> FilePath { folder.appending("hashes") }

    /// The greatest number of keys and entries in the updates.
    ///
    /// A file with more is written again.
    ///
    /// The entries of updates are compared one by one.
    static let largestUpdateRecords = 1 << 15
    /// The greatest length of the updates in bytes.
    ///
    /// Every update has at least one record.
    static let largestUpdates = largestUpdateRecords * 80
}

/// The values that show whether a file was replaced or written to.
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
    /// Reads `count` bytes at an offset, or fewer at the end of the file.
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
