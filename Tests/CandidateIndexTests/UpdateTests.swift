import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import CandidateIndex

/// An index with many updates equals an index that was written at once.
@Suite struct UpdateTests {
    private let folder: TemporaryFolder
    private let path: FilePath

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path("index"))
    }

    private func stamp(_ mark: UInt64) -> CandidateIndex.Stamp {
        CandidateIndex.Stamp(generation: 3, highWaterMark: mark)
    }

    @Test func updatesEqualAnIndexWrittenAtOnce() throws {
        let writer = try CandidateIndexWriter(inFolder: path)
        var random = Seeded(1)
        let centres = (0..<20).map { _ in random.hash() }
        var oracle = BitCounter()
        var snapshot: CandidateIndex?
        for step in 1...120 {
            let added = (0..<Int.random(in: 0...25, using: &random)).map { _ in
                centres[Int.random(in: 0..<20, using: &random)].flipping(
                    Int.random(in: 0...30, using: &random), &random)
            }
            let removed = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                Int64.random(in: 0...Int64(step * 10), using: &random)
            }
            // Some keys are used again: keys that were removed, and keys that were not.
            let first = Int64(Bool.random(using: &random) ? step * 10 : 0)
            oracle.entries.removeAll { removed.contains($0.key) }
            oracle.append(added, first: first)
            try writer.update(removing: removed, adding: IndexEntries(added, first: first), stamp: stamp(UInt64(step)))
            if step == 60, let all = try writer.index()?.entries() { try writer.replace(with: all, stamp: stamp(60)) }
            guard step % 10 == 0 else { continue }
            let index = try #require(try writer.index())
            #expect(index.count == oracle.entries.count)
            #expect(index.stamp == stamp(UInt64(step)))
            let queries = [centres[step % 20], centres[(step + 7) % 20]]
            let expected = Array(oracle.byDistance(from: queries).prefix { $0.distance <= 31 })
            #expect(try index.found(near: queries, radius: 31) == expected)
            #expect(!expected.isEmpty)
            // A snapshot that was opened before gives its earlier answers.
            if step == 50 { snapshot = index }
        }
        #expect(snapshot?.stamp == stamp(50))
        #expect(try snapshot?.refreshed()?.stamp == stamp(120))
    }

    @Test func manyUpdatesWriteANewFileAndAnOldReaderKeepsItsFile() throws {
        let writer = try CandidateIndexWriter(inFolder: path)
        let many = HashSet.random.hashes(IndexFolder.largestUpdateRecords - 1)
        try writer.update(adding: IndexEntries(Array(many.prefix(10))), stamp: stamp(1))
        let first = try #require(try writer.index())
        try writer.update(adding: IndexEntries(many, first: 10), stamp: stamp(2))
        let second = try #require(try writer.index())
        #expect(second.table.count == 10)
        try writer.update(removing: [10], adding: IndexEntries([many[0], many[1]], first: 50_000), stamp: stamp(3))
        let third = try #require(try writer.index())
        #expect(third.updates.end.records == 0)
        #expect(third.table.count == many.count + 11)
        try third.verify()
        #expect(try first.found(near: [many[0]], radius: 0).map(\.key) == [0])
        #expect(try second.found(near: [many[0]], radius: 0).map(\.key) == [0, 10])
        #expect(try third.found(near: [many[0]], radius: 0).map(\.key) == [0, 50_000])
        #expect(try third.refreshed() === third)
    }

    @Test func oneWriterAtATime() async throws {
        let path = path
        let stamp = stamp(9)
        var first: CandidateIndexWriter? = try CandidateIndexWriter(inFolder: path)
        try first?.replace(with: IndexEntries(), stamp: stamp)
        let second = Task.detached {
            let writer = try CandidateIndexWriter(inFolder: path)
            return try writer.index()?.count
        }
        try await Task.sleep(for: .milliseconds(50))
        try first?.update(adding: IndexEntries(HashSet.random.hashes(7)), stamp: stamp)
        // The lock is released with the writer.
        first = nil
        #expect(try await second.value == 7)
    }

    @Test func leftoversOfAKilledWriterAreRemoved() throws {
        try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        let leftover = path.appending("0e1c8b44.part")
        try Data("half".utf8).write(to: URL(fileURLWithPath: leftover.string))
        let writer = try CandidateIndexWriter(inFolder: path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string) == ["lock"])
        try writer.replace(with: IndexEntries(), stamp: stamp(1))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() == ["hashes", "lock"])
    }
}
