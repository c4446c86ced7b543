internal import ContentDigests
internal import Dispatch
package import Originals
package import PhotoModel
internal import Synchronization
internal import SystemSupport

/// A remote store in memory, which can be slow, fail, lie and never answer.
package final class StoreInMemory: RemoteStore {
    /// The error of a store that fails.
    package struct Disconnected: Error {}

    /// What is wrong with the store.
    package enum Fault: Sendable, Equatable {
        /// Reading fails before this position in the file.
        case fails(at: Int)
        /// The file ends at this position.
        case endsEarly(at: Int)
        /// The file has more bytes than it should have.
        case isLonger
        /// The byte at this position is another one.
        case hasWrongByte(at: Int)
        /// The byte at this position is another one in all answers after the first that has the position.
        case changesByte(at: Int)
        /// So many bytes arrive in a second.
        case isSlow(bytesPerSecond: Int)
        /// No answer comes until the reader gives up.
        case neverAnswers
    }

    private struct State {
        var files: [Digest: [UInt8]] = [:]
        var fault: Fault?
        var openings: [Range<Int64>] = []
        var bytesSent = 0
        var waiting = 0
    }

    private let state = Mutex(State())
    private static let pieceSize = 100_000

    /// Creates a store of these files.
    package init(_ files: [[UInt8]] = [], _ fault: Fault? = nil) throws {
        for file in files { try put(file) }
        self.fault = fault
    }

    /// Adds a file under the digest of its bytes.
    package func put(_ bytes: [UInt8]) throws {
        let digest = try bytes.withUnsafeBytes { try ContentHasher.digest(.sha256, of: $0) }
        state.withLock { $0.files[digest] = bytes }
    }

    /// What is wrong with the store; `nil` if nothing is.
    package var fault: Fault? {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// The ranges that were opened, in order.
    package var openings: [Range<Int64>] { state.withLock { $0.openings } }
    /// The number of bytes that were sent.
    package var bytesSent: Int { state.withLock { $0.bytesSent } }
    /// The number of readers that wait for an answer.
    package var waitingCount: Int { state.withLock { $0.waiting } }

    package func open(_ sha256: Digest, _ range: Range<Int64>, size: Int64) -> any ByteSource {
        let (file, fault, isFirst) = state.withLock { state in
            let isFirst = state.openings.isEmpty
            state.openings.append(range)
            return (state.files[sha256], state.fault, isFirst)
        }
        return Source(self, file.map { Self.lie($0, fault, isFirst) }, range, fault)
    }

    private static func lie(_ file: [UInt8], _ fault: Fault?, _ isFirst: Bool) -> [UInt8] {
        var file = file
        switch fault {
        case .endsEarly(let position): file = Array(file.prefix(position))
        case .isLonger: file.append(0)
        case .hasWrongByte(let position): file[position] ^= 1
        case .changesByte(let position): if !isFirst { file[position] ^= 1 }
        case .fails, .isSlow, .neverAnswers, nil: break
        }
        return file
    }

    private final class Source: ByteSource {
        private let store: StoreInMemory
        private let file: [UInt8]?
        private let fault: Fault?
        private let cancellation = Cancellation()
        private let wakeUp = DispatchSemaphore(value: 0)
        private var position: Int
        private let end: Int
        let length: Int64

        init(_ store: StoreInMemory, _ file: [UInt8]?, _ range: Range<Int64>, _ fault: Fault?) {
            (self.store, self.file, self.fault) = (store, file, fault)
            position = Int(range.lowerBound)
            end = fault == .isLonger ? Int(range.upperBound) + 1 : Int(range.upperBound)
            length = Int64(range.count)
        }

        var cancel: @Sendable () -> Void { { [cancellation] in cancellation.cancel() } }
        func version() throws -> ByteVersion { .unknown }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            guard let file else { throw Disconnected() }
            var limit = min(buffer.count, StoreInMemory.pieceSize, max(0, min(end, file.count) - position))
            switch fault {
            case .fails(let failure):
                if position >= failure { throw Disconnected() }
                limit = min(limit, failure - position)
            case .isSlow(let bytesPerSecond):
                limit = min(limit, max(1, bytesPerSecond / 20))
                try wait(.now() + Double(limit) / Double(bytesPerSecond))
            case .neverAnswers: try wait(.distantFuture)
            default: break
            }
            guard !cancellation.isCancelled else { throw Disconnected() }
            let piece = file.dropFirst(position).prefix(limit)
            buffer.copyBytes(from: piece)
            position += piece.count
            store.state.withLock { $0.bytesSent += piece.count }
            return piece.count
        }

        private func wait(_ time: DispatchTime) throws {
            store.state.withLock { $0.waiting += 1 }
            defer { store.state.withLock { $0.waiting -= 1 } }
            let isAwake = cancellation.run(ending: { [wakeUp] in wakeUp.signal() }) {
                wakeUp.wait(timeout: time) == .success
            }
            if isAwake { throw Disconnected() }
        }
    }
}
