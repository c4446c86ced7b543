import Foundation
import ImageDecoding
import TestSupport
import Testing

@testable import DecoderProcess

@Suite("A worker gives what this process would")
struct SameResultsTests {
    @Test("Over real photos and hostile files", .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func corpus() throws {
        let manifest = try String(contentsOf: Corpus.folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
        let paths = manifest.split(separator: "\n").dropFirst().compactMap { $0.split(separator: "\t").first }
            .map { Corpus.folder.appendingPathComponent(String($0)).path }
        // The corpus has many files of every kind. All files would take minutes.
        let some = stride(from: 0, to: paths.count, by: LongTests.count(44, all: 11)).map { paths[$0] }
        let here = PictureDecoder(.inProcess, computesPDQ: true)
        let jailed = PictureDecoder(.jailed(.photos()), computesPDQ: true)
        var compared = 0
        for path in some where (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 < 4 << 20 {
            let (one, other) = (try jailed.picture(at: path), try here.picture(at: path))
            #expect(one == other, "\(path)")
            #expect((one.pdq == nil) == (one.signature == nil), "\(path)")
            compared += 1
        }
        #expect(compared > LongTests.count(25, all: 100))
    }

    // A decode that needs at most 2 MiB does not request memory, unless it needs more than the whole budget.
    @Test("Over limits of memory too", arguments: [(1000, 160), (3 << 20, 1600)])
    func memoryLimit(bytes: Int, width: Int) throws {
        let picture = try PictureFile(4, width: width, height: width * 3 / 4, isProgressive: true)
        let budget = DecoderMemoryBudget(bytes: bytes)
        let here = try PictureDecoder(.inProcess, computesPDQ: true, budget: budget).picture(at: picture.path)
        let jailed = try PictureDecoder(.jailed(.photos()), computesPDQ: true, budget: budget)
            .picture(at: picture.path)
        #expect(here.reading.condition == .limited)
        #expect(here.reading.warnings.map(\.code) == ["decoderMemory"])
        #expect(jailed == here)
    }

    @Test("Of sizes that no picture has too: 2,147,483,680 rows")
    func statedSize() throws {
        let picture = try PictureFile(
            bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                + [0, 0, 0, 32, 0x80, 0, 0, 32, 8, 6, 0, 0, 0, 0, 0, 0, 0])
        let here = try PictureDecoder(.inProcess).picture(at: picture.path)
        #expect(here.reading.warnings.map(\.code) == ["maxAxis"])
        #expect(try PictureDecoder(.jailed(.photos())).picture(at: picture.path) == here)
    }

    @Test("A file that cannot be read is an error, not a picture")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let descriptor = open(folder.url.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let decoder = PictureDecoder(.jailed(.photos()))
        #expect(throws: PhotoLibraryError(.ioFailure, "")) { try decoder.picture(of: descriptor, size: 100) }
    }

    @Test("The decode of a small picture does not wait for memory")
    func smallPicture() throws {
        let picture = try PictureFile(6)
        let budget = DecoderMemoryBudget(bytes: 8 << 20)
        #expect(try budget.take(budget.bytes) { () throws(PhotoLibraryError) in })
        // The memory is not returned, so a decode that requests it is cancelled after ten seconds.
        let deadline = ContinuousClock.now + .seconds(10)
        let monitor = DecodeMonitor { _ in ContinuousClock.now < deadline }
        let decoder = PictureDecoder(.jailed(.photos()), budget: budget)
        #expect(try decoder.picture(at: picture.path, monitor: monitor).reading.condition == .ok)
    }

    @Test("Workers share one budget and give back what they took")
    func sharedBudget() throws {
        let picture = try PictureFile(5, width: 1600, height: 1200, isProgressive: true)
        // All pixels of such a picture need about 6 MB, so two decodes at a time exceed the budget.
        let budget = DecoderMemoryBudget(bytes: 9_000_000)
        let decoder = PictureDecoder(.jailed(.photos()), computesPDQ: true, budget: budget)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            #expect((try? decoder.picture(at: picture.path).reading.condition) == .ok)
        }
        let all = try budget.take(budget.bytes) { () throws(PhotoLibraryError) in
            throw PhotoLibraryError(.cancelled, "Something was not given back.")
        }
        #expect(all)
    }
}
