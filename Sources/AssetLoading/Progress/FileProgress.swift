internal import PhotoModel
internal import Synchronization
internal import SystemPackage
internal import SystemSupport

/// The progress of one file: reading counts for four fifths of its bytes, decoding for the last fifth.
///
/// If the file is not decoded, reading counts for all bytes. Calls may come from any thread. The caller of
/// ``LoadProgress/beginFile(bytes:name:isDecoded:)`` must call ``finish()``.
package final class FileProgress: Sendable {
    private struct Position {
        var read = 0
        var decoded = 0
        var isFinished = false
    }

    private let bytes: Int
    private let isDecoded: Bool
    private let tally: LoadTally
    private let cancellation: Cancellation
    private let position = Mutex(Position())

    init(bytes: Int, isDecoded: Bool, tally: LoadTally, cancellation: Cancellation) {
        self.bytes = max(0, bytes)
        self.isDecoded = isDecoded
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

    /// Records that the first `count` bytes of the file have been decoded.
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
        isDecoded ? position.read &- position.read / 5 &+ position.decoded / 5 : position.read
    }
}
