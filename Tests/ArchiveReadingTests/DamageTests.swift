import ArchiveReading
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Damaged archives: each ends in an error or in files of the stated sizes, never in a trap or a hang.
@Suite struct ArchiveDamageTests {
    private static let text = Array("A text that is long enough to be changed at many places.".utf8)

    private static let archives: [[UInt8]] = {
        var large = ZipBuilder.File(deflated: "c/large.jpg", text)
        large.isZip64 = true
        return [
            ZipBuilder([.init("a.jpg", text), .init(deflated: "b.jpg", text)]).bytes,
            ZipBuilder([.init("a.jpg", text), large]).bytes,
            TarBuilder.archive([
                TarBuilder.file("pax", Array("18 path=pax/a.jpg\n".utf8), kind: "x"), TarBuilder.file("a.jpg", text),
                TarBuilder.file("b.jpg", text),
            ]),
        ]
    }()

    @Test(arguments: archives.indices) func changedBytesNeverTrap(index: Int) throws {
        let whole = Self.archives[index]
        let folder = try TemporaryFolder()
        var random = Seeded(UInt64(index))
        for _ in 0..<LongTests.count(200, all: 1000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = values.randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let archive = try? Archive(at: folder.write(bytes, to: "archive")) else { continue }
            for entry in archive.entries where entry.size < 1 << 20 {
                if let read = try? archive.bytes(of: entry) { #expect(read.count == entry.size) }
            }
        }
    }

    /// The checksums of the headers and of the whole are made correct after each change, so that the values are read.
    @Test func changedValuesOfATarArchiveNeverTrap() throws {
        let entries = [
            TarBuilder.file("././@LongLink", Array("long/name.jpg\0".utf8), kind: "L"),
            TarBuilder.file("cut.jpg", Self.text),
            TarBuilder.file("pax", Array("18 path=pax/a.jpg\n11 size=56\n14 mtime=12.5\n".utf8), kind: "x"),
            TarBuilder.file("a.jpg", Self.text), TarBuilder.file("b.jpg", Self.text),
        ]
        let whole = entries.flatMap { $0 } + [UInt8](repeating: 0, count: 1024)
        let headers = entries.indices.map { entries[..<$0].reduce(0) { $0 + $1.count } }
        let folder = try TemporaryFolder()
        let unchanged = try Archive(at: folder.write(TarBuilder.gzip(whole), to: "archive")).entries
        try #require(unchanged.map(\.path.string) == ["long/name.jpg", "pax/a.jpg", "b.jpg"])
        var random = Seeded(7)
        var others = 0
        for _ in 0..<1000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // The fields of a header with values, or the records.
                let header = headers.randomElement(using: &random) ?? 0
                let place = [0..<12, 124..<148, 156..<160, 257..<265, 512..<560].randomElement(using: &random) ?? 0..<1
                let values: [UInt8] = [
                    0, 0x2D, 0x30, 0x37, 0x39, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random),
                ]
                bytes[header + Int.random(in: place, using: &random)] = values.randomElement(using: &random) ?? 0
            }
            for header in headers { TarBuilder.setChecksum(of: &bytes, at: header) }
            guard let archive = try? Archive(at: folder.write(TarBuilder.gzip(bytes), to: "archive")) else { continue }
            if archive.entries.map(\.path) != unchanged.map(\.path)
                || archive.entries.map(\.size) != unchanged.map(\.size)
            {
                others += 1
            }
            for entry in archive.entries where entry.size < 1 << 20 {
                if let read = try? archive.bytes(of: entry) { #expect(read.count == entry.size) }
            }
        }
        // The changes got past the checksums.
        #expect(others > 100)
    }
}
