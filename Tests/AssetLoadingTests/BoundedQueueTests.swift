import AssetLoading
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct BoundedQueueTests {
    private struct Counts {
        var running = 0
        var most = 0
        var order: [Int] = []
    }

    private final class Record: Sendable {
        let counts = Mutex(Counts())
        func begin(_ number: Int) {
            counts.withLock { counts in
                counts.running += 1
                counts.most = max(counts.most, counts.running)
                counts.order.append(number)
            }
        }
        func end() { counts.withLock { $0.running -= 1 } }
    }

    @Test(
        "Many submitters at a time: every block runs once, never more than the width at a time", arguments: [1, 3, 8])
    func staysWithinWidth(width: Int) async {
        let queue = BoundedQueue(label: "test", width: width, qos: .userInitiated)
        let record = Record()
        let count = 2000
        await withCheckedContinuation { waiter in
            let box = Countdown(left: count) { waiter.resume() }
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: count) { number in
                    queue.async {
                        record.begin(number)
                        if number % 50 == 0 { usleep(1000) }
                        record.end()
                        box.down()
                    }
                }
            }
        }
        let counts = record.counts.withLock { $0 }
        #expect(counts.most <= width)
        #expect(counts.running == 0)
        #expect(counts.order.sorted() == Array(0..<count))
    }

    @Test(
        "As many blocks as the width run at the same time, also when each waits for the others", arguments: [1, 3, 8])
    func usesWidth(width: Int) async {
        let queue = BoundedQueue(label: "test", width: width, qos: .userInitiated)
        let all = DispatchGroup()
        for _ in 0..<width { all.enter() }
        await withCheckedContinuation { waiter in
            let box = Countdown(left: width) { waiter.resume() }
            for _ in 0..<width {
                queue.async {
                    all.leave()
                    #expect(all.wait(timeout: .now() + 10) == .success)
                    box.down()
                }
            }
        }
    }

    @Test("Width 1 keeps the order, and submitting does not wait", arguments: [1, 0])
    func keepsOrder(width: Int) async {
        let queue = BoundedQueue(label: "test", width: width, qos: .userInitiated)
        let record = Record()
        let count = 10_000
        await withCheckedContinuation { waiter in
            let box = Countdown(left: count) { waiter.resume() }
            let gate = DispatchSemaphore(value: 0)
            queue.async { gate.wait() }
            for number in 0..<count {
                queue.async {
                    record.begin(number)
                    record.end()
                    box.down()
                }
            }
            // All blocks were submitted while the first block still waits.
            #expect(record.counts.withLock { $0.order.isEmpty })
            gate.signal()
        }
        #expect(record.counts.withLock { $0.order } == Array(0..<count))
    }
}

/// Calls a block after the count has reached zero.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let completion: @Sendable () -> Void

    init(left: Int, completion: @escaping @Sendable () -> Void) {
        self.left = Mutex(left)
        self.completion = completion
    }

    func down() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { completion() }
    }
}
