import Foundation
import Testing

@testable import PhotoExport

@Suite struct ExportRecordTests {
    private func entry(_ path: String, _ photo: String = "a") -> ExportRecord.Entry {
        ExportRecord.Entry(
            localIdentifier: photo, role: "original", album: "r", path: path, size: 1, modifiedNanoseconds: -5,
            sha256: "00", source: "01", isWithoutPlaces: true, captureTime: "2024-05-17T10:30:00", sidecar: "02")
    }

    private func lines(_ lines: [ExportRecord.Line]) throws -> Data {
        try lines.reduce(into: Data()) { $0 += try $1.encoded() }
    }

    @Test func readsWhatItWrites() throws {
        var record = ExportRecord()
        for path in ["b/IMG.JPG", "a/Grüße (2).JPG"] { record.apply(.file(entry(path))) }
        #expect(try ExportRecord(record.lines).entries == record.entries)
        #expect(try ExportRecord(record.lines).entries(of: "a").map(\.path) == ["a/Grüße (2).JPG", "b/IMG.JPG"])
    }

    @Test func aLaterLineReplacesAnEarlierOne() throws {
        let record = ExportRecord(
            try lines([.file(entry("x")), .file(entry("y")), .file(entry("x", "b")), .removed("y"), .removed("z")]))
        #expect(record.entries == ["x": entry("x", "b")])
        #expect(record.entries(of: "a").isEmpty && record.entries(of: "b").count == 1)
    }

    @Test func aTornLastLineIsIgnored() throws {
        let first = try lines([.file(entry("x"))])
        let both = try first + lines([.file(entry("y"))])
        for count in first.count..<both.count - 1 {
            #expect(ExportRecord(both.prefix(count)).entries.keys.sorted() == ["x"], "\(count)")
        }
        #expect(ExportRecord(both.prefix(both.count - 1)).entries.count == 2)
        #expect(ExportRecord(Data("\n\u{0}\n{}\nnull\n[1]\n".utf8) + first).entries.count == 1)
    }

    @Test(arguments: ["/etc/passwd", "../x", "a/../../x", "", "a//b", "./x", "a/", "x\u{0}"])
    func pathsThatLeadOutAreIgnored(path: String) throws {
        #expect(ExportRecord(try lines([.file(entry(path))])).entries.isEmpty)
    }
}
