import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// Malformed containers.
///
/// Reading each of them ends quickly, with the fields before the error.
@Suite struct HostileContainerTests {
    private func inspect(_ bytes: [UInt8]) throws -> ImageReading {
        let start = ProcessorTime.ofThread
        let reading = try ImageDecoder().inspect(.bytes(bytes))
        #expect(ProcessorTime.ofThread - start < .seconds(2))
        #expect(reading.condition != .ok)
        return reading
    }

    private let header = Boxes.movieHeader(created: 0, scale: 10, duration: 25)

    @Test func oddSizesOfBoxes() throws {
        let movie = Boxes.box("moov", header)
        // Size 0 means up to the end. Size 1 means that 64 bits follow. A size below that of the header ends the list.
        // A size beyond the end is reduced.
        let toEnd = Boxes.number(0, 4) + movie.dropFirst(4)
        #expect(try inspect(Boxes.fileType("qt  ") + toEnd).metadata.duration == 2.5)
        let long = Boxes.number(1, 4) + Array("wide".utf8) + Boxes.number(24, 8) + [UInt8](repeating: 0, count: 8)
        #expect(try inspect(Boxes.fileType("qt  ") + long + movie).metadata.duration == 2.5)
        for size in [[0, 0, 0, 7], [0, 0, 0, 1] as [UInt8]] {
            let short = size + Array("free".utf8)
            #expect(try inspect(Boxes.fileType("qt  ") + short + movie).metadata.duration == nil)
        }
        let huge = Boxes.number(1, 4) + Array("free".utf8) + [UInt8](repeating: 0xFF, count: 8)
        #expect(try inspect(Boxes.fileType("qt  ") + huge + movie).metadata.duration == nil)
        let largest = Boxes.number(1, 4) + Array("free".utf8) + [0x7F] + [UInt8](repeating: 0xFF, count: 7)
        #expect(try inspect(Boxes.fileType("qt  ") + largest + movie).metadata.duration == nil)
        let cut = Boxes.number(0xFFFF_FFFF, 4) + movie.dropFirst(4)
        #expect(try inspect(Boxes.fileType("qt  ") + cut).metadata.duration == 2.5)
    }

    @Test func aMillionBoxesAreTooMany() throws {
        let boxes = (0..<1_000_000).flatMap { _ in [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65] as [UInt8] }
        let reading = try inspect(Boxes.fileType("qt  ") + boxes + Boxes.box("moov", header))
        #expect(reading.warnings.map(\.code) == ["maxContainerElements", "unsupported"])
    }

    @Test func boxesWithinBoxesAreNotFollowed() throws {
        var nested = header
        for _ in 0..<2000 { nested = Boxes.box("moov", nested) }
        #expect(try inspect(Boxes.fileType("qt  ") + nested).metadata.duration == nil)
    }

    @Test func countsBeyondTheEnd() throws {
        let many = Boxes.number(0xFFFF_FFFF, 4)
        for box in [
            Boxes.full("iinf", version: 1, many), Boxes.full("iloc", version: 2, [0x44, 0x40], many),
            Boxes.full("iloc", version: 1, [0xFF, 0xFF], many),
            Boxes.box("iprp", Boxes.full("ipma", many), Boxes.box("ipco")),
        ] {
            let meta = Boxes.full("meta", Boxes.full("pitm", Boxes.number(1, 2)), box)
            _ = try inspect(Boxes.fileType("heic") + meta)
        }
        let keys = Boxes.box("meta", Boxes.full("hdlr"), Boxes.full("keys", many, many), Boxes.box("ilst", many, many))
        _ = try inspect(Boxes.fileType("qt  ") + Boxes.box("moov", keys))
    }

    /// An EXIF item of 4 GiB, and an item whose offset exceeds 64 bits.
    @Test func missingItems() throws {
        let item = Boxes.full("infe", version: 2, Boxes.number(2, 2), Boxes.number(0, 2), Array("Exif".utf8), [0])
        let items = Boxes.full("iinf", Boxes.number(1, 2), item)
        for place in [
            Boxes.number(0, 8), [UInt8](repeating: 0xFF, count: 8), [0x7F] + [UInt8](repeating: 0xFF, count: 7),
        ] {
            let locations = Boxes.full(
                "iloc", [0x84, 0x80], Boxes.number(1, 2), Boxes.number(2, 2), Boxes.number(0, 2), place,
                Boxes.number(1, 2),
                place, Boxes.number(0xFFFF_FFFF, 4))
            #expect(
                try inspect(Boxes.fileType("heic") + Boxes.full("meta", items, locations)).metadata == ImageMetadata())
        }
    }

    @Test func directoriesThatLoop() throws {
        // One entry, SubIFDs, that leads to the directory itself. The link to the next directory leads to it too.
        let entry = Boxes.number(0x014A, 2) + Boxes.number(4, 2) + Boxes.number(1, 4) + Boxes.number(8, 4)
        let tiff = Array("MM\0*".utf8) + Boxes.number(8, 4) + Boxes.number(1, 2) + entry + Boxes.number(8, 4)
        #expect(try inspect(tiff).storedSize == nil)
        // A value of 32 GiB.
        let huge = Boxes.number(0x014A, 2) + Boxes.number(12, 2) + Boxes.number(0xFFFF_FFFF, 4) + Boxes.number(8, 4)
        #expect(try inspect(Array("MM\0*".utf8) + Boxes.number(8, 4) + Boxes.number(1, 2) + huge).format == .tiff)
    }

    @Test func heapsThatLoop() throws {
        // CIFF: a directory whose two entries are the heap itself.
        func number(_ value: Int, _ count: Int) -> [UInt8] { Boxes.number(value, count).reversed() }
        let head = Array("II".utf8) + number(26, 4) + Array("HEAPCCDR".utf8) + number(0, 12)
        let length = 2 + 20 + 4
        let entry = number(0x300A, 2) + number(length, 4) + number(0, 4)
        #expect(try inspect(head + number(2, 2) + entry + entry + number(0, 4)).format == .raw)
    }

    @Test func chunksAndElementsOfImpossibleSize() throws {
        let riff = Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]
        #expect(try inspect(riff + Array("WEBPVP8X".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]).storedSize == nil)
        #expect(try inspect(riff + Array("AVI LIST".utf8) + [0, 0, 0, 0]).format == .video)
        let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01]
        #expect(try inspect(matroska + [UInt8](repeating: 0xFF, count: 40)).metadata.duration == nil)
    }
}
