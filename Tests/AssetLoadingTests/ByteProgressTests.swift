import AssetLoading
import Foundation
import SystemPackage
import TestSupport
import Testing

/// The progress that an app passes to a request of bytes.
@Suite struct ByteProgressTests {
    /// All changes of a progress, to its end.
    private func follow(_ progress: Progress) -> Task<[ProgressSnapshot], Never> {
        Task {
            var seen: [ProgressSnapshot] = []
            for await change in progress.changes { seen.append(change) }
            return seen
        }
    }

    private func begin(_ progress: Progress, bytes: Int, files: Int = 1) -> LoadProgress {
        let loading = LoadProgress(showing: progress)
        loading.addExpected(files: files, bytes: bytes)
        loading.walkFinished()
        return loading
    }

    @Test("The total is the size as soon as it is known, for every progress of the caller")
    func theTotalIsTheSize() {
        for progress in [ByteProgress(), Progress(totalUnitCount: 1)] {
            let loading = begin(progress, bytes: 3_000_000_000)
            #expect(progress.totalUnitCount == 3_000_000_000 && progress.completedUnitCount == 0)
            #expect(!progress.isIndeterminate && progress.fractionCompleted == 0)
            loading.beginFile(bytes: 3_000_000_000, then: .none).finish()
            #expect(!progress.isFinished)
            loading.finish()
            #expect(progress.completedUnitCount == 3_000_000_000 && progress.isFinished)
            #expect(progress.fractionCompleted == 1)
        }
        #expect(ByteProgress().isIndeterminate && ByteProgress().totalUnitCount == -1)
    }

    @Test("userInfo has Foundation's keys; the changes never fall, end at 1, and are those of each reader")
    func changesAndRates() async throws {
        let progress = ByteProgress()
        progress.setUserInfoObject("mine", forKey: ProgressUserInfoKey("key"))
        let readers = [follow(progress), follow(progress)]
        let loading = begin(progress, bytes: 1000, files: 2)
        let file = loading.beginFile(bytes: 500, then: .none)
        for count in 1...10 {
            file.read(count * 40)
            try await Task.sleep(for: .milliseconds(60))
        }
        #expect(try await eventually { progress.userInfo[.throughputKey] != nil })
        let throughput = try #require(progress.userInfo[.throughputKey] as? NSNumber)
        #expect(throughput.intValue > 0 && progress.userInfo[.throughputKey] as? Int == throughput.intValue)
        #expect(progress.userInfo[.estimatedTimeRemainingKey] as? Double ?? -1 > 0)
        #expect(progress.userInfo[.fileTotalCountKey] as? Int == 2)
        #expect(progress.userInfo[.fileCompletedCountKey] as? Int == 0)
        #expect(progress.userInfo[ProgressUserInfoKey("key")] as? String == "mine")
        file.finish()
        loading.fileSkipped(bytes: 500)
        loading.finish()
        #expect(progress.userInfo[.fileCompletedCountKey] as? Int == 2)
        for reader in readers {
            let seen = await reader.value
            let last = try #require(seen.last)
            #expect(last.isFinished && last.fractionCompleted == 1 && last.completedUnitCount == 1000)
            #expect(seen.count >= 3 && Set(seen).count == seen.count, "Each differs from the one before.")
            #expect(seen.contains { $0.throughput ?? 0 > 0 && $0.estimatedTimeRemaining ?? 0 > 0 })
            for (one, next) in zip(seen, seen.dropFirst()) {
                #expect(one.completedUnitCount <= next.completedUnitCount)
                #expect(one.fractionCompleted <= next.fractionCompleted)
            }
        }
        #expect(await follow(progress).value.map(\.fractionCompleted) == [1], "After the end there is one.")
    }

    @Test("The changes end when the work fails or is cancelled", .timeLimit(.minutes(1)), arguments: [true, false])
    func changesEnd(isCancelled: Bool) async throws {
        let progress = ByteProgress()
        let reader = follow(progress)
        let loading = begin(progress, bytes: 100)
        if isCancelled { progress.cancel() } else { loading.finish(succeeded: false) }
        let last = try #require(await reader.value.last)
        #expect(!last.isFinished && last.fractionCompleted == 0 && last.isCancelled == isCancelled)
    }

    @Test("Work that is released without an end ends the changes", .timeLimit(.minutes(1)))
    func changesEndWithTheWork() async {
        let progress = ByteProgress()
        let reader = follow(progress)
        _ = begin(progress, bytes: 100)
        #expect(await reader.value.last?.isFinished == false)
    }

    @Test("Readers of changes end with their task", .timeLimit(.minutes(1)))
    func readersAreCancelled() async throws {
        let progress = Progress(totalUnitCount: 2)
        let reader = follow(progress)
        progress.completedUnitCount = 1
        try await Task.sleep(for: .milliseconds(300))
        reader.cancel()
        #expect(await reader.value.last?.completedUnitCount == 1)
    }

    @Test("A parent of the caller's progress moves with it, and cancels it")
    func isAChild() async throws {
        for progress in [ByteProgress(), Progress.discreteProgress(totalUnitCount: 1)] {
            let parent = Progress.discreteProgress(totalUnitCount: 4)
            parent.addChild(progress, withPendingUnitCount: 2)
            let loading = begin(progress, bytes: 1000)
            let file = loading.beginFile(bytes: 1000, then: .none)
            file.read(500)
            #expect(try await eventually { parent.fractionCompleted == 0.25 })
            file.finish()
            loading.finish()
            #expect(parent.completedUnitCount == 2 && parent.fractionCompleted == 0.5)
        }
        let parent = Progress.discreteProgress(totalUnitCount: 1)
        let progress = ByteProgress()
        parent.addChild(progress, withPendingUnitCount: 1)
        let loading = begin(progress, bytes: 1000)
        parent.cancel()
        #expect(loading.isCancelled && progress.isCancelled)
    }

    /// In a process of its own, because a race in Foundation's set of children ends the process.
    @Test("Threads add work and children to a progress while another one cancels it")
    func changesOnSeveralThreads() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<3_000 {
                let progress = ByteProgress(bytes: 1)
                DispatchQueue.concurrentPerform(iterations: 6) { index in
                    switch index {
                    case 0: progress.cancel()
                    case 1: progress.addChild(.discreteProgress(totalUnitCount: 1), withPendingUnitCount: 0)
                    default: _ = LoadProgress(showing: progress)
                    }
                }
                guard progress.isCancelled else { exit(1) }
            }
        }
    }

    @Test("Cancelling reaches the work on the thread that cancels; the app's handler stays its own")
    func cancelsAtOnce() async throws {
        for progress in [ByteProgress(), Progress.discreteProgress(totalUnitCount: 1)] {
            let (called, continuation) = AsyncStream.makeStream(of: Void.self)
            progress.cancellationHandler = { continuation.yield() }
            let loading = begin(progress, bytes: 10)
            #expect(!loading.isCancelled)
            progress.cancel()
            #expect(loading.isCancelled)
            for await _ in called { break }
        }
        let cancelled = ByteProgress()
        cancelled.cancel()
        #expect(LoadProgress(showing: cancelled).isCancelled)
        let task = ByteProgress()
        LoadProgress(showing: task).cancel()
        #expect(task.isCancelled, "Work that its task cancels shows it.")
    }

    @Test("Storing counts: the last bytes are done when the file has its name")
    func storingHasAShare() async throws {
        let folder = try TemporaryFolder()
        let source = try folder.writeNoise(count: 2_000_000, to: "a.bin")
        let progress = ByteProgress()
        let reader = follow(progress)
        let results = await AssetLoader().load(
            [LoadRequest(source: source, destination: folder.filePath.appending("b.bin"))], progress: progress)
        _ = try results[0].get()
        #expect(progress.totalUnitCount == 2_000_000 && progress.isFinished)
        let seen = await reader.value
        #expect(seen.last?.fractionCompleted == 1)
        // While the name is missing, a twentieth of the bytes is not done.
        #expect(seen.dropLast().allSatisfy { $0.fractionCompleted <= 0.95 }, "\(seen)")
    }
}
