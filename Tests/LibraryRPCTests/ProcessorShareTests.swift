import Foundation
import Synchronization
import Testing

@testable import LibraryRPC

/// Threads of one client take turns.
@Suite(.timeLimit(.minutes(1))) struct ProcessorShareTests {
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> DispatchGroup {
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                body(number)
                group.leave()
            }
        }
        return group
    }

    /// Threads that wait for each other in the share: with fewer at a time, they would wait for ever.
    @Test(arguments: 1...3) func asManyThreadsWorkAsTheShareHas(count: Int) {
        let share = ProcessorShare(count)
        let arrivals = DispatchGroup()
        for _ in 0..<count { arrivals.enter() }
        onThreads(count) { _ in
            share.run {
                arrivals.leave()
                arrivals.wait()
            }
        }.wait()
    }

    @Test(arguments: 1...3) func noMoreThreadsWorkThanTheShareHas(count: Int) {
        let share = ProcessorShare(count)
        let working = Mutex((now: 0, most: 0, done: 0))
        onThreads(8) { _ in
            for _ in 0..<20 {
                share.run {
                    working.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.done) }
                    usleep(500)
                    working.withLock { $0 = ($0.now - 1, $0.most, $0.done + 1) }
                    // Another thread may work meanwhile.
                    share.yield()
                }
            }
        }.wait()
        #expect(working.withLock { $0.most } <= count)
        #expect(working.withLock { $0.done } == 160)
    }

    /// Work that yields often lets short work through.
    @Test func shortWorkDoesNotWaitForTheEndOfLongWork() {
        let share = ProcessorShare(1)
        let ends = Atomic(false)
        let started = DispatchSemaphore(value: 0)
        let long = onThreads(3) { _ in
            share.run {
                started.signal()
                while !ends.load(ordering: .relaxed) { share.yield() }
            }
        }
        for _ in 0..<3 { started.wait() }
        for _ in 0..<100 { share.run {} }
        ends.store(true, ordering: .relaxed)
        long.wait()
    }
}
