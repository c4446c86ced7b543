import Dispatch
import Synchronization
import SystemSupport
import Testing

@Suite struct OrderedHandoverTests {
    private let handover = OrderedHandover<Int>(label: "test", width: 2, batchLimit: 4, waitingLimit: 4)
    private let batches = Batches()
    private let isDelivering = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    private final class Batches: Sendable {
        private let batches = Mutex<[[Int]]>([])

        var all: [[Int]] { batches.withLock { $0 } }
        func append(_ batch: [Int]) { batches.withLock { $0.append(batch) } }
    }

    /// Makes a value ready.
    ///
    /// The delivery of the value 0 waits for ``mayGoOn``.
    private func put(_ value: Int, at place: Int) {
        handover.put(value, at: place) { [batches, isDelivering, mayGoOn] batch in
            batches.append(batch)
            guard batch.contains(0) else { return }
            isDelivering.signal()
            _ = mayGoOn.wait(timeout: .now() + .seconds(20))
        }
    }

    /// Reserves places and makes these values ready, on another thread; the semaphore is signalled at the end.
    private func putAll(_ values: ClosedRange<Int>, isLarge: Bool = false) -> DispatchSemaphore {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test.values").async {
            for value in values { put(value, at: handover.reserve(isLarge: isLarge)) }
            isDone.signal()
        }
        return isDone
    }

    private func isSignalled(_ semaphore: DispatchSemaphore, within time: DispatchTimeInterval = .seconds(10)) -> Bool {
        semaphore.wait(timeout: .now() + time) == .success
    }

    private func isFinished() -> Bool {
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test.finish").async {
            handover.finish()
            isDone.signal()
        }
        return isSignalled(isDone)
    }

    @Test("While a batch is delivered, more values become ready than are prepared at a time, and form one batch")
    func largeBatches() {
        let first = putAll(0...0)
        #expect(isSignalled(isDelivering))
        #expect(isSignalled(putAll(1...4)))
        mayGoOn.signal()
        #expect(isFinished())
        #expect(isSignalled(first))
        #expect(batches.all == [[0], [1, 2, 3, 4]])
    }

    @Test("No more than six values wait for the delivery")
    func limit() {
        let first = putAll(0...0)
        #expect(isSignalled(isDelivering))
        #expect(isSignalled(putAll(1...6)))
        let seventh = putAll(7...7)
        #expect(!isSignalled(seventh, within: .milliseconds(100)))
        mayGoOn.signal()
        #expect(isSignalled(seventh))
        #expect(isFinished())
        #expect(isSignalled(first))
        #expect(batches.all.flatMap { $0 } == Array(0...7))
    }

    @Test("Of large values no more wait for the delivery than are prepared at a time")
    func largeValues() {
        let first = putAll(0...0, isLarge: true)
        #expect(isSignalled(isDelivering))
        #expect(isSignalled(putAll(1...2, isLarge: true)))
        let third = putAll(3...3, isLarge: true)
        #expect(!isSignalled(third, within: .milliseconds(100)))
        mayGoOn.signal()
        #expect(isSignalled(third))
        #expect(isFinished())
        #expect(isSignalled(first))
        #expect(batches.all.flatMap { $0 } == [0, 1, 2, 3])
    }

    @Test("No more values are prepared at a time than the width, and they are delivered in the order of their places")
    func width() {
        let places = [handover.reserve(), handover.reserve()]
        let third = putAll(3...3)
        #expect(!isSignalled(third, within: .milliseconds(100)))
        put(2, at: places[1])
        #expect(isSignalled(third))
        put(1, at: places[0])
        #expect(isFinished())
        #expect(batches.all.flatMap { $0 } == [1, 2, 3])
    }

    @Test("Small values wait until a batch is full; a large value, and a call of finish, deliver them at once")
    func fullBatches() {
        let handover = OrderedHandover<Int>(
            label: "test", width: 20, batchLimit: 4, waitingLimit: 20, maximumDelay: .seconds(3600))
        func put(_ value: Int, isLarge: Bool = false) {
            handover.put(value, at: handover.reserve(isLarge: isLarge)) { [batches] in batches.append($0) }
        }
        for value in 0..<9 { put(value) }
        // The eighth value fills the second batch, which is delivered before this work or soon after it.
        handover.run {}
        handover.run {}
        #expect(batches.all == [[0, 1, 2, 3], [4, 5, 6, 7]])
        put(9, isLarge: true)
        handover.run {}
        #expect(batches.all.last == [8, 9])
        put(10)
        handover.run {}
        #expect(batches.all.count == 3)
        handover.finish()
        #expect(batches.all.last == [10] && batches.all.count == 4)
    }

    @Test("Values that do not fill a batch are delivered after a time")
    func patience() {
        let handover = OrderedHandover<Int>(label: "test", width: 2, maximumDelay: .milliseconds(1))
        let isDelivered = DispatchSemaphore(value: 0)
        handover.put(0, at: handover.reserve()) { _ in isDelivered.signal() }
        #expect(isSignalled(isDelivered))
    }

    private final class Owner: Sendable {
        let handover = OrderedHandover<Int>(label: "test", width: 2)

        func put(_ value: Int) {
            handover.put(value, at: handover.reserve()) { [self] _ in withExtendedLifetime(self) {} }
        }
    }

    @Test("After the last value the function that delivers is released, which may hold the owner of the handover")
    func release() {
        weak var released: Owner?
        do {
            let owner = Owner()
            released = owner
            for value in 0..<5 { owner.put(value) }
            owner.handover.finish()
            owner.handover.run {}
        }
        #expect(released == nil)
    }

    @Test("Work of the queue runs between two batches")
    func work() {
        let first = putAll(0...0)
        #expect(isSignalled(isDelivering))
        #expect(isSignalled(putAll(1...2)))
        let isWorkDone = DispatchSemaphore(value: 0)
        let isWorkSubmitted = DispatchSemaphore(value: 0)
        DispatchQueue(label: "test.work").async {
            isWorkSubmitted.signal()
            handover.run { batches.append([]) }
            isWorkDone.signal()
        }
        #expect(isSignalled(isWorkSubmitted))
        // The work is in the queue soon after this.
        #expect(!isSignalled(isWorkDone, within: .milliseconds(100)))
        mayGoOn.signal()
        #expect(isSignalled(isWorkDone))
        #expect(isFinished())
        #expect(isSignalled(first))
        #expect(batches.all == [[0], [], [1, 2]])
    }
}
