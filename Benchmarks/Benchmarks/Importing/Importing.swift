import Benchmark
import Foundation
import OpenPhotoKitOwner

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .cpuTotal, .peakMemoryResident], maxDuration: .seconds(20), maxIterations: 10)
    let samples =
        ProcessInfo.processInfo.environment["OPENPHOTOKIT_BENCHMARK_PHOTOS"]
        ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../.build/tour/samples").standardizedFileURL
        .path

    guard FileManager.default.fileExists(atPath: samples) else {
        print("No photos at \(samples): run Samples/tour first, or set OPENPHOTOKIT_BENCHMARK_PHOTOS to a folder.")
        return
    }
    Benchmark("import-whole-folder") { benchmark in
        for _ in benchmark.scaledIterations {
            let folder = NSTemporaryDirectory() + "openphotokit-benchmark-\(UUID().uuidString)"
            benchmark.startMeasurement()
            let library = try OwnedLibrary(at: FilePath(folder), opening: .creatingIfAbsent)
            blackHole(try await library.importFiles(ImportRequest(paths: [FilePath(samples)])))
            benchmark.stopMeasurement()
            try FileManager.default.removeItem(atPath: folder)
        }
    }
}
