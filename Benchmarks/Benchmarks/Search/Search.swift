import Benchmark
import PerceptualHashing

/// SplitMix64: the same hashes on every machine.
private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

private func hash(_ generator: inout Generator) -> PerceptualHash {
    PerceptualHash(words: SIMD4(generator.next(), generator.next(), generator.next(), generator.next()))
}

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(metrics: [.wallClock, .peakMemoryResident], maxDuration: .seconds(5))
    for count in [100_000, 1_000_000] {
        var generator = Generator(state: 1)
        var index = HashIndex()
        for key in 0..<count { index.insert(hash(&generator), key: Int64(key)) }
        let query = hash(&generator)
        let filled = index
        Benchmark("candidates-of-\(count)") { benchmark in
            for _ in benchmark.scaledIterations {
                blackHole(filled.candidates(near: [query], radius: ContentSignature.candidateRadius))
            }
        }
    }
}
