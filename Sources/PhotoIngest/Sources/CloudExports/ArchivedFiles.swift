internal import ArchiveReading
internal import AssetLoading
internal import Foundation
internal import Originals
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// The local files, and the files in the archives that an import has opened.
///
/// The path of a file in an archive is the path of the archive, followed by the path in the archive. A file in an
/// archive is inflated while it is read, so nothing is unpacked to the disk.
final class ArchivedFiles: FileSource {
    private struct Opened {
        let archive: Archive
        /// The index of each entry by its path in the archive.
        let entries: [FilePath: Int]
    }

    private let archives = Mutex<[FilePath: Opened]>([:])
    private let files = LocalFiles()
    /// What the archives have in memory, besides the names of their files.
    private let memory = ArchiveMemory()

    /// The archive at a path: one that was added, or opened now.
    ///
    /// - Throws: The errors of opening an archive; the error of `checkCancellation`.
    func archive(at path: FilePath, checkCancellation: () throws -> Void) throws -> Archive {
        if let opened = archives.withLock({ $0[path]?.archive }) { return opened }
        return try Archive(at: path, memory: memory, checkCancellation: checkCancellation)
    }

    /// Adds an archive, whose files can then be opened.
    func add(_ archive: Archive) {
        let entries = Dictionary(
            archive.entries.enumerated().map { ($0.element.path, $0.offset) }, uniquingKeysWith: { first, _ in first })
        archives.withLock { $0[archive.path] = Opened(archive: archive, entries: entries) }
    }

    func open(_ path: FilePath, followsLinks: Bool) throws -> any ByteSource {
        guard let (archive, entry) = archivedFile(path) else { return try files.open(path, followsLinks: followsLinks) }
        return try ArchivedByteSource(entry, in: archive)
    }

    private func archivedFile(_ path: FilePath) -> (Archive, Archive.Entry)? {
        archives.withLock { archives in
            guard !archives.isEmpty else { return nil }
            var folder = path
            while folder.removeLastComponent() {
                guard let opened = archives[folder] else { continue }
                var inner = path
                guard inner.removePrefix(folder), let index = opened.entries[inner] else { return nil }
                return (opened.archive, opened.archive.entries[index])
            }
            return nil
        }
    }

    /// The first bytes of a file, at most this number.
    ///
    /// - Throws: The errors of opening and reading.
    func head(of path: FilePath, upTo count: Int) throws -> [UInt8] {
        let source = try open(path)
        return try .reading(upTo: count) { try source.read(into: $0) }
    }

    /// All bytes of a small file.
    ///
    /// - Throws: `fileTooLarge` if it has more bytes than the limit; `sourceChanged`; the errors of opening and
    ///   reading.
    func bytes(of path: FilePath, upTo limit: Int) throws -> [UInt8] {
        let source = try open(path)
        guard let size = Int(exactly: source.length), size <= limit else {
            throw PhotoLibraryError(
                .fileTooLarge, "It has more than \(limit) bytes, which no such file has. It was not read.",
                path: path.string)
        }
        // One byte more: the checksum of a file in an archive is compared at its end.
        let bytes: [UInt8] = try .reading(upTo: size + 1) { try source.read(into: $0) }
        guard bytes.count == size else {
            throw PhotoLibraryError(
                .sourceChanged, "The file changed while it was read. Import it again.", path: path.string)
        }
        return bytes
    }
}

/// The bytes of a file in an archive.
private final class ArchivedByteSource: ByteSource {
    private let archive: Archive
    private let entry: Archive.Entry
    private let reader: EntryReader
    let length: Int64

    init(_ entry: Archive.Entry, in archive: Archive) throws {
        self.archive = archive
        self.entry = entry
        reader = try archive.open(entry)
        length = Int64(entry.size)
    }

    func version() throws -> ByteVersion { .file(entry.identity(in: try archive.currentIdentity())) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try reader.read(into: buffer) }
}

extension Archive.Entry {
    /// The state of the file: it changes when the archive's file changes.
    func identity(in archive: FileIdentity) -> FileIdentity {
        FileIdentity(
            device: archive.device, inode: archive.inode, size: Int64(size),
            modifiedNanoseconds: modifiedNanoseconds, changedNanoseconds: archive.changedNanoseconds)
    }
}

extension [UInt8] {
    /// The bytes that `read` gives until it gives none, at most this number.
    ///
    /// - Parameter read: Reads the next bytes and returns their number; 0 at the end.
    /// - Throws: The error of `read`.
    static func reading(upTo limit: Int, _ read: (UnsafeMutableRawBufferPointer) throws -> Int) throws -> Self {
        try Self(unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let bytes = try read(rest)
                guard bytes > 0 else { return }
                count += bytes
            }
        }
    }
}
