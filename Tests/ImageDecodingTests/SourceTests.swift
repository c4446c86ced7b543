import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct SourceTests {
    private let jpeg = "metadata-extractor/jpg/Issue 266.jpg"

    private func withFile<Result>(_ path: String, _ body: (FileHandle, Int) throws -> Result) throws -> Result {
        let file = try FileHandle(forReadingFrom: Corpus.folder.appendingPathComponent(path))
        let size = Int(try file.seekToEnd())
        return try body(file, size)
    }

    @Test(arguments: ["metadata-extractor/jpg/Issue 266.jpg", "photos-kodak/kodak/1.png"])
    func aFileReadsAsItsBytesAndKeepsItsOffset(path: String) throws {
        let (expected, expectedLuma) = try ImageDecoder().decode(try corpusBytes(path))
        try withFile(path) { file, size in
            try file.seek(toOffset: 7)
            var luma = LumaCollector()
            let source = ImageSource.file(descriptor: file.fileDescriptor, size: size)
            #expect(try ImageDecoder().read(source, into: &luma) == expected)
            #expect(luma.luma == expectedLuma.luma && expected.condition == .ok)
            #expect(try file.offset() == 7)
        }
    }

    @Test func aFileShorterThanStatedIsTruncated() throws {
        let folder = try TemporaryFolder()
        let bytes = try corpusBytes(jpeg)
        try Data(bytes.prefix(300_000)).write(to: folder.url.appendingPathComponent("cut.jpg"))
        let file = try FileHandle(forReadingFrom: folder.url.appendingPathComponent("cut.jpg"))
        var luma = LumaCollector()
        let reading = try ImageDecoder().read(
            .file(descriptor: file.fileDescriptor, size: bytes.count), into: &luma)
        #expect(reading.condition == .damaged && reading.hasAllRows && reading.imageDataDigest == nil)
        #expect(reading.warnings.map(\.code) == ["truncated"])
        #expect(reading.warnings.first?.message == "Premature end of JPEG file")
    }

    @Test func aFileThatCannotBeReadIsAnError() throws {
        var luma = LumaCollector()
        #expect(throws: PhotoLibraryError(.ioFailure, "")) {
            _ = try ImageDecoder().read(.file(descriptor: -1, size: 100), into: &luma)
        }
    }

    @Test(arguments: [
        "metadata-extractor/jpg/Issue 266.jpg", "photos-kodak/kodak/1.png",
        "deb-lomiri-wallpapers/lomiri-wallpapers-20.04.0/16.04/friends_by_Aitzol_Berasategi.jpg",
    ])
    func theMonitorFollowsAndCancels(path: String) throws {
        let bytes = try corpusBytes(path)
        let seen = Counter()
        var luma = LumaCollector()
        _ = try ImageDecoder().read(.bytes(bytes), into: &luma, monitor: DecodeMonitor { seen.add($0) })
        let steps = zip(seen.values, seen.values.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { 0...(64 << 10) ~= $0 })
        #expect(seen.values.last == bytes.count)

        // Cancellations at several points of the decode.
        for stop in [0, 1, 2, seen.values.count / 2, seen.values.count - 1] {
            let calls = Counter()
            var luma = LumaCollector()
            #expect(throws: PhotoLibraryError(.cancelled, "")) {
                _ = try ImageDecoder().read(
                    .bytes(bytes), into: &luma, monitor: DecodeMonitor { calls.add($0) && calls.values.count <= stop })
            }
            #expect(calls.values.count == stop + 1)
        }
    }
}
