import Testing

@testable import PhotosCommands

@Suite struct GrayPNGTests {
    @Test("Three by two pixels give the bytes that zlib gives")
    func bytes() throws {
        // Python: chunks with struct and zlib.crc32; IDAT is zlib.compress(b'\0\x00\x55\x01\0\xaa\xff\x80', 0).
        let expected =
            "89504e470d0a1a0a0000000d4948445200000003000000020800000000b81f39c6"
            + "00000013494441547801010800f7ff0000550100aaff8006870280313053910000000049454e44ae426082"
        let png = try #require(GrayPNG(levels: [0x00, 0x55, 0x01, 0xAA, 0xFF, 0x80], width: 3))
        #expect(png.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test("What is not whole rows, or too much for one block, is no picture")
    func refused() {
        #expect(GrayPNG(levels: [], width: 1) == nil)
        #expect(GrayPNG(levels: [1, 2, 3], width: 2) == nil)
        #expect(GrayPNG(levels: [1], width: 0) == nil)
        #expect(GrayPNG(levels: Array(repeating: 0, count: 65_534), width: 65_534)?.bytes.isEmpty == false)
        #expect(GrayPNG(levels: Array(repeating: 0, count: 65_535), width: 65_535) == nil)
    }
}
