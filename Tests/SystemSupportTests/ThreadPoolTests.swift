import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SystemSupport

@Suite struct ThreadPoolTests {
    private func isSignalled(_ semaphore: DispatchSemaphore, within time: DispatchTimeInterval = .seconds(20)) -> Bool {
        semaphore.wait(timeout: .now() + time) == .success
    }

    /// Work that waits until it may end.
    private final class Waiting: Sendable {
        let began = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let numbers = Mutex<[Int]>([])

        func run(_ number: Int) {
            numbers.withLock { $0.append(number) }
            began.signal()
            mayEnd.wait()
        }
    }

    @Test("No more work runs at a time than the queue is wide; the rest begins in order when a thread is free")
    func width() {
        let (queue, waiting) = (ThreadPool(width: 3), Waiting())
        for number in 0..<6 { queue.run { waiting.run(number) } }
        for _ in 0..<3 { #expect(isSignalled(waiting.began)) }
        #expect(!isSignalled(waiting.began, within: .milliseconds(50)))
        #expect(queue.threadCounts.all == 3)
        for next in 3..<6 {
            waiting.mayEnd.signal()
            #expect(isSignalled(waiting.began))
            #expect(waiting.numbers.withLock { $0.last } == next)
        }
        for _ in 0..<3 { waiting.mayEnd.signal() }
    }

    @Test("A thread that is free runs the next work, so that one thread serves work that comes one after another")
    func threadsAreUsedAgain() {
        let queue = ThreadPool(width: 64)
        let isDone = DispatchSemaphore(value: 0)
        for _ in 0..<50 {
            queue.run { isDone.signal() }
            #expect(isSignalled(isDone))
            // The thread waits for work soon after it has done the last one.
            for _ in 0..<2000 where queue.threadCounts.idle == 0 { usleep(10_000) }
        }
        #expect(queue.threadCounts == (1, 1))
    }

    @Test("Work of many threads is run once each")
    func manyThreads() {
        let queue = ThreadPool(width: 4)
        let count = Atomic(0)
        let group = DispatchGroup()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                group.enter()
                queue.run {
                    count.wrappingAdd(1, ordering: .relaxed)
                    group.leave()
                }
            }
        }
        #expect(group.wait(timeout: .now() + .seconds(20)) == .success)
        #expect(count.load(ordering: .relaxed) == 4000)
    }

    @Test("Tasks go on while every thread of the shared queue waits")
    func tasksGoOn() async throws {
        let waiting = Waiting()
        async let blocked: Void = withTaskGroup { group in
            for number in 0..<200 { group.addTask { await blocking { waiting.run(number) } } }
        }
        // The tasks that begin the work run on Swift's threads, which are free again at once.
        var threadsAreBusy = false
        for _ in 0..<400 where !threadsAreBusy {
            try await Task.sleep(for: .milliseconds(50))
            threadsAreBusy = waiting.numbers.withLock { $0.count } == 64
        }
        #expect(threadsAreBusy)
        let sums = await withTaskGroup(of: Int.self, returning: Int.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    await Task.yield()
                    return number
                }
            }
            return await group.reduce(0, +)
        }
        #expect(sums == 499_500)
        for _ in 0..<200 { waiting.mayEnd.signal() }
        await blocked
        #expect(waiting.numbers.withLock { $0.count } == 200)
    }

    private struct Failure: Error, Equatable {}

    @Test("The value and the error of the work are those of the call")
    func results() async throws {
        #expect(await blocking { 7 } == 7)
        await #expect(throws: Failure()) { try await blocking { () throws(Failure) -> Int in throw Failure() } }
    }

    private final class Held: Sendable {}

    @Test("What the work holds is released before the call returns")
    func release() async {
        var held: Held? = Held()
        weak let reference = held
        await blocking { [held] in withExtendedLifetime(held) {} }
        held = nil
        #expect(reference == nil)
    }
}
