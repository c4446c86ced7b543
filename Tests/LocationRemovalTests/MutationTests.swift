import Foundation
import ImageDecoding
import LocationRemoval
import PhotoModel
import TestSupport
import Testing

/// Files that are truncated or changed at random never trap or hang, and what is given out has no place that this
/// library reads.
struct MutationTests {
    @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
    func corpusIsHarmless() throws {
        var generator = Seeded(7)
        let start = ProcessorTime.ofThread
        var slowest = Duration.zero
        for entry in Corpus.entries {
            let bytes = try Corpus.bytes(of: entry.path)
            for _ in 0..<LongTests.count(1, all: 8) {
                let begin = ProcessorTime.ofThread
                try expectHarmless(changed(bytes, &generator))
                slowest = max(slowest, ProcessorTime.ofThread - begin)
            }
        }
        #expect(slowest < .seconds(5))
        #expect(ProcessorTime.ofThread - start < .seconds(LongTests.count(60, all: 360)))
    }

    @Test(arguments: 0..<8)
    func smallFilesAreHarmless(index: Int) throws {
        let video = SmallFiles.video(
            handler: "meta", description: Boxes.box("gpmd", Boxes.number(1, 8)), samples: [[1, 2], [3], [4]],
            userData: Boxes.box("udta", Boxes.userText("©xyz", "+48.123456+011.582203/"), SmallFiles.location))
        let files = [
            SmallFiles.jpeg(SmallFiles.segment(exif: SmallFiles.exif)),
            SmallFiles.jpeg(SmallFiles.segment(xmp: SmallFiles.xmp), after: video),
            SmallFiles.png(SmallFiles.chunk("eXIf", SmallFiles.exif)), video,
            Boxes.heic(properties: [Boxes.extent(64, 48)], exif: SmallFiles.exif), SmallFiles.exif,
            Array(SmallFiles.xmp.utf8), Boxes.fileType("qt  ") + Boxes.box("moov", Boxes.items([("location", "1")])),
        ]
        var generator = Seeded(UInt64(index))
        for _ in 0..<LongTests.count(1000, all: 8000) { try expectHarmless(changed(files[index], &generator)) }
    }

    private func changed(_ bytes: [UInt8], _ generator: inout Seeded) -> [UInt8] {
        var changed = bytes
        if Bool.random(using: &generator) {
            changed = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        }
        for _ in 0..<Int.random(in: 0...6, using: &generator) where !changed.isEmpty {
            let place = Int.random(in: 0..<min(changed.count, 4096), using: &generator)
            changed[place] = Bool.random(using: &generator) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
        }
        return changed
    }

    private func expectHarmless(_ bytes: [UInt8]) throws {
        do {
            let changed = try withoutPlaces(bytes)
            #expect(changed.count == bytes.count)
            let metadata = try ImageDecoder().inspect(.bytes(changed)).metadata
            #expect(metadata.location == nil)
        } catch let error as PhotoLibraryError {
            #expect(error.code == .unsupportedFile)
        }
    }
}
