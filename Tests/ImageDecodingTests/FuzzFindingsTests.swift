import ImageDecoding
import Testing

/// Minimised findings of the fuzzers in `Tests/Fuzzers`.
@Suite struct FuzzFindingsTests {
    @Test("A name in XMP that is not UTF-8, on which the toolchain's XML parser traps, gives no text")
    func namesThatAreNotUTF8() throws {
        let packet: [UInt8] = [0x3C, 0xD2, 0x6F, 0x6F, 0x6F]
        let jpeg = SmallJPEG.with(SmallJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet))
        #expect(try ImageDecoder().inspect(.bytes(jpeg)).metadata.title == nil)
        let text = SmallPNG.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet)
        let png =
            SmallPNG.signature + SmallPNG.header(width: 1, height: 1, depth: 8, colorType: 0) + text
            + SmallPNG.chunk("IEND", [])
        #expect(try ImageDecoder().inspect(.bytes(png)).metadata.title == nil)
    }
}
