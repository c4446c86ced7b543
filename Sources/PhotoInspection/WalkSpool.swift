package import Foundation
package import PhotoModel
internal import Synchronization
package import SystemPackage
internal import SystemSupport

/// A file that a walk found and that is to be read.
package struct SourceFile: Sendable, Equatable {
    package let path: FilePath
    package let identity: FileIdentity
    /// Whether the path may be a symbolic link.
    ///
    /// If not, a link that has replaced the file since is not followed.
    package let isLink: Bool
    /// What another photo library states about the file; `nil` for a file of an ordinary folder.
    package let stated: StatedFile?

    package init(path: FilePath, identity: FileIdentity, isLink: Bool, stated: StatedFile? = nil) {
        self.path = path
        self.identity = identity
        self.isLink = isLink
        self.stated = stated
    }
}

/// A queue of walked files in a temporary file, so that memory does not grow when the walk is far ahead.
///
/// One thread writes and one thread reads.
package final class WalkSpool: Sendable {
    private struct State {
        var written = 0
        var isFinished = false
    }

    private let descriptor: FileDescriptor
    private let path: FilePath
    private let condition = NSCondition()
    private let state = Mutex(State())
    private let readOffset = Mutex(0)

    /// Makes an empty queue in a file of `folder` that is unlinked at once.
    package init(folder: FilePath) throws {
        path = folder.appending("walk")
        do {
            descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "make the temporary file", path)
        }
        unlink(path.platform)
    }

    deinit { try? descriptor.close() }

    /// Adds an entry at the end.
    ///
    /// - Throws: `notEnoughSpace`, `ioFailure`.
    package func put(_ file: SourceFile) throws {
        let record = try Record.encoded(file)
        let offset = state.withLock { $0.written }
        do { try descriptor.writeAll(toAbsoluteOffset: Int64(offset), record) } catch let errno as Errno {
            throw PhotoLibraryError(errno, couldNot: "write the temporary file", path)
        }
        condition.withLock {
            state.withLock { $0.written = offset + record.count }
            condition.broadcast()
        }
    }

    /// Marks the end of the queue.
    package func finish() {
        condition.withLock {
            state.withLock { $0.isFinished = true }
            condition.broadcast()
        }
    }

    /// Whether the queue is complete.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Waits until the queue is complete, or until the deadline.
    package func waitUntilFinished(before deadline: Date) {
        condition.withLock {
            while !isFinished, condition.wait(until: deadline) {}
        }
    }

    /// Removes and returns the first entry, and waits for it if necessary; `nil` after the last entry.
    package func take() throws -> SourceFile? {
        let offset = readOffset.withLock { $0 }
        let hasMore = condition.withLock {
            while !isFinished, state.withLock({ $0.written }) == offset { condition.wait() }
            return state.withLock { $0.written } > offset
        }
        guard hasMore else { return nil }
        let header = try read(Record.headerSize, at: offset)
        let length = Record.pathLength(header)
        let path = try read(length, at: offset + Record.headerSize)
        let statedLength = Record.statedLength(header)
        let stated = try read(statedLength, at: offset + Record.headerSize + length)
        readOffset.withLock { $0 = offset + Record.headerSize + length + statedLength }
        guard let filePath = FilePath(bytes: path) else {
            throw PhotoLibraryError(.internalError, "The walk's temporary file is damaged.")
        }
        return SourceFile(
            path: filePath, identity: Record.identity(header), isLink: Record.isLink(header),
            stated: stated.isEmpty ? nil : try JSONDecoder().decode(StatedFile.self, from: Data(stated)))
    }

    private func read(_ count: Int, at offset: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got: Int
                do { got = try descriptor.read(fromAbsoluteOffset: Int64(offset + filled), into: rest) } catch let errno
                    as Errno
                {
                    throw PhotoLibraryError(errno, couldNot: "read the temporary file", path)
                }
                guard got > 0 else {
                    throw PhotoLibraryError(.internalError, "The walk's temporary file is cut short.")
                }
                filled += got
            }
        }
    }
}

/// The encoding of an entry.
///
/// Eight 64-bit words (path length, the fields of the identity, whether it is a link, length of what is stated), then
/// the path's bytes, then what is stated as JSON.
private enum Record {
    static let headerSize = 64

    static func encoded(_ file: SourceFile) throws -> [UInt8] {
        let path = file.path.bytes
        let stated = try file.stated.map { [UInt8](try JSONEncoder().encode($0)) } ?? []
        let identity = file.identity
        let words: [Int64] = [
            Int64(path.count), identity.device, identity.inode, identity.size, identity.modifiedNanoseconds,
            identity.changedNanoseconds, file.isLink ? 1 : 0, Int64(stated.count),
        ]
        return words.flatMap { word in withUnsafeBytes(of: word) { [UInt8]($0) } } + path + stated
    }

    static func isLink(_ header: [UInt8]) -> Bool { word(6, header) != 0 }

    static func pathLength(_ header: [UInt8]) -> Int { Int(clamping: word(0, header)) }

    static func statedLength(_ header: [UInt8]) -> Int { Int(clamping: word(7, header)) }

    static func identity(_ header: [UInt8]) -> FileIdentity {
        FileIdentity(
            device: word(1, header), inode: word(2, header), size: word(3, header),
            modifiedNanoseconds: word(4, header), changedNanoseconds: word(5, header))
    }

    private static func word(_ index: Int, _ header: [UInt8]) -> Int64 {
        header.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 8, as: Int64.self) }
    }
}
