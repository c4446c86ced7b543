import Dispatch
import Foundation
import Testing

@testable import AssetLoading

@Suite struct LoadProgressTests {
    /// The snapshots, each with its time.
    private func follow(_ progress: LoadProgress) -> Task<[(LoadSnapshot, ContinuousClock.Instant)], Never> {
        Task {
            var seen: [(LoadSnapshot, ContinuousClock.Instant)] = []
            for await snapshot in progress.updates { seen.append((snapshot, .now)) }
            return seen
        }
    }

    @Test("Many threads: all is counted, snapshots and fraction only rise, the end is exactly 1")
    func countsEverything() async throws {
        let progress = LoadProgress()
        let files = 400
        let bytes = 10_007
        let seen = follow(progress)
        let fractions = Task {
            var fractions: [Double] = []
            while !progress.progress.isFinished {
                fractions.append(progress.progress.fractionCompleted)
                try await Task.sleep(for: .milliseconds(1))
            }
            return fractions
        }
        for _ in 0..<files { progress.addExpected(files: 1, bytes: bytes) }
        progress.walkFinished()
        progress.setPhase(.loading)
        await withCheckedContinuation { waiter in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: files) { number in
                    if number % 10 == 0 { return progress.fileSkipped(bytes: bytes) }
                    let file = progress.beginFile(bytes: bytes, name: "\(number)")
                    for step in 1...20 {
                        file.read(bytes * step / 20)
                        file.decoded(bytes * step / 40)
                        usleep(50)
                    }
                    file.finish()
                    file.finish()
                }
                waiter.resume()
            }
        }
        // All files are done, but finish has not been called.
        try await Task.sleep(for: .milliseconds(250))
        #expect(!progress.progress.isFinished)
        progress.finish()
        #expect(progress.progress.isFinished)
        #expect(progress.progress.fractionCompleted == 1)
        #expect(progress.progress.completedUnitCount == Int64(files * bytes))
        let snapshots = await seen.value.map(\.0)
        let last = try #require(snapshots.last)
        #expect(last.phase == .done && last.fractionCompleted == 1)
        #expect(last.filesDone == files && last.filesTotal == files)
        #expect(last.bytesDone == files * bytes && last.bytesTotal == files * bytes)
        for (one, next) in zip(snapshots, snapshots.dropFirst()) {
            #expect(one.bytesDone <= next.bytesDone && one.filesDone <= next.filesDone)
            #expect(one.fractionCompleted <= next.fractionCompleted)
        }
        let polled = try await fractions.value
        #expect(zip(polled, polled.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(polled.contains { $0 > 0 && $0 < 1 })
    }

    @Test("Nothing is finishing before everything is read")
    func finishesWhatIsRead() {
        let tally = LoadTally()
        tally.addExpected(files: 2, bytes: 20)
        tally.setTotalIsFinal()
        tally.setPhase(.finishing)
        tally.endFile(rest: 10, notArrived: 0)
        #expect(tally.snapshot(at: .now).phase == .loading)
        tally.endFile(rest: 10, notArrived: 0)
        #expect(tally.snapshot(at: .now).phase == .finishing)
        tally.beginComparing(5)
        tally.addCompared(2)
        let snapshot = tally.snapshot(at: .now)
        #expect(snapshot.phase == .comparing && snapshot.comparedDone == 2 && snapshot.comparedTotal == 5)
    }

    @Test("While the walk goes on the progress is indeterminate and the totals are at least")
    func isIndeterminateWhileWalking() async throws {
        let progress = LoadProgress()
        progress.addExpected(files: 1, bytes: 1000)
        progress.beginFile(bytes: 1000, name: "a").finish()
        var updates = progress.updates.makeAsyncIterator()
        var early = try #require(await updates.next())
        while early.filesDone == 0 { early = try #require(await updates.next()) }
        #expect(progress.progress.isIndeterminate && progress.progress.fractionCompleted == 0)
        #expect(!early.totalIsFinal && early.phase == .scanning && early.currentName == "a")
        #expect(early.bytesDone == 1000 && early.filesDone == 1 && early.fractionCompleted == 0)
        progress.addExpected(files: 1, bytes: 3000)
        progress.walkFinished()
        progress.addExpected(files: 1, bytes: 5000)
        #expect(try await eventually { progress.progress.fractionCompleted == 0.25 })
        progress.finish(succeeded: false)
        #expect(progress.progress.fractionCompleted == 0.25)
        var last: LoadSnapshot?
        while let next = await updates.next() { last = next }
        #expect(last?.phase == .failed && last?.filesTotal == 2)
    }

    @Test("The snapshot comes again and again although nothing happens", .timeLimit(.minutes(1)))
    func beats() async throws {
        let progress = LoadProgress()
        var updates = progress.updates.makeAsyncIterator()
        let first = await updates.next()
        for _ in 0..<3 {
            let next = await updates.next()
            #expect(next == first)
        }
    }

    @Test("Changes are shown at most ten times a second")
    func limitsUpdates() async throws {
        let progress = LoadProgress()
        let seen = follow(progress)
        let file = progress.beginFile(bytes: 1_000_000)
        for step in 1...500 {
            file.read(step * 1000)
            try await Task.sleep(for: .milliseconds(1))
        }
        progress.finish()
        let times = await seen.value.map(\.1)
        let first = try #require(times.first)
        let last = try #require(times.last)
        #expect(times.count >= 3)
        #expect(Double(times.count) <= 12 * ((last - first) / .seconds(1)) + 3)
    }

    @Test("What follows the reading has a share of the file: decoding a fifth, storing a twentieth")
    func splitsFile() throws {
        for (rest, expected) in [(FileProgress.Rest.decoding, 800), (.storing, 950), (.none, 1000)] {
            let progress = LoadProgress()
            progress.addExpected(files: 2, bytes: 2000)
            progress.walkFinished()
            let file = progress.beginFile(bytes: 1000, then: rest)
            file.read(2_000_000)
            file.read(10)
            progress.finish(succeeded: false)
            #expect(progress.progress.completedUnitCount == Int64(expected))
        }
    }

    @Test("Cancelling reaches files, from the progress and from a parent of it; the last snapshot reports it")
    func cancels() async throws {
        let progress = LoadProgress()
        let file = progress.beginFile(bytes: 10)
        let parent = Progress.discreteProgress(totalUnitCount: 1)
        parent.addChild(progress.progress, withPendingUnitCount: 1)
        #expect(!file.isCancelled && !progress.isCancelled)
        parent.cancel()
        #expect(file.isCancelled && progress.isCancelled && progress.progress.isCancelled)
        let seen = follow(progress)
        progress.finish()
        #expect(await seen.value.last?.0.phase == .cancelled)
        #expect(!progress.progress.isFinished && progress.progress.fractionCompleted == 0)

        let late = LoadProgress()
        let cancelled = Progress.discreteProgress(totalUnitCount: 1)
        cancelled.cancel()
        cancelled.addChild(late.progress, withPendingUnitCount: 1)
        #expect(late.isCancelled)
    }

    @Test("As a child of another progress it moves its parent, to exactly 1")
    func movesParent() async throws {
        let progress = LoadProgress()
        let parent = Progress.discreteProgress(totalUnitCount: 4)
        parent.addChild(progress.progress, withPendingUnitCount: 4)
        progress.addExpected(files: 3, bytes: 3000)
        progress.walkFinished()
        for _ in 0..<2 { progress.beginFile(bytes: 1000).finish() }
        #expect(try await eventually { abs(parent.fractionCompleted - 2.0 / 3) < 1e-9 })
        progress.fileSkipped(bytes: 1000)
        progress.finish()
        #expect(parent.fractionCompleted == 1 && parent.isFinished)
    }

    @Test("Work without bytes moves by its files")
    func countsFilesWithoutBytes() async throws {
        let progress = LoadProgress()
        progress.addExpected(files: 4, bytes: 0)
        progress.walkFinished()
        for _ in 0..<2 { progress.fileSkipped(bytes: 0) }
        #expect(try await eventually { progress.progress.fractionCompleted == 0.5 })
        for _ in 0..<2 { progress.fileSkipped(bytes: 0) }
        #expect(try await eventually { progress.progress.completedUnitCount == 3 })
        #expect(!progress.progress.isFinished, "finish has not been called.")
        progress.finish()
        #expect(progress.progress.completedUnitCount == 4 && progress.progress.isFinished)
    }

    @Test("Nothing to do ends as done; absurd sizes do not trap")
    func edges() async throws {
        let empty = LoadProgress()
        empty.walkFinished()
        empty.finish()
        #expect(empty.progress.fractionCompleted == 1 && empty.progress.isFinished)

        let absurd = LoadProgress()
        for _ in 0..<3 { absurd.addExpected(files: 1, bytes: .max) }
        absurd.addExpected(files: 1, bytes: -5)
        absurd.walkFinished()
        for _ in 0..<3 {
            let file = absurd.beginFile(bytes: .max)
            file.read(.max)
            file.decoded(.max)
            file.finish()
        }
        absurd.beginFile(bytes: -5).finish()
        absurd.finish()
        #expect(absurd.progress.fractionCompleted == 1)
    }

    @Test("Dropping a progress ends its updates", .timeLimit(.minutes(1)))
    func endsWhenDropped() async {
        var progress: LoadProgress? = LoadProgress()
        let updates = progress?.updates
        progress = nil
        var count = 0
        if let updates { for await _ in updates { count += 1 } }
        #expect(count <= 1)
    }
}
