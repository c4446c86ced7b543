import ArchiveReading
import PhotoModel
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
        for _ in 0..<1000 {
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
}
