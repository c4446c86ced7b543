import ImageDecoding
import PhotoModel
import TestSupport
import Testing

struct JPEGXLTests {
    private let exif = SmallJPEGXL.exif(SmallFiles.exif)

    /// The picture and the other boxes stay.
    @Test func onlyPlacesChange() throws {
        let words = Boxes.box("xml ", Array("<a><b>word</b></a>".utf8))
        let file = SmallJPEGXL.file(exif, words)
        let changed = try withoutPlaces(file)
        #expect(TestPlace.isIn(file) && !TestPlace.isIn(changed) && changed.has("word"))
        let pictures = try [file, changed].map { bytes in
            var luma = NoLuma()
            return try ImageDecoder().read(.bytes(bytes), into: &luma).imageDataDigest
        }
        #expect(pictures[0] == pictures[1] && pictures[0] != nil)
        #expect(try withoutPlaces(SmallJPEGXL.file(words)) == SmallJPEGXL.file(words))
        #expect(try withoutPlaces(SmallJPEGXL.codestream) == SmallJPEGXL.codestream)
    }

    /// A compressed box with a place, one without, one that is corrupt, one of another kind, what a recompressed JPEG
    /// had beside its picture, and an unknown box.
    @Test func boxesThatMayHavePlacesBecomeFreeSpace() throws {
        let secret = Array("48.123456".utf8)
        for box in [
            SmallJPEGXL.compressed(exif), SmallJPEGXL.compressed(Boxes.box("xml ", Array("<a/>".utf8))),
            Boxes.box("brob", Array("Exif".utf8), secret),
            SmallJPEGXL.compressed(Boxes.box("jumb", secret)), Boxes.box("jbrd", secret), Boxes.box("what", secret),
        ] {
            let changed = try withoutPlaces(SmallJPEGXL.file(box))
            let free = Boxes.box("free", [UInt8](repeating: 0, count: box.count - 8))
            #expect(changed == SmallJPEGXL.file(free))
        }
    }
}
