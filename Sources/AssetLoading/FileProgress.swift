internal import Synchronization

/// How far one file has come: reading is four fifths of its bytes, decoding the last fifth.
///
/// If nothing decodes it, reading is all. Calls may come from any thread. Whoever began it finishes it.
public final class FileProgress: Sendable {
    private struct Position {
        var read = 0
        var decoded = 0
        var isFinished = false
    }

    private let bytes: Int
    private let isDecoded: Bool
    private let tally: LoadTally
    private let cancellation: CancellableProgress
    private let position = Mutex(Position())

    init(bytes: Int, isDecoded: Bool, tally: LoadTally, cancellation: CancellableProgress) {
        self.bytes = max(0, bytes)
        self.isDecoded = isDecoded
        self.tally = tally
        self.cancellation = cancellation
    }

    /// Whether the whole load was cancelled.
    ///
    /// Cheap: ask it for each chunk, each row of blocks, each scan.
    public var isCancelled: Bool { cancellation.isCancelled }

    /// The first `count` bytes of the file have been read.
    ///
    /// Lower counts than before, as in a second attempt, are ignored.
    public func read(_ count: Int) { advance { $0.read = max($0.read, min(count, bytes)) } }

    /// The first `count` bytes of the file have been decoded.
    ///
    /// Lower counts than before are ignored.
    public func decoded(_ count: Int) { advance { $0.decoded = max($0.decoded, min(count, bytes)) } }

    /// Nothing more will be done with the file, whether it succeeded or not: all its bytes count as done.
    public func finish() {
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

    /// Never more than `bytes`, and exactly that when all is read and decoded.
    private func done(_ position: Position) -> Int {
        isDecoded ? position.read &- position.read / 5 &+ position.decoded / 5 : position.read
    }
}
