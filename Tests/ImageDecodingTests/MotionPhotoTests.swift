import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Photos with a video after the picture, and files of several pictures.
@Suite struct MotionPhotoTests {
    private let video =
        Boxes.fileType("mp42") + Boxes.box("moov", Boxes.movieHeader(created: 0, scale: 1000, duration: 1500))
        + Boxes.box("mdat", [1, 2, 3])

    private func camera(_ attributes: String) -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \(attributes)/></rdf:RDF></x:xmpmeta>
            """
        return SmallJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
    }

    private func check(_ reading: ImageReading, _ range: Range<Int>?) {
        #expect(reading.embeddedVideo == range)
        #expect(reading.metadata.duration == (range == nil ? nil : 1.5))
        #expect(reading.metadata.subtypes == (range == nil ? [] : .photoLive))
    }

    @Test func videoWhereXMPStatesIt() throws {
        let photo = SmallJPEG.with(camera("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(video.count)\""))
        let bytes = photo + [0, 0, 0] + video
        check(try ImageDecoder().inspect(.bytes(bytes)), photo.count + 3..<bytes.count)
        check(try ImageDecoder().decode(bytes).reading, photo.count + 3..<bytes.count)
    }

    @Test func videoBehindAnotherPicture() throws {
        let photo = SmallJPEG.with(camera("GCamera:MotionPhoto=\"1\"")) + SmallJPEG.bytes + Array("ff ftyp of ".utf8)
        check(try ImageDecoder().inspect(.bytes(photo + video)), photo.count..<photo.count + video.count)
    }

    @Test func videoAfterAPictureWithoutAStatement() throws {
        let bytes = SmallJPEG.bytes + video
        check(try ImageDecoder().decode(bytes).reading, SmallJPEG.bytes.count..<bytes.count)
        check(try ImageDecoder().decode(SmallJPEG.bytes + [0, 0, 0, 24] + Array("free".utf8)).reading, nil)
        check(try ImageDecoder().decode(SmallJPEG.bytes).reading, nil)
    }

    @Test func videoInSamsungsTrailer() throws {
        func number(_ value: Int, _ count: Int) -> [UInt8] { TIFFBuilder.number(value, count).reversed() }
        let name = Array("MotionPhoto_Data".utf8)
        let part = number(0, 2) + number(0x0A30, 2) + number(name.count, 4) + name + video
        let directory =
            Array("SEFH".utf8) + number(107, 4) + number(1, 4) + number(0, 2) + number(0x0A30, 2)
            + number(part.count, 4) + number(part.count, 4)
        let trailer = part + directory + number(directory.count, 4) + Array("SEFT".utf8)
        let start = SmallJPEG.bytes.count + 8 + name.count
        check(try ImageDecoder().inspect(.bytes(SmallJPEG.bytes + trailer)), start..<start + video.count)
    }

    @Test func videoInAnImageFile() throws {
        let photo = Boxes.heic(properties: [Boxes.extent(4, 3)])
        let bytes = photo + Boxes.box("mpvd", video)
        check(try ImageDecoder().inspect(.bytes(bytes)), photo.count + 8..<bytes.count)
    }

    @Test func missingStatedVideos() throws {
        for attributes in [
            "GCamera:MicroVideoOffset=\"99999999\"", "GCamera:MotionPhoto=\"1\"", "GCamera:MicroVideoOffset=\"-5\"",
        ] {
            check(try ImageDecoder().inspect(.bytes(SmallJPEG.with(camera(attributes)))), nil)
        }
    }

    @Test func picturesOfAMultiPictureFile() throws {
        let count = TIFFBuilder.Entry(tag: 0xB001, type: 4, count: 1, value: TIFFBuilder.number(3, 4))
        let index = SmallJPEG.segment(0xE2, Array("MPF\0".utf8) + TIFFBuilder(main: [count]).bytes)
        #expect(try ImageDecoder().inspect(.bytes(SmallJPEG.with(index))).pictureCount == 3)
        #expect(try ImageDecoder().inspect(.bytes(SmallJPEG.bytes)).pictureCount == 1)
    }
}
