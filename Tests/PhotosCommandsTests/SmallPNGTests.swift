import Testing

@testable import PhotosCommands

@Suite struct SmallPNGTests {
    @Test("Three by two pixels give the bytes that zlib gives")
    func bytes() throws {
        // Python: chunks with struct and zlib.crc32; IDAT is zlib.compress(b'\0\x00\x55\x01\0\xaa\xff\x80', 0).
        let expected =
            "89504e470d0a1a0a0000000d4948445200000003000000020800000000b81f39c6"
            + "00000013494441547801010800f7ff0000550100aaff8006870280313053910000000049454e44ae426082"
        let png = try #require(SmallPNG(levels: [0x00, 0x55, 0x01, 0xAA, 0xFF, 0x80], width: 3))
        #expect(png.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test("Two by two pixels in colours, the same way")
    func colors() throws {
        let expected =
            "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a73"
            + "00000019494441547801010e00f1ff00ff000000ff00000000ffffffff1fee05fbdeddec2b0000000049454e44ae426082"
        let png = try #require(SmallPNG(rgb: [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255], width: 2))
        #expect(png.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
        #expect(SmallPNG(rgb: [1, 2, 3, 4], width: 1) == nil)
    }

    @Test("Incomplete rows, and more data than one block holds, are refused")
    func refused() {
        #expect(SmallPNG(levels: [], width: 1) == nil)
        #expect(SmallPNG(levels: [1, 2, 3], width: 2) == nil)
        #expect(SmallPNG(levels: [1], width: 0) == nil)
        #expect(SmallPNG(levels: Array(repeating: 0, count: 65_534), width: 65_534)?.bytes.isEmpty == false)
        #expect(SmallPNG(levels: Array(repeating: 0, count: 65_535), width: 65_535) == nil)
    }
}
