import Benchmark
import Foundation
import ImageDecoding
import PerceptualHashing

/// The largest JPEGs and PNGs of `OPENPHOTOKIT_BENCHMARK_PHOTOS`, else of the tour's samples.
private func photos(ending: String) -> [[UInt8]] {
    let folder =
        ProcessInfo.processInfo.environment["OPENPHOTOKIT_BENCHMARK_PHOTOS"]
        ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../.build/tour/samples").standardizedFileURL
        .path
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let files = names.filter { $0.lowercased().hasSuffix(ending) }.compactMap {
        try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))
    }
    return files.sorted { $0.count > $1.count }.prefix(8).map { [UInt8]($0) }
}

/// Takes rows to nowhere: what remains is decoding.
private struct Nowhere: LumaConsumer {
    mutating func begin(_ geometry: LumaGeometry) {}
    mutating func consume(row y: Int, _ luma: UnsafeBufferPointer<UInt8>) {}
}

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .throughput, .peakMemoryResident], maxDuration: .seconds(5))
    for kind in ["jpg", "png"] {
        let files = photos(ending: kind)
        guard !files.isEmpty else {
            print("No \(kind) photos: run Samples/tour first, or set OPENPHOTOKIT_BENCHMARK_PHOTOS to a folder.")
            continue
        }
        Benchmark("decode-\(kind)-\(files.count)-photos") { benchmark in
            for _ in benchmark.scaledIterations {
                for file in files {
                    var nowhere = Nowhere()
                    blackHole(try ImageDecoder().read(.bytes(file), computesImageDataDigest: false, into: &nowhere))
                }
            }
        }
        Benchmark("signature-\(kind)-\(files.count)-photos") { benchmark in
            for _ in benchmark.scaledIterations {
                for file in files {
                    var builder = SignatureBuilder()
                    let reading = try ImageDecoder().read(
                        .bytes(file), computesImageDataDigest: false, into: &builder)
                    blackHole(builder.signature(orientation: reading.metadata.orientation))
                }
            }
        }
    }
}
