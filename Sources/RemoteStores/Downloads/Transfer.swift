internal import ContentDigests
internal import Foundation
internal import Originals
internal import PhotoModel
internal import SystemPackage
internal import SystemSupport

/// The download of one original, which all its readers share.
///
/// It begins with the first reader and ends with the last one. Thread-safe.
final class Transfer: Sendable {
    private struct State {
        var readers = 1
        /// The bytes that are here: of the last attempt.
        var file: PartialFile?
        var available: Int64 = 0
        /// The position from which on the bytes came in this transfer, not in one before.
        var fresh: Int64 = 0
        var outcome: Result<Void, any Error>?
        /// Whether no thread works for this transfer.
        var hasEnded = false
    }

    let sha256: Digest
    let size: Int64
    let priority: SharedPriority
    private let downloads: Downloads
    private let cancellation = Cancellation()
    private let state = Monitor(State())

    /// A transfer with one reader.
    init(_ sha256: Digest, size: Int64, _ priority: DownloadPriority, of downloads: Downloads) {
        (self.sha256, self.size, self.downloads) = (sha256, size, downloads)
        self.priority = SharedPriority(priority)
    }

    // MARK: Readers

    /// Adds a reader, and returns false if the transfer failed or is ending.
    func join(_ priority: DownloadPriority) -> Bool {
        self.priority.raise(to: priority)
        return state.withLock { state in
            if case .failure = state.outcome { return false }
            guard state.readers > 0 else { return false }
            state.readers += 1
            return true
        }
    }

    /// Removes a reader.
    ///
    /// With the last one the transfer ends; what is on the disk stays, unless it is whole.
    func leave() {
        let isLast = state.withLock { state in
            state.readers -= 1
            if state.readers == 0, case .success = state.outcome { state.file?.remove() }
            return state.readers == 0
        }
        guard isLast else { return }
        cancellation.cancel()
        // While the thread works, the next transfer of this original must find this one, and wait for it.
        if state.withLock({ $0.hasEnded }) { downloads.forget(self) }
    }

    /// Whether the bytes at a position came in this transfer, or are the next to come.
    func has(_ position: Int64) -> Bool {
        state.withLock { state in
            if case .failure = state.outcome { return false }
            return state.file != nil && (state.fresh...state.available).contains(position)
        }
    }

    /// Reads bytes at a position, and waits for the first one.
    ///
    /// - Parameters:
    ///   - file: The file of the reader's earlier bytes. If the transfer began again since, these are compared first.
    /// - Returns: 0 at the end of the original, after all bytes were compared with the digest.
    /// - Throws: `sourceChanged` if the reader's earlier bytes were wrong; `cancelled`; the errors of ``StoreReader``.
    func read(
        at position: Int64, into buffer: UnsafeMutableRawBufferPointer, after file: inout PartialFile?,
        _ cancellation: Cancellation
    ) throws -> Int {
        let (current, available) = try state.wait(cancellation) { state -> (PartialFile?, Int64)? in
            if position >= state.available {
                guard let outcome = state.outcome else { return nil }
                try outcome.get()
            }
            return (state.file, state.available)
        }
        guard let current else { return 0 }
        // At the end too: the transfer may have begun again after the reader's last byte.
        if let earlier = file, earlier !== current {
            guard try Self.haveEqualBytes(earlier, current, 0..<position) else { throw Self.changed }
        }
        file = current
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: available - position)))
        return part.isEmpty ? 0 : try current.read(at: position, into: part)
    }

    private static func haveEqualBytes(_ one: PartialFile, _ two: PartialFile, _ range: Range<Int64>) throws -> Bool {
        var buffers = ([UInt8](repeating: 0, count: 1 << 18), [UInt8](repeating: 0, count: 1 << 18))
        var position = range.lowerBound
        while position < range.upperBound {
            let count = Int(min(Int64(buffers.0.count), range.upperBound - position))
            let read = try buffers.0.withUnsafeMutableBytes {
                try one.read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
            }
            let other = try buffers.1.withUnsafeMutableBytes {
                try two.read(at: position, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<read]))
            }
            guard read > 0, read == other, buffers.0[..<read] == buffers.1[..<read] else { return false }
            position += Int64(read)
        }
        return true
    }

    private static var changed: PhotoLibraryError {
        PhotoLibraryError(
            .sourceChanged, "A store sent wrong bytes, and the file is read from another one. Try again.")
    }

    // MARK: The transfer's thread

    /// Waits until no thread works for this transfer.
    private func waitForEnd() { state.wait { $0.hasEnded ? () : nil } }

    /// Fetches the original, after an earlier transfer of it has ended.
    func run(after earlier: Transfer?) {
        earlier?.waitForEnd()
        let outcome = Result { try fetch() }
        let isOver = state.change { state in
            state.outcome = outcome
            state.hasEnded = true
            state.file?.unlock()
            guard case .success = outcome else { return true }
            if state.readers == 0 { state.file?.remove() }
            return state.readers == 0
        }
        if isOver { downloads.forget(self) }
    }

    private func fetch() throws {
        try cancellation.check()
        var file = try PartialFile.open(sha256, size: size, in: downloads.folder)
        var wrong: (stores: Set<UUID>, error: PhotoLibraryError?) = ([], nil)
        var mayBeginAgain = true
        var changes = 0
        while true {
            let hasher = try ContentHasher(.sha256)
            try add(file, to: hasher)
            begin(with: file)
            let request = StoreReader.Request(
                sha256: sha256, size: size, range: file.length..<size, priority: priority)
            let reader = StoreReader(downloads, request, after: file.origin, wrong: wrong, cancellation)
            do { try fill(file, from: reader, hasher) } catch is StoreReader.VersionChanged {
                changes += 1
                guard changes < downloads.timing.attempts else {
                    file.remove()
                    throw Self.changed
                }
                file = try file.startingAgain()
                continue
            }
            guard try hasher.finish() != sha256 else { return }

            // The bytes are wrong: no reader gets more of them. Only a store that gave all of them can be blamed.
            state.withLock { ($0.file, $0.available) = (nil, 0) }
            let isOfOneStore = file.length == 0 && reader.givers.count == 1
            file = try file.startingAgain()
            if mayBeginAgain, !isOfOneStore {
                mayBeginAgain = false
                continue
            }
            guard let last = reader.lastStore else { throw Self.changed }
            if isOfOneStore { downloads.isSuspect(sha256, last) }
            wrong.stores.insert(last.id)
            wrong.error = StoreFailure.wrongBytes.error(last.name)
        }
    }

    /// Shows the readers a file.
    private func begin(with file: PartialFile) {
        state.change { state in
            (state.file, state.available, state.fresh) = (file, file.length, file.length)
        }
    }

    private func add(_ file: PartialFile, to hasher: ContentHasher) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while position < file.length {
            try cancellation.check()
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.prefix(Int(clamping: file.length - position)))
            let count = try file.read(at: position, into: part)
            guard count > 0 else { throw Self.changed }
            hasher.update(UnsafeRawBufferPointer(rebasing: part.prefix(count)))
            position += Int64(count)
        }
    }

    private func fill(_ file: PartialFile, from reader: StoreReader, _ hasher: ContentHasher) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 4096)
        defer { buffer.deallocate() }
        var durable = file.length
        do {
            while reader.position < size {
                let start = reader.position
                let count = try reader.read(into: buffer)
                let bytes = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
                hasher.update(bytes)
                try file.write(bytes, at: start)
                state.change { $0.available = start + Int64(count) }
                guard let origin = reader.origin, reader.position - durable >= downloads.timing.durableSize,
                    reader.position < size
                else { continue }
                try file.makeDurable(from: origin)
                durable = reader.position
            }
        } catch {
            let isFull = (error as? PhotoLibraryError)?.code == .notEnoughSpace
            if isFull || reader.position == 0 {
                file.remove()
            } else if let origin = reader.origin, reader.position > durable, !(error is StoreReader.VersionChanged) {
                // What was received is for the next attempt.
                try? file.makeDurable(from: origin)
            }
            throw error
        }
    }
}
