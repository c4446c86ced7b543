import ArchiveReading
import PhotoModel
import TestSupport
import Testing

/// Archives that are built byte by byte.
@Suite struct ZipTests {
    private let text = Array("A text that is long enough.".utf8)

    @Test(arguments: [false, true]) func storedAndDeflatedFilesAreRead(isZip64: Bool) throws {
        var files = [ZipBuilder.File("a/one.jpg", text), ZipBuilder.File(deflated: "a/two.jpg", text + text)]
        for index in files.indices { files[index].isZip64 = isZip64 }
        let archive = try TestArchive(ZipBuilder(files).bytes)
        #expect(archive.paths == ["a/one.jpg", "a/two.jpg"])
        #expect(archive.archive.entries.map(\.size) == [text.count, 2 * text.count])
        #expect(try archive.bytes(of: "a/one.jpg") == text)
        #expect(try archive.bytes(of: "a/two.jpg") == text + text)
        // 2024-01-01
        #expect(archive.archive.entries.first?.modifiedNanoseconds == 1_704_067_200_000_000_000)
    }

    @Test func anEmptyArchiveHasNoEntries() throws {
        #expect(try TestArchive(ZipBuilder([]).bytes).paths.isEmpty)
    }

    @Test(arguments: ["/etc/passwd", "../up.jpg", "a/../../up.jpg", "", "a/..", "n\0ul"])
    func aNameThatLeadsElsewhereIsRefused(name: String) throws {
        let archive = try TestArchive(ZipBuilder([.init(name, text), .init("good.jpg", text)]).bytes)
        #expect(archive.paths == ["good.jpg"])
        #expect(archive.refused == [name: .unsupportedFile])
    }

    @Test func namesAreBytes() throws {
        var file = ZipBuilder.File("x", text)
        file.name = [0x61, 0xE9, 0x2E, 0x6A]
        let archive = try TestArchive(ZipBuilder([file]).bytes)
        #expect(archive.archive.entries.map(\.path.bytes) == [file.name])
    }

    @Test func foldersAreLeftOutAndDotsAreDropped() throws {
        let archive = try TestArchive(ZipBuilder([.init("a/", []), .init("./a/one.jpg", text)]).bytes)
        #expect(archive.paths == ["a/one.jpg"])
        #expect(archive.refused.isEmpty)
    }

    @Test func aRepeatedNameIsRefused() throws {
        let archive = try TestArchive(ZipBuilder([.init("one.jpg", text), .init("one.jpg", text + text)]).bytes)
        #expect(try archive.bytes(of: "one.jpg") == text)
        #expect(archive.refused == ["one.jpg": .unsupportedFile])
    }

    @Test func linksDevicesEncryptedFilesAndOtherMethodsAreRefused() throws {
        var files = ["link", "pipe", "secret", "lzma"].map { ZipBuilder.File($0, text) }
        files[0].mode = 0o120777
        files[1].mode = 0o010644
        files[2].flags = 1
        files[3].method = 14
        let archive = try TestArchive(ZipBuilder(files + [.init("good.jpg", text)]).bytes)
        #expect(archive.paths == ["good.jpg"])
        #expect(archive.refused.count == 4)
        #expect(archive.refused.values.allSatisfy { $0 == .unsupportedFile })
    }

    @Test(arguments: [false, true]) func aWrongChecksumIsAnError(isDeflated: Bool) throws {
        var file = isDeflated ? ZipBuilder.File(deflated: "one.jpg", text) : ZipBuilder.File("one.jpg", text)
        file.checksum ^= 1
        let archive = try TestArchive(ZipBuilder([file]).bytes)
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try archive.bytes(of: "one.jpg") }
    }

    /// A bomb that states a small size would otherwise fill the disk.
    @Test(arguments: [-1, 1]) func aFileOfAnotherSizeThanStatedIsAnError(difference: Int) throws {
        var file = ZipBuilder.File(deflated: "one.jpg", text)
        file.size += difference
        let archive = try TestArchive(ZipBuilder([file]).bytes)
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try archive.bytes(of: "one.jpg") }
    }

    /// Deflate makes of each byte at most 1032.
    @Test func aSizeThatIsImpossibleIsRefused() throws {
        var file = ZipBuilder.File(deflated: "one.jpg", text)
        file.size = file.stored.count * 1032 + 1
        var stored = ZipBuilder.File("two.jpg", text)
        stored.size += 1
        let archive = try TestArchive(ZipBuilder([file, stored]).bytes)
        #expect(archive.refused == ["one.jpg": .unreadable, "two.jpg": .unreadable])
    }

    /// Many entries that share bytes make a bomb of any size.
    @Test func entriesThatShareBytesAreRefused() throws {
        var files = (1...5).map { ZipBuilder.File("\($0).jpg", text) }
        for index in files.indices.dropFirst() { files[index].offset = index < 3 ? 0 : 10 }
        let archive = try TestArchive(ZipBuilder(files).bytes)
        #expect(archive.paths == ["1.jpg"])
        #expect(archive.refused.count == 4)
        #expect(try archive.bytes(of: "1.jpg") == text)
    }

    @Test func aLocalHeaderWithAnotherNameIsAnError() throws {
        var files = ["1.jpg", "2.jpg"].map { ZipBuilder.File($0, text) }
        files[1].offset = 0
        files.removeFirst()
        let archive = try TestArchive(ZipBuilder([.init("3.jpg", text)] + files).bytes)
        // Both entries state the offset of 3.jpg, and the directory is in the order of the file.
        #expect(archive.paths == ["3.jpg"])
        var bytes = ZipBuilder([.init("1.jpg", text)]).bytes
        bytes[30] = UInt8(ascii: "9")
        let renamed = try TestArchive(bytes)
        #expect(throws: PhotoLibraryError(.unreadable, "")) { try renamed.bytes(of: "1.jpg") }
    }

    @Test func moreEntriesThanTheLimitAreAnError() throws {
        let bytes = ZipBuilder((0..<10).map { ZipBuilder.File("\($0)", []) }).bytes
        var limits = Archive.Limits()
        limits.entries = 9
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try TestArchive(bytes, limits: limits) }
        limits = Archive.Limits()
        limits.nameBytes = 9
        #expect(throws: PhotoLibraryError(.limitExceeded, "")) { try TestArchive(bytes, limits: limits) }
        #expect(try TestArchive(bytes).paths.count == 10)
    }

    @Test func otherFilesAreNoArchives() throws {
        for bytes: [UInt8] in [[], [0x50], text, [0xFF, 0xD8, 0xFF, 0xE0]] {
            #expect(throws: PhotoLibraryError(.notAPhoto, "")) { try TestArchive(bytes) }
        }
    }

    @Test func anArchiveThatIsCutIsAnError() throws {
        let bytes = ZipBuilder([.init("a", text), .init("b", text)]).bytes
        for end in 4..<bytes.count {
            #expect(throws: PhotoLibraryError(.unreadable, "")) { try TestArchive(Array(bytes.prefix(end))) }
        }
    }
}
