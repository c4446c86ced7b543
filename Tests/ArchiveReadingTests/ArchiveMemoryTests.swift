import TestSupport
import Testing

@testable import ArchiveReading

/// The memory that several compressed tar archives share.
@Suite struct ArchiveMemoryTests {
    /// The files of an archive: large ones of two blocks, each followed by a small one.
    private func files(_ number: UInt64) -> [(name: String, bytes: [UInt8])] {
        var random = Seeded(number)
        return (0..<12).flatMap { index in
            [("\(index).jpg", 100_000), ("\(index).json", 300)].map { name, size in
                (name, (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
        }
    }

    @Test func archivesShareTheirMemoryAndAreReadWhenItIsUsedUp() throws {
        let memory = ArchiveMemory(places: 8, keptBytes: 10 * 512, distance: 1 << 16)
        var archives: [TestArchive] = []
        for number in 0..<3 {
            let entries = files(UInt64(number)).map { TarBuilder.file($0.name, $0.bytes) }
            archives.append(try TestArchive(TarBuilder.archive(entries), memory: memory))
        }
        #expect((1..<8).contains(memory.placeCount))
        #expect(memory.keptBytes == 10 * 512)
        for (number, archive) in archives.enumerated() {
            for file in files(UInt64(number)).reversed() { #expect(try archive.bytes(of: file.name) == file.bytes) }
        }
        archives.removeAll()
        #expect(memory.placeCount == 0)
        #expect(memory.keptBytes == 0)
    }
}
