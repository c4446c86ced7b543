package import Foundation
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The segments of all writers in a folder: `logs/WRITER/FIRST-LAST-DIGEST.opkl`.
///
/// A writer makes files in its own folder only, and no file is changed after it has its name. Other programs may copy,
/// delay, double and remove files. Blocks the thread.
package struct SegmentLog: Sendable {
    /// The folder of `logs`, which exists.
    package let folder: FilePath
    package let registry: UUID
    /// The key with which segments are encrypted; `nil` if they are not.
    private let key: RegistryKey?
    /// The size in bytes from which a segment is not merged with others.
    let fullSize: Int

    /// - Parameters:
    ///   - registry: The registry or the library to which the registers belong.
    ///   - key: The key with which segments are encrypted; `nil` if they are not.
    package init(in folder: FilePath, of registry: UUID, encryptedWith key: RegistryKey? = nil) {
        self.init(in: folder, of: registry, encryptedWith: key, fullSize: 512 << 10)
    }

    init(in folder: FilePath, of registry: UUID, encryptedWith key: RegistryKey? = nil, fullSize: Int) {
        self.folder = folder
        self.registry = registry
        self.key = key
        self.fullSize = fullSize
    }

    private var logs: FilePath { folder.appending("logs") }

    func folder(of writer: WriterID) -> FilePath { logs.appending(writer.description) }

    // MARK: Writing

    /// Writes a segment, durably.
    ///
    /// - Parameters:
    ///   - range: The sequences of the writer that the segment covers.
    ///   - seen: The last sequences that the writer has seen of others.
    /// - Throws: `notEnoughSpace`, `ioFailure`, `limitExceeded`, `internalError`. The log is as before then.
    package func append(
        _ registers: RegisterSet, covering range: ClosedRange<UInt64>, seen: [WriterID: UInt64] = [:],
        signedBy key: SigningKey
    ) throws(PhotoLibraryError) {
        try makeFolder(of: key.writer)
        try write(registers, covering: range, seen: seen, signedBy: key)
    }

    @discardableResult
    func write(
        _ registers: RegisterSet, covering range: ClosedRange<UInt64>, seen: [WriterID: UInt64],
        signedBy key: SigningKey
    ) throws(PhotoLibraryError) -> SegmentName {
        let header = SegmentHeader(registry: registry, publicKey: key.publicKey, range: range, seen: seen)
        let bytes = try Segment(header, registers).bytes(signedBy: key)
        let name = SegmentName(range, digest: Segment.digest(inFile: bytes))
        let path = folder(of: key.writer).appending(name.text)
        let stored = try self.key?.sealed(bytes) ?? bytes
        try PhotoLibraryError.converting { try stored.withUnsafeBytes { try DurableFile.write($0, to: path) } }
        return name
    }

    private func makeFolder(of writer: WriterID) throws(PhotoLibraryError) {
        for path in [logs, folder(of: writer)] {
            guard mkdir(path.platform, 0o777) == 0 else {
                guard errno == EEXIST else {
                    throw PhotoLibraryError(Errno(rawValue: errno), couldNot: "make the folder", path)
                }
                continue
            }
            try DurableFile.syncFolder(path.folder)
        }
    }

    // MARK: Listing

    /// The writers that have a folder.
    package func writers() throws(PhotoLibraryError) -> [WriterID] {
        try names(in: logs).compactMap { WriterID($0) }.sorted()
    }

    /// The segments of a writer, in the order of their sequences.
    ///
    /// Files with other names are no segments: unfinished ones, conflict copies, and what a person put there.
    package func segments(of writer: WriterID) throws(PhotoLibraryError) -> [SegmentName] {
        try names(in: folder(of: writer)).compactMap { SegmentName($0) }.sorted()
    }

    /// Whether no writer has a segment.
    package var isEmpty: Bool {
        get throws(PhotoLibraryError) {
            for writer in try writers() where try !segments(of: writer).isEmpty { return false }
            return true
        }
    }

    private func names(in folder: FilePath) throws(PhotoLibraryError) -> [String] {
        do {
            let stream = try FolderStream(folder, followsLinks: false)
            var names: [String] = []
            while let name = try stream.nextName() { names.append(name.string) }
            return names
        } catch .noSuchFileOrDirectory { return [] } catch {
            throw PhotoLibraryError(error, couldNot: "list the folder", folder)
        }
    }

    // MARK: Reading

    /// The registry or library that the segments in a folder name; `nil` if no segment can be read.
    package static func registry(in folder: FilePath) throws(PhotoLibraryError) -> UUID? {
        let log = SegmentLog(in: folder, of: UUID())
        for writer in try log.writers() {
            for name in try log.segments(of: writer) {
                if let segment = try? log.segment(name, of: writer, in: nil) { return segment.header.registry }
            }
        }
        return nil
    }

    /// - Throws: ``SegmentFault``.
    package func segment(_ name: SegmentName, of writer: WriterID) throws(SegmentFault) -> Segment {
        try segment(name, of: writer, in: registry)
    }

    /// Whether a file has the bytes that its writer gave it: the digest, the signature and the range of its name.
    ///
    /// It is faster than reading the registers.
    package func isWhole(_ name: SegmentName, of writer: WriterID) -> Bool {
        var reader = FieldReader([])
        guard let bytes = try? bytes(of: name, of: writer),
            let header = try? Segment.header(bytes, of: writer, in: registry, &reader)
        else { return false }
        return SegmentName(header.range, digest: Segment.digest(inFile: bytes)) == name
    }

    private func bytes(of name: SegmentName, of writer: WriterID) throws(SegmentFault) -> [UInt8] {
        let stored = try SegmentFile.bytes(at: folder(of: writer).appending(name.text))
        return try key?.opened(stored) ?? stored
    }

    private func segment(
        _ name: SegmentName, of writer: WriterID, in registry: UUID?
    ) throws(SegmentFault) -> Segment {
        let bytes = try bytes(of: name, of: writer)
        let segment = try Segment(bytes, of: writer, in: registry)
        guard SegmentName(segment.header.range, digest: Segment.digest(inFile: bytes)) == name else { throw .wrongName }
        return segment
    }
}
