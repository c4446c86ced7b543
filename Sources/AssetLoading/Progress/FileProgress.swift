internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The progress of one file: the work after it is read has a share of its bytes, and reading counts for the others.
///
/// Calls may come from any thread. The caller of ``LoadProgress/beginFile(bytes:name:then:)`` must call ``finish()``.
package final class FileProgress: Sendable {
    /// The work on a file after it is read.
    package enum Rest: Sendable {
        /// None: the bytes are compared with their digest while they are read.
        case none
        /// Decoding or converting it: the last fifth.
        case decoding
        /// Comparing it with its digest, syncing it to the disk and giving it its name: the last twentieth.
        case storing
    }

    private struct Position {
        var read = 0
        var decoded = 0
        var isFinished = false
    }

    private let bytes: Int
    private let rest: Rest
    private let tally: LoadTally
    private let cancellation: Cancellation
    private let position = Mutex(Position())

    init(bytes: Int, then rest: Rest, tally: LoadTally, cancellation: Cancellation) {
        self.bytes = max(0, bytes)
        self.rest = rest
        self.tally = tally
        self.cancellation = cancellation
    }

    /// Whether the whole load was cancelled.
    ///
    /// Fast enough to be read for each chunk, each row of blocks and each scan.
    package var isCancelled: Bool { cancellation.isCancelled }

    /// Does work that waits.
    ///
    /// - Parameters:
    ///   - path: The path of the error of a cancellation.
    ///   - end: Ends the work; it is called if the whole load is cancelled before the work has ended.
    /// - Throws: `cancelled` instead of the error of work that was ended; the errors of the work.
    func run<Value>(
        _ path: FilePath, ending end: @escaping @Sendable () -> Void, _ work: () throws -> Value
    ) throws -> Value {
        do { return try cancellation.run(ending: end, work) } catch {
            throw isCancelled ? PhotoLibraryError.cancelled(path) : error
        }
    }

    /// Records that the first `count` bytes of the file have been read.
    ///
    /// Ignored if it is lower than before, as in a second attempt.
    package func read(_ count: Int) { advance { $0.read = max($0.read, min(count, bytes)) } }

    /// Records that the first `count` bytes of the file have been decoded or converted.
    ///
    /// Ignored if it is lower than before.
    package func decoded(_ count: Int) { advance { $0.decoded = max($0.decoded, min(count, bytes)) } }

    /// Ends the file, whether it succeeded or not: all its bytes then count as done.
    package func finish() {
        position.withLock { position in
            guard !position.isFinished else { return }
            position.isFinished = true
            tally.endFile(rest: bytes &- done(position), notArrived: bytes &- position.read)
        }
    }

    private func advance(_ change: (inout Position) -> Void) {
        position.withLock { position in
            guard !position.isFinished else { return }
            let before = position
            change(&position)
            tally.advance(done: done(position) &- done(before), arrived: position.read &- before.read)
        }
    }

    /// The completed bytes: at most `bytes`, and exactly `bytes` after all bytes are read and decoded.
    private func done(_ position: Position) -> Int {
        switch rest {
        case .none: position.read
        case .decoding: position.read &- position.read / 5 &+ position.decoded / 5
        case .storing: position.read &- position.read / 20
        }
    }
}
