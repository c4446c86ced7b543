package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// A ZIP or gzip-compressed tar archive, which is only read.
///
/// Each file in it can be read at any time, by several threads, and nothing is unpacked to the disk. Memory grows with
/// the number of entries, which is limited.
package final class Archive: Sendable {
    /// The limits for an archive.
    package struct Limits: Sendable {
        /// The maximum number of entries.
        package var entries: Int = 1_000_000
        /// The maximum number of bytes of all names in the archive.
        package var nameBytes: Int = 256 << 20
        /// The maximum number of uncompressed bytes of a compressed tar archive, which is read to its end to know its
        /// files.
        package var contentBytes: Int = 4 << 40
        /// The number of uncompressed bytes that every compressed tar archive may have.
        package var smallContentBytes: Int = 4 << 30
        /// The maximum number of uncompressed bytes for each byte of a larger compressed tar archive.
        ///
        /// Photos and videos are compressed already, so an archive of them is about as large as they are. Deflate makes
        /// at most some 1000 bytes of one.
        package var expansion: Int = 100

        package init() {}

        /// The maximum number of uncompressed bytes of a compressed tar archive of this size.
        func contentBytes(ofSize size: Int) -> Int {
            let (expanded, overflows) = size.multipliedReportingOverflow(by: expansion)
            return min(contentBytes, overflows ? .max : max(expanded, smallContentBytes))
        }
    }

    /// A file in the archive.
    package struct Entry: Sendable {
        /// The path in the archive.
        ///
        /// It has no root and no `.` or `..`.
        package let path: FilePath
        /// The number of bytes that the archive states.
        ///
        /// A reader returns exactly this number, or throws.
        package let size: Int
        /// The time of modification in nanoseconds since 1970.
        package let modifiedNanoseconds: Int64
        let storage: Storage
    }

    /// Where the bytes of an entry are.
    enum Storage: Sendable {
        case zip(ZipDirectory.Item)
        /// The offset in the uncompressed tar archive.
        case tar(offset: Int)
        /// The offset in the uncompressed tar archive, and the bytes themselves.
        case kept(offset: Int, [UInt8])
    }

    /// An entry that cannot be read, and why.
    package struct Refused: Sendable {
        /// The path in the archive, as far as it can be shown: it is never opened.
        package let name: String
        package let error: PhotoLibraryError
    }

    /// The path of the archive.
    package let path: FilePath
    /// The files, in the order of the archive.
    package let entries: [Entry]
    /// The entries that are no files or cannot be read, such as links and encrypted files.
    ///
    /// Folders are left out.
    package let refused: [Refused]

    private let file: ArchiveFile
    /// The index of a compressed tar archive; `nil` for a ZIP archive.
    private let gzip: GzipIndex?

    /// The state of the archive's file.
    package var identity: FileIdentity { file.identity }

    /// Opens an archive and reads its directory.
    ///
    /// A compressed tar archive is read from its first byte to its last.
    ///
    /// - Parameter memory: The memory that it shares with other archives.
    /// - Throws: `notAPhoto` if the file is no archive that this module reads; `unreadable` if it is damaged,
    ///   `limitExceeded`, `notARegularFile`, `ioFailure`; the error of `checkCancellation`.
    package init(
        at path: FilePath, limits: Limits = Limits(), memory: ArchiveMemory = ArchiveMemory(),
        checkCancellation: () throws -> Void = {}
    ) throws {
        self.path = path
        file = try ArchiveFile(path)
        var listing = EntryListing(limits, archive: path)
        switch try file.bytes(at: 0, count: min(2, file.size)) {
        case GzipIndex.magic:
            let index = GzipIndex(file, memory)
            gzip = index
            let reader = try GzipReader(indexing: index, limit: limits.contentBytes(ofSize: file.size))
            try TarDirectory.read(reader, into: &listing, checkCancellation)
        default:
            gzip = nil
            try ZipDirectory.read(file, into: &listing, checkCancellation)
        }
        (entries, refused) = (listing.entries, listing.refused)
    }

    /// Whether the file begins like an archive that this module reads.
    ///
    /// - Throws: `unreadable`, `notARegularFile`, `ioFailure`.
    package static func isArchive(_ path: FilePath) throws -> Bool {
        let file = try ArchiveFile(path)
        let start = try file.bytes(at: 0, count: min(4, file.size))
        return ZipDirectory.magics.contains(start) || Array(start.prefix(2)) == GzipIndex.magic
    }

    /// Opens a file in the archive.
    ///
    /// - Throws: `unreadable` if the archive is damaged there; `ioFailure`.
    package func open(_ entry: Entry) throws -> EntryReader {
        let name = path.pushing(entry.path)
        let bytes: any ArchiveBytes =
            switch entry.storage {
            case .zip(let item): try ZipDirectory.open(item, in: file, name)
            case .tar(let offset): try openTar(at: offset, name)
            case .kept(_, let bytes): KeptBytes(bytes)
            }
        return EntryReader(bytes, size: entry.size, name)
    }

    private func openTar(at offset: Int, _ name: FilePath) throws -> any ArchiveBytes {
        guard let gzip else {
            throw PhotoLibraryError(.internalError, "A tar archive has no index.", path: name.string)
        }
        return try GzipReader(gzip, from: offset)
    }

    /// The state of the archive's file now.
    ///
    /// - Throws: `ioFailure`.
    package func currentIdentity() throws -> FileIdentity { try file.currentIdentity() }
}

/// The bytes of an entry, or of a whole compressed archive, from first to last.
///
/// It has one reader.
protocol ArchiveBytes: AnyObject {
    /// Reads the next bytes and returns their number; 0 only at the end, or if the buffer is empty.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Checks what was read, after the last byte.
    func checkEnd() throws
}

/// Reads one file of an archive, from the first byte to the last.
///
/// It has one reader. It never returns more bytes than the archive states for the file.
package final class EntryReader {
    private let bytes: any ArchiveBytes
    private let name: FilePath
    private var rest: Int

    init(_ bytes: any ArchiveBytes, size: Int, _ name: FilePath) {
        self.bytes = bytes
        self.name = name
        rest = size
    }

    /// Reads the next bytes and returns their number; 0 means the end, and that the checksum is correct.
    ///
    /// - Throws: `unreadable` if the archive is damaged; `ioFailure`.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !buffer.isEmpty else { return 0 }
        guard rest > 0 else {
            try bytes.checkEnd()
            return 0
        }
        let count = try bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest)))
        guard count > 0 else { throw PhotoLibraryError.damagedEntry(name, "its bytes end too early") }
        rest -= count
        return count
    }
}
