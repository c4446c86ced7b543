import Foundation
import ImageDecoding
import PhotoModel
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTests {
    @Test func everyFileIsReadWithoutHarm() throws {
        let decoder = ImageDecoder()
        var table: [String: Int] = [:]
        for file in CorpusFile.all {
            let start = ContinuousClock.now
            let (reading, luma) = try decoder.decode(try file.bytes)
            let time = ContinuousClock.now - start
            if time > .seconds(1) { print("SLOW", time, file.path) }
            table[
                "\(file.format) \(reading.format) \(reading.condition) rows=\(reading.decodedRows > 0) dig=\(reading.imageDataDigest != nil)",
                default: 0] += 1
            #expect(luma.isInOrder)
            if file.note.contains("pillow=ok"), !file.note.contains("noEOI"), reading.condition != .ok {
                print("NOTOK", file.path, file.note, reading.condition, reading.warnings)
            }
            if file.note.contains("pillow=fail"), reading.condition == .ok {
                print("OKFAIL", file.path, file.note, reading.warnings.map(\.message), reading.storedSize as Any)
            }
        }
        for line in table.sorted(by: { $0.key < $1.key }) { print("TABLE", line.key, line.value) }
    }
}
