import CandidateIndex
import Foundation
import PhotoModel
import SystemPackage

// One step of Benchmarks/candidate-index, which describes it:
//
//     build FOLDER CODES         CODES: 32 bytes for each hash; its key is its number
//     query FOLDER CODES WARM    opens, asks for four hashes at once; then for each one WARM times
//     scan CODES QUERIES
//     pairs FOLDER
//
// Prints a line of JSON with seconds and what was found.

private func hashes(_ path: String) throws -> [PerceptualHash] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: bytes.count, by: 32).map {
            PerceptualHash(words: bytes.loadUnaligned(fromByteOffset: $0, as: SIMD4<UInt64>.self))
        }
    }
}

private func seconds(_ work: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(work)
    return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
}

private func print(_ answer: [String: Any]) throws {
    Swift.print(String(decoding: try JSONSerialization.data(withJSONObject: answer), as: UTF8.self))
}

// `ContentSignature.candidateRadius`, without what decodes pictures.
private let radius = 31
private let arguments = CommandLine.arguments
switch arguments[1] {
case "build":
    var entries = IndexEntries()
    let all = try hashes(arguments[3])
    entries.reserveCapacity(all.count)
    for (key, hash) in all.enumerated() { entries.append(hash, key: Int64(key)) }
    let time = try seconds {
        try CandidateIndexWriter(inFolder: FilePath(arguments[2])).replace(
            with: entries, stamp: CandidateIndex.Stamp(generation: 0, highWaterMark: 0))
    }
    try print(["seconds": time])
case "query":
    let queries = try hashes(arguments[3])
    let rounds = Int(arguments[4]) ?? 1
    var index: CandidateIndex?
    var four = 0
    let cold = try seconds {
        index = try CandidateIndex(inFolder: FilePath(arguments[2]))
        four = try index?.candidates(near: Array(queries.prefix(4)), radius: radius, limit: .max).count ?? -1
    }
    var times: [Double] = []
    var found: [[Int64]] = []
    for round in 0..<rounds {
        for query in queries {
            var near: [(key: Int64, distance: Int)] = []
            times.append(
                try seconds { near = try index?.candidates(near: [query], radius: radius, limit: .max) ?? [] })
            if round == 0 { found.append(near.map(\.key)) }
        }
    }
    times.sort()
    try print([
        "cold": cold, "four": four, "median": times.isEmpty ? 0 : times[times.count / 2],
        "p99": times.isEmpty ? 0 : times[times.count * 99 / 100], "found": found,
    ])
case "pairs":
    var count = 0
    let time = try seconds {
        try CandidateIndex(inFolder: FilePath(arguments[2]))?.forEachPair(radius: radius) { _, _, _ in count += 1 }
    }
    try print(["seconds": time, "pairs": count])
default:
    FileHandle.standardError.write(Data("Run Benchmarks/candidate-index\n".utf8))
    exit(2)
}
