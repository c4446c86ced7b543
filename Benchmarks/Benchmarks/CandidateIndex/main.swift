import CandidateIndex
import Foundation
import PhotoModel
import SystemPackage

// One step of Benchmarks/candidate-index, which describes it:
//
//     build FOLDER CODES          CODES: 32 bytes for each hash; its key is its number
//     query FOLDER QUERIES LIMIT  opens and asks for the first four hashes at once
//     warm FOLDER QUERIES ROUNDS  asks for each hash by itself
//     scan CODES QUERIES          compares each with every hash, one after the other
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
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
    let answer = answer.merging(["peak KiB": peak.flatMap { Int($0) } ?? 0]) { $1 }
    Swift.print(String(decoding: try JSONSerialization.data(withJSONObject: answer), as: UTF8.self))
}

private func ask(_ queries: [PerceptualHash], rounds: Int, _ search: (PerceptualHash) throws -> [Int64]) throws {
    var times: [Double] = []
    var found: [[Int64]] = []
    for round in 0..<rounds {
        for query in queries {
            var keys: [Int64] = []
            times.append(try seconds { keys = try search(query) })
            if round == 0 { found.append(keys.sorted()) }
        }
    }
    times.sort()
    try print(["median": times[times.count / 2], "p99": times[times.count * 99 / 100], "found": found])
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
    let four = Array(try hashes(arguments[3]).prefix(4))
    let limit = Int(arguments[4]) ?? .max
    var found = "none"
    let time = try seconds {
        let index = try CandidateIndex(inFolder: FilePath(arguments[2]))
        do {
            found = try index.map { "\(try $0.candidates(near: four, radius: radius, limit: limit).count)" } ?? found
        } catch let error as PhotoLibraryError {
            found = "\(error.code)"
        }
    }
    try print(["seconds": time, "found": found])
case "warm":
    guard let index = try CandidateIndex(inFolder: FilePath(arguments[2])) else { exit(1) }
    try ask(try hashes(arguments[3]), rounds: Int(arguments[4]) ?? 1) {
        try index.candidates(near: [$0], radius: radius, limit: .max).map(\.key)
    }
case "scan":
    let all = try hashes(arguments[2])
    try ask(try hashes(arguments[3]), rounds: 1) { query in
        all.indices.filter { all[$0].distance(to: query) <= radius }.map(Int64.init)
    }
default:
    FileHandle.standardError.write(Data("Run Benchmarks/candidate-index\n".utf8))
    exit(2)
}
