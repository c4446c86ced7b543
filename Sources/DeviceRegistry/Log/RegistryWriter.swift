internal import Foundation
package import PhotoModel
package import SystemPackage
internal import SystemSupport

/// The writer of one library: its key and the last sequence that it issued, in a file outside of the catalogue.
///
/// A writer is a key that one library uses on one computer, until the catalogue is replaced or the folder is copied.
/// Two libraries with one key would give the same sequences to different registers. So a writer stays only if the
/// computer and the library's folder are those in its file, the catalogue names this writer and has given all sequences
/// of the file, and no segment has a later sequence.
package struct RegistryWriter: Sendable {
    package let key: SigningKey
    /// The last sequence that may be in a segment.
    package private(set) var lastSequence: UInt64
    private let place: Place
    private let path: FilePath

    package var id: WriterID { key.writer }

    /// The computer and the folder in which a writer is used.
    ///
    /// On a file system that gives the folder another inode number at each mount, such as FAT and exFAT, each mount
    /// leads to a new writer.
    package struct Place: Codable, Hashable, Sendable {
        /// Names the machine; `nil` on a machine without an identifier.
        let machine: String?
        /// The inode number of the library's folder.
        let inode: UInt64

        package init(machine: String?, inode: UInt64) {
            self.machine = machine
            self.inode = inode
        }
    }

    /// What a catalogue says of its writer.
    package struct Record: Hashable, Sendable {
        package let writer: WriterID
        /// The last sequence that the catalogue gave to a register.
        package let issued: UInt64

        package init(writer: WriterID, issued: UInt64) {
            self.writer = writer
            self.issued = issued
        }
    }

    private struct Contents: Codable {
        let seed: Data
        let lastSequence: UInt64
        let place: Place
    }

    /// The writer in a file, or a new one, whose file is written.
    ///
    /// - Parameters:
    ///   - record: What the catalogue says; `nil` if it says nothing.
    ///   - lastWritten: The last sequence that a segment of the writer in `record` has; 0 if it has no segment.
    /// - Throws: `ioFailure`, `notEnoughSpace`, `internalError`.
    package init(
        at path: FilePath, in place: Place, record: Record?, lastWritten: UInt64
    ) throws(PhotoLibraryError) {
        if let writer = try Self.stored(at: path), writer.place == place, let record, record.writer == writer.id,
            record.issued >= writer.lastSequence, writer.lastSequence >= lastWritten
        {
            self = writer
        } else {
            self = RegistryWriter(key: try .generate(), lastSequence: 0, place: place, path: path)
            try save()
        }
    }

    private init(key: SigningKey, lastSequence: UInt64, place: Place, path: FilePath) {
        self.key = key
        self.lastSequence = lastSequence
        self.place = place
        self.path = path
    }

    /// The writer in a file; `nil` if the file is missing or damaged.
    ///
    /// - Throws: `ioFailure` if the file cannot be read.
    package static func stored(at path: FilePath) throws(PhotoLibraryError) -> RegistryWriter? {
        let bytes: [UInt8]
        do { bytes = try SegmentFile.bytes(at: path, limit: 1 << 16) } catch .unreadable {
            throw PhotoLibraryError(
                .ioFailure, "The file of the log's writer cannot be read. Make it readable for you, or remove it.",
                path: path.string)
        } catch { return nil }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)), contents.seed.count == 32
        else { return nil }
        return RegistryWriter(
            key: try SigningKey(seed: Array(contents.seed)), lastSequence: contents.lastSequence,
            place: contents.place, path: path)
    }

    /// Records that sequences are issued, durably, before a segment has them.
    package mutating func issue(through sequence: UInt64) throws(PhotoLibraryError) {
        guard sequence > lastSequence else { return }
        lastSequence = sequence
        try save()
    }

    private func save() throws(PhotoLibraryError) {
        let contents = Contents(seed: Data(key.seed), lastSequence: lastSequence, place: place)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(contents) else {
            throw PhotoLibraryError(.internalError, "The writer's file could not be encoded.")
        }
        let file = try ReplacementFile(at: path)
        // The key is a secret of the owner.
        try file.setMode(0o600)
        try PhotoLibraryError.converting { try data.withUnsafeBytes { try file.append($0) } }
        try file.finish()
    }
}
