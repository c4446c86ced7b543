import Foundation
import TestSupport
import Testing

@Suite struct HashCommandTests {
    private let samples: String

    init() throws { samples = try SampleLibrary.shared.get().samples + "/phone" }

    private func hash(_ arguments: String...) throws -> PhotosProcess.Outcome {
        try PhotosProcess.run(arguments: ["hash", "--json"] + arguments)
    }

    private func paths(_ outcome: PhotosProcess.Outcome) -> [String] {
        outcome.items.compactMap { $0["path"] as? String }
    }

    @Test("--shard puts every file in exactly one part, and the summary counts the part")
    func shards() throws {
        let gone = "/nonexistent/gone.jpg"
        let whole = try paths(hash(samples, gone))
        #expect(whole.count > 7 && whole.last == gone)
        let parts = try (1...3).map { try hash(samples, gone, "--shard", "\($0)/3") }
        for (index, path) in whole.enumerated() {
            #expect(paths(parts[index % 3])[index / 3] == path)
        }
        #expect(parts.map { paths($0).count }.reduce(0, +) == whole.count)
        for part in parts {
            let counts = ["hashed", "failed"].compactMap { part.summary[$0] as? Int }
            #expect(counts.reduce(0, +) == paths(part).count)
        }
        // A part fails if one of its files fails: a missing one, an empty one.
        for part in parts { #expect((part.exitCode == 0) == !part.items.contains { $0["error"] != nil }) }
        #expect(parts.contains { $0.exitCode == 0 } && parts.contains { $0.exitCode == 2 })
        for wrong in ["0/3", "4/3", "1", "1/0", "a/b"] { #expect(try hash(samples, "--shard", wrong).exitCode == 64) }
    }

    /// Without waiting for its workers the command would not count their CPU time.
    @Test("The CPU time of the command includes the decoder workers, as `time` measures it")
    func cpuTime() throws {
        func seconds(_ options: String...) throws -> Double {
            let script = #"TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>&1"#
            let command = [PhotosProcess.path(), "hash", "--quiet", "--progress", "none"] + options + [samples]
            let timed = try Shell.run("/bin/bash", ["-c", script] + command)
            let numbers = timed.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            try #require(numbers.count == 2, "\(timed.output)")
            return numbers.reduce(0, +)
        }
        let inProcess = try seconds("--no-jail")
        // CPU time varies, and is greater in the sandbox. Half of it would already miss most decodes.
        for _ in 0..<3 { #expect(try seconds() > inProcess / 2) }
    }

    @Test("--pdq adds the hash and its quality, and changes nothing else")
    func pdq() throws {
        let without = try hash(samples).items
        let jailed = try hash(samples, "--pdq")
        #expect(jailed.standardOutput == (try hash(samples, "--pdq", "--no-jail").standardOutput))
        #expect(jailed.items.count == without.count)
        for (item, other) in zip(jailed.items, without) {
            #expect(Set(item.keys).subtracting(other.keys).isSubset(of: ["pdq", "pdqQuality"]))
            #expect(item["hash"] as? String == other["hash"] as? String)
            #expect(other["pdq"] == nil)
            // Every picture with a signature has a PDQ hash and a quality.
            #expect(((item["pdq"] as? String)?.count == 64) == (item["hash"] != nil))
            #expect((item["pdqQuality"] as? Int).map { 0...100 ~= $0 } == (item["hash"] == nil ? nil : true))
        }
    }
}
