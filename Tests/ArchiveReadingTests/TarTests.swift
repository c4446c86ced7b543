import ArchiveReading
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Compressed tar archives that are built byte by byte.
@Suite struct TarTests {
    private let text = Array("A text that is long enough.".utf8)

    @Test func filesAreReadInAnyOrder() throws {
        let archive = try TestArchive(
            TarBuilder.archive([
                TarBuilder.file("./Takeout/", [], kind: "5"), TarBuilder.file("./Takeout/one.jpg", text),
                TarBuilder.file("two.jpg", text + text),
            ]))
        #expect(archive.paths == ["Takeout/one.jpg", "two.jpg"])
        #expect(try archive.bytes(of: "two.jpg") == text + text)
        #expect(try archive.bytes(of: "Takeout/one.jpg") == text)
        #expect(archive.archive.entries.first?.modifiedNanoseconds == 1_610_612_736_000_000_000)
    }

    @Test func linksDevicesAndNamesThatLeadElsewhereAreRefused() throws {
        let archive = try TestArchive(
            TarBuilder.archive([
                TarBuilder.file("hard", [], kind: "1"), TarBuilder.file("soft", [], kind: "2"),
                TarBuilder.file("device", [], kind: "3"), TarBuilder.file("sparse", [], kind: "S"),
                TarBuilder.file("../up.jpg", text), TarBuilder.file("/root.jpg", text),
                TarBuilder.file("good.jpg", text),
            ]))
        #expect(archive.paths == ["good.jpg"])
        #expect(archive.refused.count == 6)
    }

    @Test func longNamesAndRecordsAreRead() throws {
        let long = String(repeating: "n", count: 300) + ".jpg"
        let record = "18 path=pax/a.jpg\n"
        let archive = try TestArchive(
            TarBuilder.archive([
                TarBuilder.file("././@LongLink", Array(long.utf8) + [0], kind: "L"), TarBuilder.file("cut", text),
                TarBuilder.file("pax", Array(record.utf8), kind: "x"), TarBuilder.file("cut", text),
            ]))
        #expect(archive.paths == [long, "pax/a.jpg"])
        #expect(try archive.bytes(of: "pax/a.jpg") == text)
    }

    @Test func theEntriesBeforeDamageAreKept() throws {
        let first = TarBuilder.file("one.jpg", text)
        for damage in [
            [UInt8](repeating: 7, count: 512), TarBuilder.file("two.jpg", text, size: "77777777777\0"),
            TarBuilder.file("x", text, kind: "x", size: "77777777777\0"),
            // A record whose size is the least number of 64 bits.
            TarBuilder.file("x", Array("29 size=-9223372036854775808\n".utf8), kind: "x")
                + TarBuilder.file("two.jpg", text),
        ] {
            let archive = try TestArchive(TarBuilder.archive([first, damage]))
            #expect(archive.paths.first == "one.jpg")
            #expect(try archive.bytes(of: "one.jpg") == text)
            #expect(archive.refused == ["": .unreadable])
        }
        let whole = TarBuilder.archive([first, TarBuilder.file("two.jpg", text)])
        for end in stride(from: 1200, to: whole.count, by: 97) {
            #expect(try TestArchive(Array(whole.prefix(end))).refused == ["": .unreadable])
        }
    }

    @Test func aDamagedChecksumOfTheWholeFileIsReported() throws {
        var bytes = TarBuilder.archive([TarBuilder.file("one.jpg", text)])
        bytes[bytes.count - 6] ^= 1
        let error = #expect(throws: PhotoLibraryError(.unreadable, "")) { try TestArchive(bytes) }
        #expect(error?.message.contains("the checksum of its content is not correct") == true)
    }

    @Test func changedBytesThatInflateAreNotRead() throws {
        var bytes = TarBuilder.archive([TarBuilder.file("one.jpg", text), TarBuilder.file("two.jpg", text)])
        // The first byte of the text of one.jpg, after the headers of gzip, of the block, and of tar.
        let first = 10 + 5 + 512
        try #require(bytes[first] == text[0])
        bytes[first] ^= 1
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try TestArchive(bytes) }
    }

    @Test func aWrongChecksumConcernsTheFilesOfItsMember() throws {
        let content =
            [TarBuilder.file("one.jpg", text), TarBuilder.file("two.jpg", text), TarBuilder.file("three.jpg", text)]
            .flatMap { $0 } + [UInt8](repeating: 0, count: 1024)
        // The first member ends in the second file.
        var damaged = TarBuilder.gzip(Array(content[1540...]))
        damaged[damaged.count - 6] ^= 1
        let archive = try TestArchive(TarBuilder.gzip(Array(content[..<1540])) + damaged)
        #expect(archive.paths == ["one.jpg"])
        #expect(archive.refused == ["": .unreadable, "two.jpg": .unreadable, "three.jpg": .unreadable])
        #expect(try archive.bytes(of: "one.jpg") == text)
    }

    @Test func anArchiveWithTooMuchContentIsRefused() throws {
        let bytes = TarBuilder.archive([TarBuilder.file("one.jpg", text), TarBuilder.file("two.jpg", text)])
        // Two headers, two blocks of text, and two blocks of zeros.
        var limits = Archive.Limits()
        limits.contentBytes = 6 * 512
        #expect(try TestArchive(bytes, limits: limits).paths.count == 2)
        limits.contentBytes -= 1
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try TestArchive(bytes, limits: limits) }
    }

    @Test(.enabled(if: Python.has("tarfile", "zlib"), "python3 is absent"))
    func anArchiveThatExpandsTooMuchIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = folder.filePath.appending("archive")
        let script = """
            import sys, tarfile, io
            size = 16 << 20
            with tarfile.open(sys.argv[1], mode="w:gz") as archive:
                info = tarfile.TarInfo("zeros.jpg")
                info.size = size
                archive.addfile(info, io.BytesIO(bytes(size)))
            """
        try #require(Python.run(script: script, [path.string]).exit == 0)
        #expect(try Archive(at: path).entries.map(\.size) == [16 << 20])
        var limits = Archive.Limits()
        limits.smallContentBytes = 1 << 20
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try Archive(at: path, limits: limits) }
        limits.expansion = 2000
        #expect(try Archive(at: path, limits: limits).entries.map(\.size) == [16 << 20])
    }

    @Test func otherFilesAreNoArchives() throws {
        #expect(throws: PhotoLibraryError(.notAPhoto, "")) {
            try TestArchive(TarBuilder.gzip([UInt8](repeating: 1, count: 2000)))
        }
        #expect(throws: PhotoLibraryError.self) { try TestArchive([0x1F, 0x8B]) }
        #expect(throws: PhotoLibraryError.self) { try TestArchive([0x1F, 0x8B, 8, 0]) }
    }
}
