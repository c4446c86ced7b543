import AssetLoading
import Foundation
import ImageDecoding
import SystemPackage
import TestSupport
import Testing

private struct RowCounter: LumaConsumer {
    var count = 0
    mutating func begin(_ geometry: LumaGeometry) {}
    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) { count += 1 }
}

@Suite struct ThrottledPhotoTests {
    /// The test takes 20 seconds, because it measures updates over time.
    ///
    /// Nearly all of this time it sleeps.
    @Test("A 20 MB photo at 1 MB/s: rising updates, never more than 1 s apart", .long, .timeLimit(.minutes(4)))
    func reportsSlowPhoto() async throws {
        let folder = try TemporaryFolder()
        let photo = folder.filePath.appending("slow.png")
        try StoredPNG(width: 3000, height: 2223).write(to: URL(fileURLWithPath: photo.string))
        let size = try #require(
            try FileManager.default.attributesOfItem(atPath: photo.string)[.size] as? Int)
        #expect(20_000_000..<20_100_000 ~= size)

        let progress = LoadProgress()
        progress.addExpected(files: 1, bytes: size)
        progress.walkFinished()
        progress.setPhase(.loading)
        let seen = Task {
            var seen: [LoadSnapshot] = []
            for await snapshot in progress.updates { seen.append(snapshot) }
            return seen
        }
        let start = ContinuousClock.now
        let loader = AssetLoader(files: HookedFiles(largestRead: 1 << 16, bytesPerSecond: 1_000_000))
        let file = progress.beginFile(bytes: size, name: "slow.png")
        let loaded = try await loader.load(photo, to: .file(inFolder: folder.filePath), progress: file) {
            arrived, progress in
            var rows = RowCounter()
            let reading = try ImageDecoder().read(
                .file(descriptor: arrived.descriptor, size: arrived.size), into: &rows,
                monitor: DecodeMonitor {
                    progress?.decoded($0)
                    return progress?.isCancelled != true
                })
            #expect(reading.condition == .ok && rows.count == 2223)
        }
        file.finish()
        progress.finish()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        #expect(loaded.0.size == size)
        #expect(seconds > 19)

        let updates = await seen.value
        #expect(updates.count >= 40)
        for (one, next) in zip(updates, updates.dropFirst()) {
            #expect(one.bytesDone <= next.bytesDone && one.fractionCompleted <= next.fractionCompleted)
        }
        // Most updates report new bytes, so they are not only heartbeats.
        #expect(Set(updates.map(\.bytesDone)).count > updates.count / 2)
        // In the middle of the load, the rate and the remaining time are correct.
        let middle = try #require(updates.first { $0.fractionCompleted >= 0.4 })
        #expect(abs(middle.bytesPerSecond * seconds / Double(size) - 1) < 0.2)
        #expect(abs((middle.secondsLeft ?? 0) / seconds - 0.6) < 0.15)
        #expect(updates.last?.phase == .done && progress.progress.fractionCompleted == 1)
    }
}
