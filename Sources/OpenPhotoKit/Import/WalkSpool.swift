internal import Foundation
internal import PhotoModel
internal import Synchronization
internal import SystemPackage

/// A queue of walked files that is kept in a file: the walk can run far ahead and memory stays flat.
///
/// One thread puts, one thread takes.
final class WalkSpool: Sendable {
    private struct State {
        var written = 0
        var isFinished = false
    }

    private let descriptor: FileDescriptor
    private let condition = NSCondition()
    private let state = Mutex(State())
    private let readOffset = Mutex(0)

    /// Makes an empty queue in an unnamed file of `folder`, or of the system's temporary folder.
    init(folder: FilePath?) throws {
        let place = folder ?? FilePath(NSTemporaryDirectory())
        let number = open(place.platform, O_TMPFILE | O_RDWR | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw PhotoLibraryError(errno: errno, "make a temporary file in", place) }
        descriptor = FileDescriptor(rawValue: number)
    }

    deinit { try? descriptor.close() }

    /// Puts an entry at the end.
    func put(_ path: FilePath, _ identity: FileIdentity) throws {
        let record = Record(path: path.bytes, identity: identity).encoded
        let offset = state.withLock { $0.written }
        try descriptor.writeAll(toAbsoluteOffset: Int64(offset), record)
        signal { $0.written = offset + record.count }
    }

    /// Says that no more entries come.
    func finish() { signal { $0.isFinished = true } }

    /// Whether all entries have been put.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Waits until all entries have been put, or until the deadline.
    func waitUntilFinished(before deadline: Date) {
        condition.withLock {
            while !isFinished, condition.wait(until: deadline) {}
        }
    }

    /// Takes the first entry, waiting for it; `nil` when all have been taken.
    func take() throws -> (FilePath, FileIdentity)? {
        let offset = readOffset.withLock { $0 }
        let hasMore = condition.withLock {
            while !isFinished, state.withLock({ $0.written }) == offset { condition.wait() }
            return state.withLock { $0.written } > offset
        }
        guard hasMore else { return nil }
        let header = try read(Record.headerSize, at: offset)
        let length = Record.pathLength(header)
        let path = try read(length, at: offset + Record.headerSize)
        readOffset.withLock { $0 = offset + Record.headerSize + length }
        guard let filePath = FilePath(bytes: path) else {
            throw PhotoLibraryError(.internalError, "The walk's temporary file is damaged.")
        }
        return (filePath, Record.identity(header))
    }

    private func signal(_ change: (inout State) -> Void) {
        condition.withLock {
            state.withLock(change)
            condition.broadcast()
        }
    }

    private func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = try descriptor.read(fromAbsoluteOffset: Int64(offset + filled), into: rest)
                guard got > 0 else { throw PhotoLibraryError(.internalError, "The walk's temporary file is cut short.") }
                filled += got
            }
        }
    }
}

/// Six 64-bit words (path length, then the identity's fields) and the path's bytes.
private struct Record {
    static let headerSize = 48
    let path: [UInt8]
    let identity: FileIdentity

    var encoded: [UInt8] {
        let words: [UInt64] = [
            UInt64(path.count), identity.device, identity.inode, UInt64(bitPattern: Int64(identity.size)),
            UInt64(bitPattern: identity.modifiedNanoseconds), UInt64(bitPattern: identity.changedNanoseconds),
        ]
        return words.flatMap { word in withUnsafeBytes(of: word) { [UInt8]($0) } } + path
    }

    static func pathLength(_ header: [UInt8]) -> Int { Int(clamping: word(0, header)) }

    static func identity(_ header: [UInt8]) -> FileIdentity {
        FileIdentity(
            device: word(1, header), inode: word(2, header), size: Int(Int64(bitPattern: word(3, header))),
            modifiedNanoseconds: Int64(bitPattern: word(4, header)),
            changedNanoseconds: Int64(bitPattern: word(5, header)))
    }

    private static func word(_ index: Int, _ header: [UInt8]) -> UInt64 {
        header.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
    }
}
